// The words of multiword tokens, by rules learned from a treebank: don't → do + n't, du → de + le.
//
// A rule replaces the ending of a token by the endings of words: n't → "" + n't turns don't into do + n't. A blank marks
// the beginning of a token, so that a whole token can have its own rule if its endings are misleading. In languages that
// prefix words to others, such as Hebrew and Arabic, rules replace beginnings, and the blank marks the end. This is
// implemented as the replacement of endings in reversed text.
import type { Paragraph } from './documents.js';

/** An ending (or beginning) of a multiword token in lower case, and its words. */
export type MultiwordRule = [end: string, ...words: string[]];

/** The form of a token, and the forms of its words if it is a multiword token. */
export interface TokenForms {
  readonly form: string;
  readonly words?: readonly string[];
}

export function* formsOf(paragraphs: Iterable<Paragraph>): Generator<TokenForms> {
  for (const { text, tokens } of paragraphs) {
    for (const { start, end, words } of tokens) yield { form: text.slice(start, end), words };
  }
}

/** The most characters of context before the change in a rule. */
const CONTEXT = 3;

export class MultiwordRules {
  readonly rules: MultiwordRule[] = [];
  /** Whether they replace beginnings. */
  readonly mirrored: boolean;
  /** Reversed if they replace beginnings. */
  #words = new Map<string, readonly string[]>();
  #longest = 0;

  constructor(rules: Iterable<MultiwordRule>, mirrored = false) {
    this.mirrored = mirrored;
    for (const rule of rules) this.#add(rule);
  }

  /** Learns rules that split most multiword tokens of a treebank correctly, and probably most others. */
  static of(tokens: Iterable<TokenForms>): MultiwordRules {
    const counts = new Map<string, { token: string; words: string[]; times: number }>();
    for (const { form, words: given } of tokens) {
      if (!given) continue;
      const [token, words] = [lowerCase(form), given.map(lowerCase)];
      const key = JSON.stringify([token, words]);
      const { times } = counts.get(key) ?? { times: 0 };
      counts.set(key, { token, words, times: times + 1 });
    }
    const different = [...counts.values()];
    const halves = [0, 1].map((half) => different.filter((_, at) => at % 2 === half));
    /** How many tokens of each half the rules of the other half split correctly. */
    const right = (mirrored: boolean) =>
      halves.reduce((sum, half, other) => {
        const rules = MultiwordRules.#learned(halves[1 - other], mirrored);
        return sum + half.filter(({ token, words }) => String(rules.wordsOf(token)) === String(words)).length;
      }, 0);
    return MultiwordRules.#learned(different, right(true) > right(false));
  }

  static #learned(
    tokens: readonly { token: string; words: readonly string[]; times: number }[],
    mirrored: boolean,
  ): MultiwordRules {
    const learned = new MultiwordRules([], mirrored);
    const counts = new Map<string, Map<string, number>>();
    for (const { token: natural, words, times: found } of tokens) {
      const token = ` ${learned.#mirror([natural])[0]}`;
      const [first, ...others] = learned.#mirror(words);
      const changed = Math.min(commonPrefix(token, ` ${first}`), token.length - 1);
      const context = Array.from({ length: CONTEXT + 1 }, (_, length) => Math.max(0, changed - length));
      for (const start of new Set([0, ...context])) {
        const ending = token.slice(start);
        const made = JSON.stringify([` ${first}`.slice(start), ...others]);
        const times = counts.get(ending) ?? new Map<string, number>();
        counts.set(ending, times.set(made, (times.get(made) ?? 0) + found));
      }
    }
    // Shorter endings come first, so that longer ones are added only where they are needed.
    for (const [ending, times] of [...counts].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1))) {
      const [[best]] = [...times].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
      if (JSON.stringify(learned.#apply(ending)) === best) continue;
      const [natural] = learned.#mirror([ending]);
      learned.#add([natural, ...learned.#mirror(JSON.parse(best))]);
    }
    return learned;
  }

  /** The words of a multiword token in its own case; undefined if no rule applies. */
  wordsOf(form: string): string[] | undefined {
    const token = lowerCase(form);
    const seen = this.#apply(` ${this.#mirror([token])[0]}`);
    if (!seen) return undefined;
    seen[0] = seen[0].slice(1);
    if (seen[0] === '') return undefined;
    const words = this.#mirror(seen);
    if (words.join('') === token) return partsOf(form, words);
    if (form !== token && form.length > 1 && form === form.toUpperCase())
      return words.map((word) => word.toUpperCase());
    if (form[0] !== token[0] && words[0]) words[0] = words[0][0].toUpperCase() + words[0].slice(1);
    return words;
  }

  /** Applies the rule of the longest matching ending to a token after a blank, or to an ending. */
  #apply(token: string): string[] | undefined {
    for (let start = Math.max(0, token.length - this.#longest); start < token.length; start++) {
      const words = this.#words.get(token.slice(start));
      if (words) return [token.slice(0, start) + words[0], ...words.slice(1)];
    }
    return undefined;
  }

  #add(rule: MultiwordRule): void {
    const [end, ...words] = rule;
    const [ending] = this.#mirror([end]);
    this.rules.push(rule);
    this.#words.set(ending, this.#mirror(words));
    this.#longest = Math.max(this.#longest, ending.length);
  }

  /** The texts, reversed if rules replace beginnings. */
  #mirror(texts: readonly string[]): string[] {
    if (!this.mirrored) return [...texts];
    return texts.map((text) => text.split('').reverse().join('')).reverse();
  }
}

/** A form split into parts of the same lengths as the given ones. */
function partsOf(form: string, lengths: readonly string[]): string[] {
  let end = 0;
  return lengths.map(({ length }) => {
    end += length;
    return form.slice(end - length, end);
  });
}

/** Lower case that preserves positions: İ, which would become two characters, is kept. */
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
