// Parses batches of sentences: from word and tag ids to heads, labels and probabilities, as plain data that threads
// can exchange.
import { beam } from '../decode/beam.js';
import type { Tree } from '../decode/decoding.js';
import { greedy } from '../decode/greedy.js';
import type { Trees } from '../decode/kBestParses.js';
import type { Encoding, Ensemble } from '../parser/ensemble.js';
import type { SentenceScores } from '../parser/sentenceScores.js';
import { type Instance, unparsed } from '../structure/instance.js';
import { joinedTags, type Tags } from '../tagger/tagModel.js';
import { type Candidates, candidatesOf } from './candidates.js';
import { defaultBeam, maxLengthOf, type ParseOptions } from './options.js';

export interface AnalyzedTree {
  readonly heads: Int32Array; // [n+1]
  /** Indices of the ensemble's labels, −1 for ROOT; absent if the models have no labels. */
  readonly labels?: Int32Array; // [n+1]
  /** Present with k-best trees. */
  readonly score?: number;
  /** Of the whole tree; on request, with k-best trees. */
  readonly probability?: number;
  /** Of each word's arc, on request; 1 for ROOT. */
  readonly probabilities?: Float32Array; // [n+1]
}

export interface Analysis {
  /** Best first; one unless more were requested. */
  readonly trees: readonly AnalyzedTree[];
  /** The possible heads of each word, on request. */
  readonly candidates?: Candidates;
  /** The output of the tag reader, if there is one. */
  readonly tags?: Tags;
  /** How a sentence too long for exact decoding was parsed. */
  readonly shortcut?: 'greedily' | 'in pieces';
}

/** Sentences as each member of the ensemble sees them: [sentences][members]. */
export type Sentences = readonly (readonly Instance[])[];

/** Predicts tags from the encoding, so that a model that tags and parses encodes sentences once. */
export type TagReader = (encoding: Encoding) => Tags[];

/** The analyses of a batch of sentences, in order. */
export function analyze(
  ensemble: Ensemble,
  sentences: Sentences,
  options: ParseOptions,
  readTags?: TagReader,
): Analysis[] {
  const maxLength = maxLengthOf(ensemble, options);
  const analyses = new Array<Analysis>(sentences.length);
  const short: number[] = [];
  for (const [at, sentence] of sentences.entries()) {
    const [{ n }] = sentence;
    if (n === 0) analyses[at] = analyzeNothing(ensemble, sentence, readTags);
    else if (n <= maxLength) short.push(at);
    else if (ensemble.system) analyses[at] = analyzeGreedily(ensemble, sentence, options, readTags);
    else analyses[at] = analyzeInPieces(ensemble, sentence, maxLength, readTags);
  }
  if (short.length > 0) {
    const found = analyzeShort(
      ensemble,
      short.map((at) => sentences[at]),
      options,
      readTags,
    );
    for (const [place, at] of short.entries()) analyses[at] = found[place];
  }
  return analyses;
}

/** A sentence without words. */
function analyzeNothing(
  ensemble: Ensemble,
  sentence: readonly Instance[],
  readTags: TagReader | undefined,
): Analysis {
  const trees = [{ heads: Int32Array.of(-1), labels: Int32Array.of(-1) }];
  return ensemble.engine.arena.scope(() => ({ trees, tags: readTags?.(ensemble.encodeLong(sentence))[0] }));
}

function analyzeShort(
  ensemble: Ensemble,
  sentences: Sentences,
  options: ParseOptions,
  readTags: TagReader | undefined,
): Analysis[] {
  return ensemble.engine.arena.scope(() => {
    const encoding = ensemble.encode(
      ensemble.members.map((_, member) => sentences.map((sentence) => sentence[member])),
    );
    const tags = readTags?.(encoding);
    const found = findTrees(ensemble, encoding, options);
    const flat = found.flatMap(({ trees }, sentence) => trees.map(({ heads }) => ({ sentence, heads })));
    const labels = ensemble.label(encoding, flat);
    let next = 0;
    return found.map(({ trees, candidates }, sentence) => ({
      trees: trees.map((tree) => ({ ...tree, labels: labels?.[next++] })),
      candidates,
      tags: tags?.[sentence],
    }));
  });
}

function findTrees(
  ensemble: Ensemble,
  encoding: Encoding,
  { decoder, beam: width = defaultBeam, kBest, marginals, rivals }: ParseOptions,
): Analysis[] {
  const { isGreedy, members, singleRoot, system } = ensemble;
  const [batch] = encoding.batches;
  if (isGreedy && decoder !== 'beam') {
    return members[0].scorer.parse(batch, encoding.encoded[0]).map((heads) => ({ trees: [{ heads }] }));
  }
  if (system && (decoder === 'greedy' || decoder === 'beam')) {
    const scorerOf = ensemble.configurations(encoding);
    return batch.instances.map(({ n }, s) => {
      const score = scorerOf(s);
      const { heads } =
        decoder === 'beam'
          ? beam(system, n, score, width, { singleRoot })
          : greedy(system, n, score, { singleRoot });
      return { trees: [{ heads }] };
    });
  }
  return ensemble.scores(encoding, (scores) => {
    const trees: AnalyzedTree[] = kBest ? take(scores.kBest(), kBest) : [{ heads: scores.best().heads }];
    return marginals || rivals ? withProbabilities(trees, scores, rivals) : { trees };
  });
}

function take(trees: Trees, count: number): Tree[] {
  const taken: Tree[] = [];
  for (const tree of trees) {
    taken.push(tree);
    if (taken.length === count) break;
  }
  return taken;
}

function withProbabilities(
  trees: readonly AnalyzedTree[],
  scores: SentenceScores,
  rivals: number | undefined,
): Analysis {
  const { arcs, ofTree } = scores.probabilities();
  const size = trees[0].heads.length;
  return {
    trees: trees.map((tree) => {
      const probabilities = Float32Array.from(tree.heads, (head, word) =>
        word === 0 ? 1 : arcs[head * size + word],
      );
      const probability = tree.score === undefined ? undefined : ofTree?.(tree.score);
      return { ...tree, probability, probabilities };
    }),
    candidates: rivals === undefined ? undefined : candidatesOf(arcs, size - 1, rivals),
  };
}

/** Time and memory are linear in the length. */
function analyzeGreedily(
  ensemble: Ensemble,
  sentence: readonly Instance[],
  { decoder }: ParseOptions,
  readTags: TagReader | undefined,
): Analysis {
  const { engine, system, singleRoot } = ensemble;
  const isAsked = ensemble.isGreedy || decoder === 'greedy';
  if (!system) throw new Error('The models take no transitions.');
  return engine.arena.scope(() => {
    const encoding = ensemble.encodeLong(sentence);
    const score = ensemble.configurations(encoding)(0);
    const { heads } = greedy(system, sentence[0].n, score, { singleRoot });
    const labels = ensemble.label(encoding, [{ sentence: 0, heads }])?.[0];
    const [tags] = readTags?.(encoding) ?? [];
    return { trees: [{ heads, labels }], tags, ...(isAsked ? {} : { shortcut: 'greedily' as const }) };
  });
}

/** Parses pieces of at most `longest` words and about equal length as if they were sentences. */
function analyzeInPieces(
  ensemble: Ensemble,
  sentence: readonly Instance[],
  longest: number,
  readTags: TagReader | undefined,
): Analysis {
  const [{ n }] = sentence;
  const count = Math.ceil(n / longest);
  const heads = new Int32Array(n + 1).fill(-1);
  const labels = new Int32Array(n + 1).fill(-1);
  const tagsOfPieces: Tags[] = [];
  let isLabeled = false;
  let root = 0;
  for (let piece = 0; piece < count; piece++) {
    const [from, to] = [Math.floor((piece * n) / count), Math.floor(((piece + 1) * n) / count)];
    const words = ensemble.members.map(({ encoder }, at) => unparsed(encoder.cut(sentence[at], from, to)));
    const [{ trees, tags }] = analyzeShort(ensemble, [words], {}, readTags);
    const [tree] = trees;
    if (tags) tagsOfPieces.push(tags);
    isLabeled = tree.labels !== undefined;
    for (let word = 1; word <= to - from; word++) {
      const head = tree.heads[word];
      labels[from + word] = tree.labels?.[word] ?? -1;
      heads[from + word] = head === 0 ? root : from + head;
      if (head !== 0 || !ensemble.singleRoot) continue;
      // The roots of later pieces attach to the first one.
      if (root === 0) root = from + word;
      else labels[from + word] = besideRoot(ensemble, labels[from + word]);
    }
  }
  const tags = readTags && joinedTags(tagsOfPieces);
  return { trees: [{ heads, ...(isLabeled ? { labels } : {}) }], tags, shortcut: 'in pieces' };
}

/** The label for a would-be second root: a loose attachment, or else the most frequent label under a word. */
function besideRoot({ labels, members }: Ensemble, otherwise: number): number {
  const fit = new Set(
    members.flatMap((member) => member.labels.filter((_, at) => member.labelHeads[at] !== 'root')),
  );
  const label = ['parataxis', 'dep', ...labels].find((name) => fit.has(name));
  return label === undefined ? otherwise : labels.indexOf(label);
}
