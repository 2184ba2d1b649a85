// The priority of a thread, which only Linux has: elsewhere it would be that of the whole process.
import { constants, getPriority, setPriority } from 'node:os';

const { PRIORITY_BELOW_NORMAL: LESS, PRIORITY_LOW: LEAST } = constants.priority;

/** Lets the other threads of the program, which ask this one, run before it. */
export function yieldToOthers(): void {
  // Relative to what it is, because only the system's administrator may raise it.
  if (process.platform === 'linux') setPriority(Math.min(LEAST, getPriority() + LESS));
}
