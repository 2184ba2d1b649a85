// Loaded before each file of tests: what fast-check makes up is the same in every run.
import fc from 'fast-check';

fc.configureGlobal({ seed: 2017 });
