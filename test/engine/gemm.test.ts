import { createEngine } from '../../src/engine/engine.js';
import { describeGemm } from '../support/gemm.js';

describeGemm('wasm', () => createEngine());
describeGemm('wasm on shared memory', () => createEngine({ shared: true }));
