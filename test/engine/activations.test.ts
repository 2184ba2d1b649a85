import { createEngine } from '../../src/engine/engine.js';
import { describeActivations } from '../support/activations.js';
import { isRelaxed } from '../support/relaxedSimd.js';

describeActivations('plain SIMD', createEngine({ relaxed: false }));
if (isRelaxed) describeActivations('relaxed SIMD', createEngine());
