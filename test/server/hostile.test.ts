import { describeHostileRequests } from '../support/hostileRequests.js';
import { attacks } from '../support/hostility.js';

// Each kind once; npm run test:load sends a thousand.
describeHostileRequests(attacks.length);
