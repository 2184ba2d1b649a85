import { createEngine } from '../../src/engine/engine.js';
import { describeTransformerLayers } from '../support/transformerLayers.js';

describeTransformerLayers('wasm', () => createEngine());
describeTransformerLayers('plain SIMD', () => createEngine({ relaxed: false }));
