// The paper's notation: names of transitions and tables, items, numbers.

const symbols: Readonly<Record<string, string>> = {
  shift: 'sh',
  reduceLeft: 're↶',
  reduceRight: 're↷',
  rightArc: 'ra',
  reduce: 're',
  attachLeft: 'at↶',
  attachRight: 'at↷',
  arc: 'c',
};

const fullNames: Readonly<Record<string, string>> = {
  shift: 'shift',
  reduceLeft: 'reduce left',
  reduceRight: 'reduce right',
  rightArc: 'right-arc',
  reduce: 'reduce',
};

/** The short name of a transition or score table. */
export function symbolOf(name: string): string {
  return symbols[name] ?? name;
}

/** The name of a transition in words. */
export function fullNameOf(transition: string): string {
  return fullNames[transition] ?? transition;
}

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
