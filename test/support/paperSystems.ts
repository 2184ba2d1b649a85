// The three transition systems written down as the paper defines them, on plain lists, and exhaustive search over them.
// They share no code with src/, so that they can judge it.
import type { TransitionSystem } from '../../src/transition/system.js';

export interface PaperConfiguration {
  readonly stack: readonly number[];
  readonly buffer: readonly number[];
  /** Pairs of head and modifier. */
  readonly arcs: readonly (readonly [number, number])[];
}

type Definition = (c: PaperConfiguration) => PaperConfiguration | undefined;

const isAttached = (c: PaperConfiguration, token: number) =>
  c.arcs.some(([, modifier]) => modifier === token);

const shift: Definition = ({ stack, buffer: [b0, ...rest], arcs }) =>
  b0 === undefined ? undefined : { stack: [...stack, b0], buffer: rest, arcs };

const reduceRight: Definition = ({ stack, buffer, arcs }) => {
  const [s1, s0] = stack.slice(-2);
  return s0 === undefined ? undefined : { stack: stack.slice(0, -1), buffer, arcs: [...arcs, [s1, s0]] };
};

const reduceLeftIntoBuffer: Definition = ({ stack, buffer, arcs }) =>
  stack.length === 0 || buffer.length === 0
    ? undefined
    : { stack: stack.slice(0, -1), buffer, arcs: [...arcs, [buffer[0], stack.at(-1)!]] };

const definitions: Record<string, Readonly<Record<string, Definition>>> = {
  'arc-standard': {
    shift,
    reduceRight,
    reduceLeft: ({ stack, buffer, arcs }) => {
      const [s1, s0] = stack.slice(-2);
      return s0 === undefined
        ? undefined
        : { stack: [...stack.slice(0, -2), s0], buffer, arcs: [...arcs, [s0, s1]] };
    },
  },
  'arc-hybrid': { shift, reduceRight, reduceLeft: reduceLeftIntoBuffer },
  'arc-eager': {
    shift,
    reduceLeft: (c) => (isAttached(c, c.stack.at(-1)!) ? undefined : reduceLeftIntoBuffer(c)),
    rightArc: ({ stack, buffer: [b0, ...rest], arcs }) =>
      b0 === undefined || stack.length === 0
        ? undefined
        : { stack: [...stack, b0], buffer: rest, arcs: [...arcs, [stack.at(-1)!, b0]] },
    reduce: (c) => (isAttached(c, c.stack.at(-1)!) ? { ...c, stack: c.stack.slice(0, -1) } : undefined),
  },
};

/** What the paper's transition gives, undefined where it does not apply. It knows nothing of dead ends. */
export function paperApply(
  system: TransitionSystem,
  c: PaperConfiguration,
  transition: number,
): PaperConfiguration | undefined {
  return definitions[system.name][system.transitions[transition]]?.(c);
}

/**
 * Searches everything that can follow a configuration for the least number of wrong arcs still to come; Infinity where
 * no terminal configuration can be reached any more. Memoised on what decides about the future.
 */
export class ExhaustiveSearch {
  readonly system: TransitionSystem;
  readonly gold: Int32Array;
  readonly singleRoot: boolean;
  readonly known = new Map<string, number>();

  constructor(system: TransitionSystem, gold: Int32Array, singleRoot: boolean) {
    this.system = system;
    this.gold = gold;
    this.singleRoot = singleRoot;
  }

  loss(c: PaperConfiguration): number {
    const roots = c.arcs.filter(([head]) => head === 0).length;
    // Once ROOT has left the stack, or has too many dependents, nothing brings that back.
    if (c.stack[0] !== 0 || (this.singleRoot && roots > 1)) return Infinity;
    if (c.buffer.length === 0 && c.stack.length === 1) return 0;
    const attached = c.stack.map((token) => Number(isAttached(c, token)));
    const key = `${c.stack}|${attached}|${c.buffer.length}|${this.singleRoot ? roots : ''}`;
    let loss = this.known.get(key);
    if (loss === undefined) {
      loss = Math.min(...this.lossesAfter(c));
      this.known.set(key, loss);
    }
    return loss;
  }

  /** For each transition the wrong arcs that it makes and that must follow it; Infinity where it leads to no tree. */
  lossesAfter(c: PaperConfiguration): number[] {
    return this.system.transitions.map((_, transition) => {
      const next = paperApply(this.system, c, transition);
      if (next === undefined) return Infinity;
      const wrong = next.arcs.slice(c.arcs.length).filter(([head, modifier]) => this.gold[modifier] !== head);
      return wrong.length + this.loss(next);
    });
  }

  /** The gold arcs that each transition makes unreachable, Infinity where it must not be taken. */
  costs(c: PaperConfiguration): number[] {
    const loss = this.loss(c);
    return this.lossesAfter(c).map((after) => after - loss);
  }
}
