import { jackknifing, training } from '../support/activities.js';
import { describeKills } from '../support/killing.js';

describeKills(training);
describeKills(jackknifing, { atRandom: false });
