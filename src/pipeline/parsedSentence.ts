// Parsed sentences: copies of the sentences that were given, with the trees written into them.
//
// Heads and labels are set; all other columns and the comments stay as they are. Enhanced graphs are the exception: they
// belong to another tree, so DEPS becomes `_`, and empty nodes, which stand in such graphs only, are left out.
import { confidenceName } from '../conllu/confidence.js';
import { commentValue, type Sentence, type Word } from '../conllu/sentence.js';
import { writeSentence } from '../conllu/writer.js';
import { deprojectivize } from '../tree/pseudoProjective.js';
import type { Analysis, AnalyzedTree, Rival } from './analysis.js';

export interface ParsedTree {
  /** A copy with this tree. */
  readonly sentence: Sentence;
  /** With k best trees. */
  readonly score?: number;
  /** Of the whole tree, with k best trees and on request. */
  readonly probability?: number;
  /** Of the words' arcs, on request; ROOT's is 1. */
  readonly probabilities?: Float32Array; // [n+1]
  /** The most probable other heads of each word, on request; ROOT has none. */
  readonly rivals?: readonly (readonly Rival[])[]; // [n+1]
}

export interface ParsedSentence {
  /** Best first: one, unless more were asked for. */
  readonly trees: readonly ParsedTree[];
  /** What the reader of the tree should know. */
  readonly warning?: string;
}

export interface LabelNames {
  readonly labels: readonly string[];
  /** Whether labels say which arcs were lifted to make the tree projective. */
  readonly lifted: boolean;
}

export function parsedSentence(
  sentence: Sentence,
  { trees, shortcut }: Analysis,
  names: LabelNames,
  maxLength: number,
): ParsedSentence {
  const ranked = trees.length > 1 || trees[0].score !== undefined;
  const parsed = trees.map((tree, at) => {
    const comments = ranked ? rankedComments(sentence.comments, at + 1, tree.score) : sentence.comments;
    // Searching for the heads of lifted arcs takes too long where sentences are too long for exact decoding.
    const words = wordsOf(sentence.words, tree, names, shortcut === undefined);
    return {
      // What stands around a sentence stands around all of its trees.
      sentence: {
        ...sentence,
        comments: [...comments],
        words,
        emptyNodes: [],
        before: at === 0 ? sentence.before : '',
        after: at === trees.length - 1 ? sentence.after : '',
      },
      score: tree.score,
      probability: tree.probability,
      probabilities: tree.probabilities,
      rivals: tree.rivals,
    };
  });
  if (!shortcut) return { trees: parsed };
  const warning = `${nameOf(sentence)} has ${sentence.words.length} words, more than ${maxLength}: it is parsed ${shortcut}.`;
  return { trees: parsed, warning };
}

function wordsOf(
  words: readonly Word[],
  { heads, labels, probabilities }: AnalyzedTree,
  names: LabelNames,
  restores: boolean,
): Word[] {
  const named = Array.from(heads, (_, word) => (labels && word > 0 ? names.labels[labels[word]] : '_'));
  let tree = { heads, labels: named };
  if (names.lifted) {
    tree = restores
      ? deprojectivize(heads, named)
      : { heads, labels: named.map((label) => label.split('|')[0]) };
  }
  return words.map((word) => ({
    ...word,
    head: tree.heads[word.id],
    deprel: tree.labels[word.id],
    deps: '_',
    misc: probabilities ? withConfidence(word.misc, probabilities[word.id]) : word.misc,
  }));
}

function withConfidence(misc: string, probability: number): string {
  const others = misc
    .split('|')
    .filter((item) => item !== '' && item !== '_' && !item.startsWith(`${confidenceName}=`));
  // Rounding in the marginals may go a little beyond 1.
  const value = Number(Math.min(1, probability).toFixed(4));
  return [...others, `${confidenceName}=${value}`].join('|');
}

function rankedComments(comments: readonly string[], rank: number, score: number | undefined): string[] {
  const others = comments.filter((comment) => !/^#\s*arcwise_(rank|score)\s*=/.test(comment));
  return [...others, `# arcwise_rank = ${rank}`, `# arcwise_score = ${score?.toFixed(4)}`];
}

function nameOf(sentence: Sentence): string {
  const id = commentValue(sentence, 'sent_id');
  const place = sentence.line > 0 ? ` on line ${sentence.line}` : '';
  return id === undefined ? `The sentence${place}` : `The sentence ${id}${place}`;
}

/** All trees of a sentence as CoNLL-U. */
export function writeParsed({ trees }: ParsedSentence): string {
  return trees.map(({ sentence }) => writeSentence(sentence)).join('');
}
