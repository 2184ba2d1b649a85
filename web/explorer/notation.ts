// The paper's notation: names of transitions and tables, definitions of transitions, numbers.
import type { SystemName } from '../../src/explore/explore.js';
import type { TransitionName } from '../../src/transition/system.js';

export const systemNames: readonly SystemName[] = ['arc-standard', 'arc-hybrid', 'arc-eager'];

/** The short names of transitions and of the tables of scores. */
export const symbols: Readonly<Record<string, string>> = {
  shift: 'sh',
  reduceLeft: 're↶',
  reduceRight: 're↷',
  rightArc: 'ra',
  reduce: 're',
  attachLeft: 'at↶',
  attachRight: 'at↷',
  arc: 'c',
};

export const fullNames: Readonly<Record<TransitionName, string>> = {
  shift: 'shift',
  reduceLeft: 'reduce left',
  reduceRight: 'reduce right',
  rightArc: 'right-arc',
  reduce: 'reduce',
};

interface Definition {
  /** Before and after: stack, buffer. */
  readonly from: string;
  readonly to: string;
  /** What it adds to the arcs, head first. */
  readonly arc?: string;
  readonly condition?: string;
}

const shift: Definition = { from: '(σ, b₀|β)', to: '(σ|b₀, β)' };
const reduceRight: Definition = { from: '(σ|s₁|s₀, β)', to: '(σ|s₁, β)', arc: 's₁ ↷ s₀' };
const reduceLeft: Definition = { from: '(σ|s₀, b₀|β)', to: '(σ, b₀|β)', arc: 's₀ ↶ b₀' };

/** The transitions as the paper defines them. */
export const definitions: Readonly<
  Record<SystemName, Readonly<Partial<Record<TransitionName, Definition>>>>
> = {
  'arc-standard': {
    shift,
    reduceLeft: { from: '(σ|s₁|s₀, β)', to: '(σ|s₀, β)', arc: 's₁ ↶ s₀' },
    reduceRight,
  },
  'arc-hybrid': { shift, reduceLeft, reduceRight },
  'arc-eager': {
    shift,
    reduceLeft: { ...reduceLeft, condition: 's₀ has no head yet' },
    rightArc: { from: '(σ|s₀, b₀|β)', to: '(σ|s₀|b₀, β)', arc: 's₀ ↷ b₀' },
    reduce: { from: '(σ|s₀, β)', to: '(σ, β)', condition: 's₀ has its head' },
  },
};

/** A score with two decimals and a real minus sign. */
export function scoreText(score: number): string {
  if (score === -Infinity) return '−∞';
  const text = Math.abs(score).toFixed(2);
  return score < 0 && Number(text) > 0 ? `−${text}` : text;
}

/** An item as the paper writes it, with the bit of arc-eager raised. */
export function itemText({ i, j, h, b }: Item): string {
  if (h !== undefined) return `[${i}, ${h}, ${j}]`;
  return b === undefined ? `[${i}, ${j}]` : `[${i}${b === 1 ? '¹' : '⁰'}, ${j}]`;
}

interface Item {
  readonly i: number;
  readonly j: number;
  readonly h?: number;
  readonly b?: number;
}
