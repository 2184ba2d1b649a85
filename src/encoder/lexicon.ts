// The biLSTM encoder's lexicon: indices of words, pretrained words, characters and tags.
import type { Sentence, Word } from '../conllu/sentence.js';
import { fits } from '../learner/jsonSchema.js';
import type { BiLstmSettings } from './bilstmSettings.js';
import type { Lexicon } from './encoder.js';
import { countOf, numbered } from './vocabulary.js';
import { WordList } from './wordList.js';

/** The first two entries of every list. */
export const UNKNOWN = 0;
export const ROOT = 1;
// Nothing clashes with these: identical words of a treebank are dropped, and no tag looks like them.
const special = ['(unknown)', '(root)'];

export interface WordLexiconData {
  readonly words: readonly string[];
  /** How often each word occurs in the training data. */
  readonly counts: readonly number[];
  /** The words with fixed pretrained vectors, one per line; a list of strings in older model files. */
  readonly vectors: string;
  readonly characters: readonly string[];
  /** Of all lengths; older model files lack them. */
  readonly endings?: readonly string[];
  readonly upos: readonly string[];
  readonly xpos: readonly string[];
}

/** A longer word is spelled by its first and last characters. */
const LONGEST_SPELLING = 32;

/** In characters. */
export const endingLengths = [1, 2, 3, 4] as const;

/** Rarer endings are unknown: they would teach little. */
const ENDING_COUNT = 3;

/** Marks the beginning of a word that is as short as the ending asked for. */
const BEGINNING = '^';

/** Case and digits matter little to syntax, and folding them makes rare words less rare. */
export function normalize(form: string): string {
  return form.toLowerCase().replace(/[0-9]/g, '0');
}

/** The kinds of tags that a model reads. */
export function tagKinds({ tags }: Pick<BiLstmSettings, 'tags'>): readonly ('upos' | 'xpos')[] {
  return tags === 'none' ? [] : tags === 'both' ? ['upos', 'xpos'] : [tags];
}

export class WordLexicon implements Lexicon {
  readonly data: WordLexiconData;
  /** The words with fixed pretrained vectors. */
  readonly vectors: WordList;
  #words: Map<string, number>;
  #characters: Map<string, number>;
  #endings: Map<string, number>;
  #tags: Record<'upos' | 'xpos', Map<string, number>>;
  #spellings = new Map<string, Int32Array>();

  constructor(data: WordLexiconData) {
    this.data = data;
    this.#words = numbered(data.words);
    this.vectors = WordList.of(data.vectors);
    this.#characters = numbered(data.characters);
    this.#endings = numbered(data.endings ?? []);
    this.#tags = { upos: numbered(data.upos), xpos: numbered(data.xpos) };
  }

  /** Everything in the sentences, most frequent first, and the words with pretrained vectors. */
  static of(
    sentences: readonly Sentence[],
    settings: BiLstmSettings,
    pretrained: Iterable<string> = [],
  ): WordLexicon {
    const words = sentences.flatMap((sentence) => sentence.words);
    const names = (of: (word: Word) => string) => countOf(words.map(of)).map(([name]) => name);
    const counted = countOf(words.map(({ form }) => normalize(form))).filter(
      ([word, times]) => !special.includes(word) && times >= settings.minCount,
    );
    const known = new Set([...special, ...counted.map(([word]) => word)]);
    const fixed = settings.vectorSize > 0;
    const added = fixed ? [] : [...pretrained].filter((word) => !known.has(word));
    const endings = countOf(settings.endingSize > 0 ? endingsIn(words) : []).filter(
      ([ending, times]) => !special.includes(ending) && times >= ENDING_COUNT,
    );
    const spelled = settings.characterUnits > 0 ? charactersOf(words) : [];
    const tags = (kind: 'upos' | 'xpos') =>
      tagKinds(settings).includes(kind) ? [...special, ...names((word) => word[kind])] : [];
    return new WordLexicon({
      words: [...special, ...counted.map(([word]) => word), ...added],
      counts: [0, 0, ...counted.map(([, times]) => times), ...added.map(() => 0)],
      vectors: fixed ? WordList.textOf([...special, ...pretrained]) : '',
      characters: [...special, ...countOf(spelled).map(([character]) => character)],
      ...(settings.endingSize > 0 && { endings: [...special, ...endings.map(([ending]) => ending)] }),
      upos: tags('upos'),
      xpos: tags('xpos'),
    });
  }

  /** The lexicon of a file; undefined if invalid. Its lists determine the sizes of tensors and the lookups in them. */
  static read(data: Readonly<Record<string, unknown>>, settings: BiLstmSettings): WordLexicon | undefined {
    const { words, counts, characters, endings, upos, xpos } = data;
    const vectors = fits(strings, data.vectors) ? WordList.textOf(data.vectors) : data.vectors;
    const own = { words, counts, vectors, characters, ...(endings !== undefined && { endings }), upos, xpos };
    if (!fits(lexiconSchema, own) || own.counts.length !== own.words.length) return undefined;
    const lexicon = new WordLexicon(own);
    const isSound = readLists(settings).every((name) => {
      const list = name === 'vectors' ? lexicon.vectors : own[name];
      return (list?.length ?? 0) >= special.length;
    });
    return isSound ? lexicon : undefined;
  }

  word(form: string): number {
    return this.#words.get(normalize(form)) ?? UNKNOWN;
  }

  /** The index of a word's pretrained vector. */
  vector(form: string): number {
    return Math.max(UNKNOWN, this.vectors.indexOf(normalize(form)));
  }

  /** The indices of a word's characters; the same array for the same word, so that it can serve as a cache key. */
  spelling(form: string): Int32Array {
    let spelling = this.#spellings.get(form);
    if (!spelling) {
      const characters = Array.from(form);
      const numbers = characters.map((character) => this.#characters.get(character) ?? UNKNOWN);
      const half = LONGEST_SPELLING / 2;
      const short =
        numbers.length > LONGEST_SPELLING ? [...numbers.slice(0, half), ...numbers.slice(-half)] : numbers;
      spelling = Int32Array.from(short.length > 0 ? short : [UNKNOWN]);
      if (this.#spellings.size >= MOST_SPELLINGS) this.#spellings.clear();
      // The key is a copy, since a substring would keep the whole text in memory.
      this.#spellings.set(characters.join(''), spelling);
    }
    return spelling;
  }

  /** The index of a word's last characters. */
  ending(form: string, length: number): number {
    return this.#endings.get(endingOf(form, length)) ?? UNKNOWN;
  }

  tag(kind: 'upos' | 'xpos', tag: string): number {
    return this.#tags[kind].get(tag) ?? UNKNOWN;
  }
}

function* charactersOf(words: readonly Word[]): Generator<string> {
  for (const { form } of words) yield* form;
}

function* endingsIn(words: readonly Word[]): Generator<string> {
  for (const { form } of words) for (const length of endingLengths) yield endingOf(form, length);
}

/** The last characters of a word, or all of a short one. */
function endingOf(form: string, length: number): string {
  const characters = Array.from(normalize(form));
  return characters.length > length ? characters.slice(-length).join('') : BEGINNING + characters.join('');
}

/** The cache is cleared at this many spellings, since an endless stream has endless words. */
const MOST_SPELLINGS = 30_000;

const strings = { type: 'array', items: { type: 'string' } } as const;
const lexiconSchema = {
  type: 'object',
  properties: {
    words: strings,
    counts: { type: 'array', items: { type: 'integer', minimum: 0 } },
    vectors: { type: 'string' },
    characters: strings,
    endings: strings,
    upos: strings,
    xpos: strings,
  },
  required: ['words', 'counts', 'vectors', 'characters', 'upos', 'xpos'],
} as const;

/** The lists that an encoder reads, each of which begins with the special entries. */
function readLists(settings: BiLstmSettings): Exclude<keyof WordLexiconData, 'counts'>[] {
  const { wordSize, vectorSize, characterUnits, endingSize, tagSize } = settings;
  return [
    ...(wordSize > 0 ? (['words'] as const) : []),
    ...(vectorSize > 0 ? (['vectors'] as const) : []),
    ...(characterUnits > 0 ? (['characters'] as const) : []),
    ...(endingSize > 0 ? (['endings'] as const) : []),
    ...(tagSize > 0 ? tagKinds(settings) : []),
  ];
}
