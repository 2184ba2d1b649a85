// The garbage collector of a program whose cores are all busy.
import { setFlagsFromString } from 'node:v8';

/**
 * Lets each thread collect its short-lived garbage alone. By default V8 has several helpers: they would take the cores from
 * other threads, and the thread would wait for them. This affects the whole process, so only programs do it.
 */
export function collectAlone(): void {
  setFlagsFromString('--no-parallel-scavenge');
}
