// Restores sentence trees from their JSON.
import { newSentence, newWord, type Sentence, type TokenRange, type Word } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import type { Rival } from '../pipeline/candidates.js';
import type { MultiwordToken, PlacedText, TreeContent } from './sentenceTree.js';

/** A word in the JSON of a sentence. */
export interface TreeWordJson {
  readonly id: number;
  readonly form: string;
  readonly start: number;
  readonly end: number;
  readonly lemma: string;
  readonly upos: string;
  readonly xpos: string;
  readonly feats: string;
  readonly head: number;
  readonly deprel: string;
  readonly probability?: number;
  readonly rivals?: readonly Rival[] | undefined;
}

/** A sentence as `JSON.parse` reads it. */
export interface SentenceTreeJson {
  readonly id?: string;
  readonly text: string;
  readonly words: readonly TreeWordJson[];
  readonly multiwordTokens?: readonly MultiwordToken[];
  readonly score?: number;
  readonly probability?: number;
  readonly alternatives?: readonly SentenceTreeJson[];
  readonly warning?: string;
}

/** The arguments of the tree's constructor. */
export function revived(json: SentenceTreeJson): [TreeContent, PlacedText] {
  const { id, text, words, score, probability } = json;
  const comments = [...(id === undefined ? [] : [`# sent_id = ${id}`]), `# text = ${text}`];
  const sentence: Sentence = {
    ...newSentence(words.map(wordOf), comments),
    ranges: (json.multiwordTokens ?? []).map(rangeOf),
  };
  joinTokens(sentence, words);
  const isSure = words.length > 0 && words.every((word) => word.probability !== undefined);
  const probabilities = isSure
    ? Float32Array.of(1, ...words.map((word) => word.probability ?? 0))
    : undefined;
  return [
    { sentence, score, probability, probabilities, rivalsOf: (word) => words[word.id - 1].rivals },
    { text, starts: words.map(({ start }) => start), ends: words.map(({ end }) => end) },
  ];
}

const given = (column: string) => (column === '' ? '_' : column);

function wordOf({ id, form, lemma, upos, xpos, feats, head, deprel }: TreeWordJson): Word {
  return {
    ...newWord(id, form),
    lemma: given(lemma),
    upos: given(upos),
    xpos: given(xpos),
    feats: given(feats),
    head,
    deprel: given(deprel),
  };
}

function rangeOf({ form, first, last }: MultiwordToken): TokenRange {
  const { id: _, ...columns } = newWord(first, form);
  return { ...columns, first, last, head: '_' };
}

/** Adds SpaceAfter=No between tokens whose places touch. */
function joinTokens(sentence: Sentence, words: readonly TreeWordJson[]): void {
  for (const { columns, last } of tokensOf(sentence)) {
    if (words[last]?.start === words[last - 1].end) columns.misc = 'SpaceAfter=No';
  }
}
