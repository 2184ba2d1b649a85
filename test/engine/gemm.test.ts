import { createEngine } from '../../src/engine/engine.js';
import { describeGemm } from '../support/gemm.js';

describeGemm('wasm', () => createEngine({ relaxed: false }));
describeGemm('wasm on shared memory', () => createEngine({ shared: true, relaxed: false }));
