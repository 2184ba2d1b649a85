import { createEngine, hasRelaxedSimd } from '../../src/engine/engine.js';
import { describeGemm } from '../support/gemm.js';

describeGemm('wasm', () => createEngine({ relaxed: false }));
describeGemm('wasm on shared memory', () => createEngine({ shared: true, relaxed: false }));
if (hasRelaxedSimd()) describeGemm('wasm with relaxed SIMD', () => createEngine());
