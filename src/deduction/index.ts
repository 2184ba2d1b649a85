/**
 * The paper's deduction systems and the semirings to run them in.
 * @module
 */
export * from './chart.js';
export * from './inside.js';
export * from './rule.js';
export * from './rules.js';
export * from './semiring.js';
export * from './unambiguous.js';
