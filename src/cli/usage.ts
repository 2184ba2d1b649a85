// What is wrong with a command line, beyond what the parser of its options finds.

export class UsageError extends Error {
  override readonly name = 'UsageError';
}
