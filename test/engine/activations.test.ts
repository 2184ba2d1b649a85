import { createEngine } from '../../src/engine/engine.js';
import { describeActivations } from '../support/activations.js';

describeActivations('plain SIMD', createEngine({ relaxed: false }));
