// Parsed sentences: copies of the input sentences with the trees written into them.
//
// Heads and labels are set; other columns and the comments stay unchanged, except for what belongs to the old tree:
// DEPS becomes `_`, empty nodes, which occur only in enhanced graphs, are dropped, and so is the confidence in an arc.
import { confidenceName } from '../conllu/confidence.js';
import { commentValue, type Sentence, type Word } from '../conllu/sentence.js';
import { deprojectivize } from '../tree/pseudoProjective.js';
import type { Analysis, AnalyzedTree } from './analysis.js';
import type { Candidates } from './candidates.js';

export interface ParsedTree {
  /** A copy of the input with this tree. */
  readonly sentence: Sentence;
  /** Present with k-best trees. */
  readonly score?: number;
  /** Of the whole tree; on request, with k-best trees. */
  readonly probability?: number;
  /** Of each word's arc, on request; 1 for ROOT. */
  readonly probabilities?: Float32Array; // [n+1]
  /** The possible heads of each word, on request. */
  readonly candidates?: Candidates;
}

export interface ParsedSentence {
  /** Best first; one unless more were requested. */
  readonly trees: readonly ParsedTree[];
  /** What users of the tree should know. */
  readonly warning?: string;
}

export interface LabelNames {
  readonly labels: readonly string[];
  /** Whether labels mark the arcs that were lifted to make the tree projective. */
  readonly lifted: boolean;
}

/** A parsed sentence whose trees are built on demand, since all of them at once may take much memory. */
export interface LazyParse {
  readonly trees: Iterable<ParsedTree>;
  readonly warning?: string;
}

export function lazyParse(
  sentence: Sentence,
  analysis: Analysis,
  names: LabelNames,
  maxLength: number,
): LazyParse {
  const { shortcut } = analysis;
  const trees = { [Symbol.iterator]: () => treesOf(sentence, analysis, names) };
  if (!shortcut) return { trees };
  const { length } = sentence.words;
  const warning = `${nameOf(sentence)} has ${length} words, more than ${maxLength}: it is parsed ${shortcut}.`;
  return { trees, warning };
}

/** The same with all trees built. */
export function parsedSentence({ trees, warning }: LazyParse): ParsedSentence {
  return { trees: [...trees], ...(warning === undefined ? {} : { warning }) };
}

function* treesOf(
  sentence: Sentence,
  { trees, candidates, shortcut }: Analysis,
  names: LabelNames,
): Generator<ParsedTree> {
  const ranked = trees.length > 1 || trees[0].score !== undefined;
  for (const [at, tree] of trees.entries()) {
    const { score, probability, probabilities } = tree;
    const comments = ranked ? rankedComments(sentence.comments, at + 1, score) : sentence.comments;
    yield {
      // Text around a sentence goes before its first tree and after its last.
      sentence: {
        ...sentence,
        comments: [...comments],
        // In sentences too long for exact decoding, restoring lifted arcs takes too long.
        words: wordsOf(sentence.words, tree, names, shortcut === undefined),
        emptyNodes: [],
        before: at === 0 ? sentence.before : '',
        after: at === trees.length - 1 ? sentence.after : '',
      },
      score,
      probability,
      probabilities,
      candidates,
    };
  }
}

function wordsOf(
  words: readonly Word[],
  { heads, labels, probabilities }: AnalyzedTree,
  names: LabelNames,
  restores: boolean,
): Word[] {
  const named = ['_'];
  for (let word = 1; word < heads.length; word++) named.push(labels ? names.labels[labels[word]] : '_');
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
    misc: withConfidence(word.misc, probabilities?.[word.id]),
  }));
}

/** MISC with the old arc's confidence replaced by the new one's, or removed if there is none. */
function withConfidence(misc: string, probability: number | undefined): string {
  if (probability === undefined && !misc.includes(`${confidenceName}=`)) return misc;
  const others = misc
    .split('|')
    .filter((item) => item !== '' && item !== '_' && !item.startsWith(`${confidenceName}=`));
  if (probability === undefined) return others.join('|') || '_';
  // Rounding may push marginals slightly above 1.
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
