import { describeHostileRequests } from '../support/hostileRequests.js';
import { attacks } from '../support/hostility.js';

// Each kind three times; npm run test:load sends a thousand.
describeHostileRequests(3 * attacks.length);
