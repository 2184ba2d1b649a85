import { describeHostileRequests } from '../support/hostileRequests.js';

describeHostileRequests(1000);
