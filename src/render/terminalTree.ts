// A dependency tree for the terminal: one word per line, with the arcs to the left.
import { commentValue, type Sentence } from '../conllu/sentence.js';
import { displayWidth } from './displayWidth.js';
import { assertSameWords, drawnHeads } from './drawing.js';
import { printable } from './printable.js';
import { mirrored, terminalArcs } from './terminalArcs.js';

/** Options of a terminal tree. */
export interface TerminalOptions {
  /** The probability of each word's arc, by position; shown if given. */
  probabilities?: ArrayLike<number>; // [n+1]
  /** Whether to use ANSI colours, for a terminal but not for a file. */
  colour?: boolean;
}

type Paint = 'bold' | 'dim' | 'red' | 'green' | 'yellow' | 'cyan';
const codes: Record<Paint, number> = { bold: 1, dim: 2, red: 31, green: 32, yellow: 33, cyan: 36 };

/** A column of the drawing, with its colour per row. */
interface Column {
  texts: string[];
  paint: (row: number) => Paint | undefined;
  align?: 'right';
}

/** Longer words, mostly links, are truncated. */
const widest = 36;

/** Arcs below this probability are highlighted. */
const doubtful = 0.5;

/** The tree as lines with line feeds; the first ones have the sentence's id and text, if any. */
export function terminalTree(sentence: Sentence, options: TerminalOptions = {}): string {
  const { probabilities } = options;
  const columns = columnsOf(sentence);
  if (probabilities) {
    columns.push({
      texts: sentence.words.map(({ id }) => `${(100 * probabilities[id]).toFixed(0)}%`),
      paint: (row) => (probabilities[row + 1] < doubtful ? 'yellow' : 'dim'),
      align: 'right',
    });
  }
  return titleOf(sentence, options) + table(columns, options);
}

/** Two trees over the same words, gold to the left and system to the right; ≠ marks differing arcs. */
export function terminalComparison(
  gold: Sentence,
  system: Sentence,
  options: Pick<TerminalOptions, 'colour'> = {},
): string {
  assertSameWords(gold, system);
  const arcs = terminalArcs(drawnHeads(system));
  const differs = system.words.map(
    ({ head, deprel }, row) => head !== gold.words[row].head || deprel !== gold.words[row].deprel,
  );
  const columns: Column[] = [
    ...columnsOf(gold),
    { texts: differs.map((differing) => (differing ? '≠' : '')), paint: () => 'red' },
    {
      texts: system.words.map((word) => printable(word.deprel)),
      paint: (row) => (differs[row] ? 'red' : 'green'),
      align: 'right',
    },
    { texts: arcs.map(mirrored), paint: () => 'dim' },
  ];
  return titleOf(gold, options) + table(columns, options);
}

/** Arcs, words, tags and labels. */
function columnsOf(sentence: Sentence): Column[] {
  const { words } = sentence;
  return [
    { texts: terminalArcs(drawnHeads(sentence)), paint: () => 'dim' },
    {
      texts: words.map((word) => printable(word.form, widest)),
      paint: (row) => (words[row].head === 0 ? 'bold' : undefined),
    },
    { texts: words.map((word) => printable(word.upos)), paint: () => 'cyan' },
    { texts: words.map((word) => printable(word.deprel)), paint: () => 'green' },
  ];
}

function titleOf(sentence: Sentence, { colour = false }: TerminalOptions): string {
  return ['sent_id', 'text']
    .map((name) => commentValue(sentence, name))
    .filter((value) => value !== undefined)
    .map((value) => `${painted(`# ${printable(value)}`, 'dim', colour)}\n`)
    .join('');
}

function table(columns: readonly Column[], { colour = false }: TerminalOptions): string {
  const widths = columns.map(({ texts }) =>
    texts.reduce((width, text) => Math.max(width, displayWidth(text)), 0),
  );
  const rows = columns[0].texts.map((_, row) => {
    const cells = columns.map(({ texts, paint, align }, index) => {
      const text = painted(texts[row], paint(row), colour);
      const padding = ' '.repeat(widths[index] - displayWidth(texts[row]));
      return align === 'right' ? padding + text : text + padding;
    });
    // One space between an arc and its word, two between the other columns.
    const [arcs, ...rest] = cells;
    return `${arcs}${arcs === '' ? '' : ' '}${rest.join('  ')}`.trimEnd();
  });
  return rows.map((row) => `${row}\n`).join('');
}

function painted(text: string, paint: Paint | undefined, colour: boolean): string {
  return colour && paint && text !== '' ? `\x1b[${codes[paint]}m${text}\x1b[0m` : text;
}
