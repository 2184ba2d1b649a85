// Every exact decoder beside its deduction system, on longer sentences than in decoders.test.ts.
import { describeDeduction } from '../support/decoders.js';

describeDeduction({ longest: 30, runs: 25 });
