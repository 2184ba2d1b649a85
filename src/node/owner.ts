// Names for what a process leaves beside its work while it is at it, by which another one can tell whether it has died.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Without dots and dashes, which have a meaning in the names. */
const machine = hostname().replace(/[^A-Za-z0-9]/g, '') || 'here';
/** All names of this process: it may have the number of one that has died, as in a container that is started again. */
const own = new Set<string>();

/** A name that nobody else has: `machine-process-random`. */
export function ownName(): string {
  const name = `${machine}-${process.pid}-${randomUUID().slice(0, 8)}`;
  own.add(name);
  return name;
}

/** Whether the process of a name has ended; never of another machine's, of which nobody can know. */
export function isOrphan(name: string): boolean {
  const [where, number, random, ...rest] = name.split('-');
  const id = Number(number);
  if (where !== machine || !Number.isInteger(id) || id <= 0 || !random || rest.length > 0) return false;
  return id === process.pid ? !own.has(name) : !isRunning(id);
}

function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // Another user's process is there, though it is out of reach.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
