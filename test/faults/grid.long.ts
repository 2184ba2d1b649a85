import { grid } from '../support/activities.js';
import { describeKills } from '../support/killing.js';

describeKills(grid);
