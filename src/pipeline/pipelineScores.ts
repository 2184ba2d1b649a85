// The scores of a pipeline on a treebank, from its raw text and from its tokens, as the shared task counts them.
import type { Sentence } from '../conllu/sentence.js';
import { align } from '../evaluate/alignment.js';
import { metricNames, type SharedTask, sharedTask } from '../evaluate/sharedTask.js';
import { layTreebank } from '../evaluate/treebank.js';
import { paragraphsOf, paragraphsText } from '../splitter/documents.js';
import type { Pipeline } from './pipeline.js';

export interface PipelineScores {
  /** Absent if the pipeline does not split text. */
  readonly rawText?: SharedTask;
  readonly goldTokens: SharedTask;
}

/** F1 by metric. */
export type F1Scores = Partial<Record<(typeof metricNames)[number], number>>;

/** Parses a treebank twice and compares the results with it; tags are always predicted. */
export async function pipelineScores(
  pipeline: Pipeline,
  treebank: readonly Sentence[],
): Promise<PipelineScores> {
  const gold = layTreebank(treebank, 'gold');
  const compare = async (sentences: AsyncIterable<Sentence>) => {
    const parsed: Sentence[] = [];
    for await (const { trees } of pipeline.stream(sentences, { tag: true })) parsed.push(trees[0].sentence);
    return sharedTask(align(gold, layTreebank(parsed, 'system')));
  };
  const split = async function* () {
    const text = paragraphsText(paragraphsOf(treebank));
    for await (const { sentence } of pipeline.split([text])) yield sentence;
  };
  const tokens = async function* () {
    yield* treebank;
  };
  const goldTokens = await compare(tokens());
  return pipeline.parts.splitter ? { rawText: await compare(split()), goldTokens } : { goldTokens };
}

/** The F1 scores, to two digits, of the metrics that mean something: not of columns that the treebank lacks. */
export function f1Scores(scores: SharedTask, lacking: readonly string[] = []): F1Scores {
  const shown = metricNames.filter((name) => !lacking.includes(name));
  return Object.fromEntries(shown.map((name) => [name, Number(scores[name].f1.toFixed(2))]));
}
