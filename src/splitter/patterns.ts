// Patterns of single tokens that are the same in nearly every treebank, however rare: addresses, dates, numbers, file
// names, emoticons, emoji. Within a match the network, which has seen few of them, is not consulted.
//
// A treebank may have other conventions: a model leaves out the patterns that its treebank contradicts. Emoji are tokens
// everywhere, a row of them one token.
import { emojiRun, isEmoji } from '../conllu/emoji.js';
import { isBlank } from './characters.js';
import type { Paragraph } from './documents.js';

/** A match of a pattern, from `start` up to `end`. */
export interface PatternMatch {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** Whether it is a whole token, rather than part of a possibly longer one. */
  readonly whole: boolean;
}

interface Pattern {
  readonly source: string;
  readonly whole?: boolean;
}

/** The characters of words and addresses, except letters of scripts that follow without a space. */
const letter = '[\\p{L}\\p{M}\\p{N}_]';
const inAddress = '(?:[!#-;=?-~]|[\\p{Script=Latin}\\p{Script=Cyrillic}\\p{Script=Greek}])';
const host = '[\\p{L}\\p{N}-]{1,63}(?:\\.[\\p{L}\\p{N}-]{1,63}){1,8}';
const extensions =
  'asp|avi|bat|bmp|conf|cpp|css|csv|dat|dll|docx?|exe|gif|gz|html?|ini|java|jpe?g|json|jsx?|log|md|mov|mp3|mp4|' +
  'pdf|php|png|pptx?|py|rar|sh|svg|tar|tgz|tsx?|txt|xlsx?|xml|ya?ml|zip';

/** In the order in which they are tried. Repetitions are bounded, or start only where none is running, so time is linear. */
const patterns: Readonly<Record<string, Pattern>> = {
  emoji: { source: emojiRun, whole: true },
  url: {
    source: `(?<!${letter})(?:(?:https?|ftps?|sftp|file):\\/\\/|www\\.)[\\p{L}\\p{N}]${inAddress}{0,500}`,
    whole: true,
  },
  email: {
    source: `(?<![\\p{L}\\p{M}\\p{N}_.+%#-])(?:mailto:)?[\\p{L}\\p{N}_.+%-]{1,64}@${host}(?![\\p{L}\\p{N}@])`,
    whole: true,
  },
  date: {
    source:
      '(?<![\\p{L}\\p{N}_.,:/-])(?:\\d{4}-(?:0?[1-9]|1[0-2])-(?:0?[1-9]|[12]\\d|3[01])|' +
      '\\d{1,4}\\/\\d{1,2}\\/\\d{1,4}|\\d{1,2}\\.\\d{1,2}\\.\\d{2,4})(?![\\p{L}\\p{N}_/-])',
  },
  time: { source: '(?<![\\p{L}\\p{N}_.,:/-])\\d{1,2}:\\d{2}(?::\\d{2})?(?![\\d:])' },
  number: {
    source:
      '(?<![\\p{L}\\p{N}_.,:/-])(?:\\d{1,3}(?:,\\d{3})+(?:\\.\\d+)?|\\d{1,3}(?:\\.\\d{3})+(?:,\\d+)?|' +
      '\\d+(?:\\.\\d+)+|\\d+,\\d+)(?![.,]?\\d)',
  },
  handle: { source: `(?<![\\p{L}\\p{M}\\p{N}_@+%-])@${letter}+(?![@.]${letter})` },
  tag: { source: `(?<![\\p{L}\\p{M}\\p{N}_#&])#\\p{N}*[\\p{L}_]${letter}*` },
  file: {
    source: `(?<![\\p{L}\\p{M}\\p{N}_./@-])[\\p{L}\\p{N}_-]+(?:\\.[\\p{L}\\p{N}_-]+){0,8}\\.(?:${extensions})(?!${letter})`,
  },
  emoticon: {
    source:
      "(?<!\\S)(?:[:;=]['’]?[-^o~]?[)(\\]\\[DpPoO/\\\\|*><3]+|<3+|\\^[_.-]?\\^|[oO]_[oO]|-_-)(?=[\\s.,!?]|$)",
    whole: true,
  },
};

export const patternNames: readonly string[] = Object.keys(patterns);

export class Patterns {
  readonly names: readonly string[];
  #expression: RegExp;

  /** Emoji, and the patterns with these names; unknown names, from a later version, are ignored. */
  constructor(names: Iterable<string>) {
    const known = new Set(['emoji', ...names]);
    this.names = patternNames.filter((name) => known.has(name));
    const sources = this.names.map((name) => `(?<${name}>${patterns[name].source})`);
    this.#expression = new RegExp(sources.join('|'), 'giu');
  }

  /** The patterns that the tokens of paragraphs do not contradict: at most one in five matches is not a token. */
  static of(paragraphs: readonly Paragraph[]): Patterns {
    const single = patternNames.map((name) => ({ name, pattern: new Patterns([name]), kept: 0, cut: 0 }));
    for (const { text, tokens } of paragraphs) {
      const ends = new Set(tokens.map(({ end }) => end));
      const starts = new Set(tokens.map(({ start }) => start));
      for (const one of single) {
        for (const match of one.pattern.matchesOf(text)) {
          if (match.name !== one.name) continue;
          if (isKept(match, starts, ends)) one.kept++;
          else one.cut++;
        }
      }
    }
    return new Patterns(single.flatMap(({ name, kept, cut }) => (4 * cut <= kept ? [name] : [])));
  }

  /** The matches in a text, in order and without overlap. */
  *matchesOf(text: string): Generator<PatternMatch> {
    for (let at = 0, end = 0; at < text.length; at++) {
      if (!isSign(text, at)) continue;
      // Matches contain no blanks, and most stretches between blanks have no match.
      let start = at;
      while (start > end && !isBlank(text.charCodeAt(start - 1))) start--;
      for (end = at + 1; end < text.length && !isBlank(text.charCodeAt(end)); ) end++;
      yield* this.#matchesIn(text.slice(start, end), start);
      at = end;
    }
  }

  *#matchesIn(stretch: string, offset: number): Generator<PatternMatch> {
    const expression = this.#expression;
    expression.lastIndex = 0;
    for (let match = expression.exec(stretch); match; match = expression.exec(stretch)) {
      const { groups = {}, index } = match;
      const name = this.names.find((one) => groups[one] !== undefined) as string;
      const end = name === 'url' ? endOfAddress(stretch, index, expression.lastIndex) : expression.lastIndex;
      if (name !== 'emoji' || isEmoji(match[0])) {
        yield { name, start: offset + index, end: offset + end, whole: patterns[name].whole ?? false };
      }
      expression.lastIndex = end;
    }
  }
}

/** Every match but emoji contains one of these characters, with a non-blank character next to it. */
const signs = new Set(Array.from('@#:;=^<_.,/-', (sign) => sign.charCodeAt(0)));

function isSign(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  // The units that every emoji has at least one of.
  if (unit >= 0x20e3 && (unit <= 0x2bff || (unit >= 0xd83c && unit <= 0xd83e) || unit === 0xfe0f))
    return true;
  if (!signs.has(unit)) return false;
  const next = text.charCodeAt(at + 1);
  // Most of these end a clause.
  return unit === 0x5f || unit === 0x5e || !(Number.isNaN(next) || isBlank(next));
}

function isKept(
  { start, end, whole }: PatternMatch,
  starts: ReadonlySet<number>,
  ends: ReadonlySet<number>,
): boolean {
  for (let at = start + 1; at < end; at++) if (ends.has(at)) return false;
  return !whole || (starts.has(start) && ends.has(end));
}

/** Strips trailing punctuation from an address: a closing bracket belongs to it only if the opening one does. */
function endOfAddress(text: string, start: number, end: number): number {
  const counts = new Map<string, number>();
  const add = (character: string, more: number) => counts.set(character, (counts.get(character) ?? 0) + more);
  for (let at = start; at < end; at++) add(text.charAt(at), 1);
  for (let last = end; ; last--) {
    const character = text.charAt(last - 1);
    if (!/[.,;:!?'*()[\]{}|]/.test(character)) return last;
    const opening = ['()', '[]', '{}'].find((pair) => pair[1] === character)?.[0];
    if (opening && (counts.get(opening) ?? 0) >= (counts.get(character) ?? 0)) return last;
    add(character, -1);
  }
}
