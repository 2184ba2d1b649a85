import { createEngine, hasRelaxedSimd } from '../../src/engine/engine.js';
import { describeActivations } from '../support/activations.js';

describeActivations('plain SIMD', createEngine({ relaxed: false }));
if (hasRelaxedSimd()) describeActivations('relaxed SIMD', createEngine());
