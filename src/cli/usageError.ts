// Bad usage: the command line itself is wrong, so the usage is shown and the exit code is 2.
export class UsageError extends Error {}
