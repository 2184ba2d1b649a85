// Names for the temporary files and leases of a process, from which another one can tell whether the owner has died.
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';

/** Without dots and dashes, which are separators in the names. */
const machine = hostname().replace(/[^A-Za-z0-9]/g, '') || 'here';
/** All names of this process, whose id a dead one may have had, as in a restarted container. */
const own = new Set<string>();

/** A unique name: `machine-process-random`. */
export function ownName(): string {
  const name = `${machine}-${process.pid}-${randomUUID().slice(0, 8)}`;
  own.add(name);
  return name;
}

/** Whether the process of a name has ended; false for other machines, where that is unknown. */
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
    // EPERM means that the process exists but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
