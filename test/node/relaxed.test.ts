import { describe, expect, it } from 'vitest';
import { hasRelaxedSimd } from '../../src/engine/engine.js';
import { wasmGemm } from '../../src/engine/gemm.js';
import { createNodeEngine, enableRelaxedSimd } from '../../src/node/nodeEngine.js';
import { describeActivations } from '../support/activations.js';
import { describeGemm } from '../support/gemm.js';

enableRelaxedSimd();

describe('relaxed SIMD', () => {
  it('is there in Node once it is enabled, and used', () => {
    expect(hasRelaxedSimd()).toBe(true);
    expect(createNodeEngine().relaxed).toBe(true);
  });
});

describeGemm('wasm with relaxed SIMD', () => createNodeEngine({ provider: wasmGemm }));
describeActivations('relaxed SIMD', createNodeEngine({ provider: wasmGemm }));
