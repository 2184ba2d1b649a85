import { createEngine } from '../../src/engine/engine.js';
import { describeGemm } from '../support/gemm.js';
import { isRelaxed } from '../support/relaxedSimd.js';

describeGemm('wasm', () => createEngine({ relaxed: false }));
describeGemm('wasm on shared memory', () => createEngine({ shared: true, relaxed: false }));
if (isRelaxed) describeGemm('wasm with relaxed SIMD', () => createEngine());
