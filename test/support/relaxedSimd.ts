// Whether relaxed SIMD can be tested: Node 20 has it behind a flag, Chromium without being asked.
import { hasRelaxedSimd } from '../../src/engine/engine.js';

if (!hasRelaxedSimd()) (await import('../../src/node/nodeEngine.js')).enableRelaxedSimd();

export const isRelaxed = hasRelaxedSimd();
