// The paper's notation: names of transitions and tables, definitions of transitions, numbers.

export const systemNames: readonly string[] = ['arc-standard', 'arc-hybrid', 'arc-eager'];

/** The short names of transitions and score tables. */
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

export const fullNames: Readonly<Record<string, string>> = {
  shift: 'shift',
  reduceLeft: 'reduce left',
  reduceRight: 'reduce right',
  rightArc: 'right-arc',
  reduce: 'reduce',
};

const shift = '(σ, b₀|β) ⇒ (σ|b₀, β)';
const reduceRight = '(σ|s₁|s₀, β) ⇒ (σ|s₁, β), s₁ ↷ s₀';
const reduceLeft = '(σ|s₀, b₀|β) ⇒ (σ, b₀|β), s₀ ↶ b₀';

type Definitions = Readonly<Partial<Record<string, string>>>;

/** The transitions as the paper defines them: stack and buffer before and after, and the new arc. */
export const definitions: Readonly<Record<string, Definitions>> = {
  'arc-standard': { shift, reduceLeft: '(σ|s₁|s₀, β) ⇒ (σ|s₀, β), s₁ ↶ s₀', reduceRight },
  'arc-hybrid': { shift, reduceLeft, reduceRight },
  'arc-eager': {
    shift,
    reduceLeft,
    rightArc: '(σ|s₀, b₀|β) ⇒ (σ|s₀|b₀, β), s₀ ↷ b₀',
    reduce: '(σ|s₀, β) ⇒ (σ, β)',
  },
};

/** A score with two decimals and a real minus sign. */
export function scoreText(score: number): string {
  if (score === -Infinity) return '−∞';
  const text = Math.abs(score).toFixed(2);
  return score < 0 && Number(text) > 0 ? `−${text}` : text;
}

/** An item in the paper's notation: the bit of arc-eager is raised, and the flag of canonical charts follows a bar. */
export function itemText({ i, j, h, b, f }: Item): string {
  const raised = b === undefined ? '' : b === 1 ? '¹' : '⁰';
  return `[${i}${raised}, ${h === undefined ? '' : `${h}, `}${j}${f === undefined ? '' : ` | ${f}`}]`;
}

interface Item {
  readonly i: number;
  readonly j: number;
  readonly h?: number;
  readonly b?: number;
  readonly f?: number;
}
