// The words of multiword tokens, by rules learned from a treebank: don't → do + n't, du → de + le.
//
// A rule replaces the ending of a token by the endings of words: n't → "" + n't makes do + n't of don't. A whole token has
// a rule of its own where those for its endings would make something else of it.
import type { MultiwordRule } from '../model/alphabet.js';
import type { Paragraph } from './documents.js';

/** The form of a token, and those of its words if it is a multiword token. */
export interface TokenForms {
  readonly form: string;
  readonly words?: readonly string[];
}

export function* formsOf(paragraphs: Iterable<Paragraph>): Generator<TokenForms> {
  for (const { text, tokens } of paragraphs) {
    for (const { start, end, words } of tokens) yield { form: text.slice(start, end), words };
  }
}

/** Characters before what changes that a rule may look at. */
const CONTEXT = 3;

export class MultiwordRules {
  readonly rules: MultiwordRule[];
  #words: Map<string, readonly string[]>;
  #longest: number;

  constructor(rules: MultiwordRule[]) {
    this.rules = rules;
    this.#words = new Map(rules.map(([ending, ...words]) => [ending, words]));
    this.#longest = rules.reduce((longest, [ending]) => Math.max(longest, ending.length), 0);
  }

  /** The rules by which most multiword tokens become what they are in a treebank. */
  static of(tokens: Iterable<TokenForms>): MultiwordRules {
    const counts = new Map<string, Map<string, number>>();
    const count = (ending: string, words: readonly string[]) => {
      const key = JSON.stringify(words);
      const of = counts.get(ending) ?? new Map<string, number>();
      counts.set(ending, of.set(key, (of.get(key) ?? 0) + 1));
    };
    for (const { form, words } of tokens) {
      if (!words) continue;
      const token = lowerCase(form);
      const [first, ...others] = words.map(lowerCase);
      count(`^${token}`, [first, ...others]);
      const same = commonPrefix(token, first);
      for (let start = same; start > 0 && start >= same - CONTEXT; start--) {
        if (start < token.length) count(token.slice(start), [first.slice(start), ...others]);
      }
    }
    // Shorter endings come first, so that what they do right needs no longer one.
    const endings = [...counts.keys()].sort((a, b) => a.length - b.length || (a < b ? -1 : 1));
    const whole = endings.filter((ending) => ending.startsWith('^'));
    let learned = new MultiwordRules([]);
    for (const group of [endings.filter((ending) => !ending.startsWith('^')), whole]) {
      const kept: MultiwordRule[] = [];
      let length = 0;
      for (const ending of group) {
        if (ending.length > length) {
          learned = new MultiwordRules([...learned.rules, ...kept.splice(0)]);
          length = ending.length;
        }
        const [[best]] = [...(counts.get(ending) ?? [])].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
        const words: string[] = JSON.parse(best);
        const token = ending.replace('^', '');
        if (JSON.stringify(learned.#apply(token, ending === token)) !== best) kept.push([ending, ...words]);
      }
      learned = new MultiwordRules([...learned.rules, ...kept]);
    }
    return learned;
  }

  /** The words of a multiword token in its own case; undefined where no rule knows it. */
  wordsOf(form: string): string[] | undefined {
    const token = lowerCase(form);
    const words = this.#apply(token, false);
    if (!words) return undefined;
    if (words.join('') === token) return partsOf(form, words);
    if (form !== token && form.length > 1 && form === form.toUpperCase())
      return words.map((word) => word.toUpperCase());
    if (form[0] !== token[0]) words[0] = words[0][0].toUpperCase() + words[0].slice(1);
    return words;
  }

  /** The words of a token in lower case; of an ending, whose first word may be empty, if it is only that. */
  #apply(token: string, isEnding: boolean): string[] | undefined {
    const whole = isEnding ? undefined : this.#words.get(`^${token}`);
    if (whole) return [...whole];
    for (let start = Math.max(0, token.length - this.#longest); start < token.length; start++) {
      const words = this.#words.get(token.slice(start));
      if (!words) continue;
      const first = token.slice(0, start) + words[0];
      return isEnding || first !== '' ? [first, ...words.slice(1)] : undefined;
    }
    return undefined;
  }
}

/** A form cut into parts as long as the given ones. */
function partsOf(form: string, lengths: readonly string[]): string[] {
  let end = 0;
  return lengths.map(({ length }) => {
    end += length;
    return form.slice(end - length, end);
  });
}

/** In lower case with every character where it was: İ, which would become two, stays. */
function lowerCase(form: string): string {
  const lower = form.toLowerCase();
  if (lower.length === form.length) return lower;
  return Array.from(form, (character) => {
    const one = character.toLowerCase();
    return one.length === character.length ? one : character;
  }).join('');
}

function commonPrefix(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
