// Parses a dev set with a model or an ensemble of several, and evaluates the trees.
import { readSentences } from '../conllu/reader.js';
import { align } from '../evaluate/alignment.js';
import { type Punctuation, scoresOf, type Tally, talliesOf } from '../evaluate/scores.js';
import { layTreebank, type Treebank } from '../evaluate/treebank.js';
import { runProgram } from '../jobs/program.js';
import { readWhole } from '../node/files.js';
import type { Evaluation } from './result.js';

/** Evaluates model files, given by path, on a treebank. */
export async function evaluate(
  models: readonly string[],
  dev: string,
  signal?: AbortSignal,
): Promise<Evaluation> {
  const flags = models.flatMap((model) => ['--model', model]);
  const parsed = await runProgram(['parse', dev, ...flags, '--threads', '1'], signal);
  const alignment = align(treebankOf(await readWhole(dev), dev), treebankOf(parsed, 'the parser’s output'));
  const tallies = {
    with: talliesOf(alignment, 'with'),
    without: talliesOf(alignment, 'without'),
  };
  return {
    scores: { with: fourScores(tallies.with, 'with'), without: fourScores(tallies.without, 'without') },
    counts: { with: countsOf(tallies.with), without: countsOf(tallies.without) },
  };
}

function treebankOf(bytes: Uint8Array, name: string): Treebank {
  return layTreebank(readSentences(bytes, { file: name, heads: 'optional', onSeveralRoots: () => {} }), name);
}

function fourScores(tallies: readonly Tally[], punctuation: Punctuation): Evaluation['scores'][Punctuation] {
  const { uas, las, uem, lem } = scoresOf(tallies, punctuation);
  return { uas, las, uem, lem };
}

function countsOf(tallies: readonly Tally[]): Evaluation['counts'][Punctuation] {
  return {
    words: tallies.map(({ words }) => words),
    heads: tallies.map(({ heads }) => heads),
    arcs: tallies.map(({ arcs }) => arcs),
  };
}
