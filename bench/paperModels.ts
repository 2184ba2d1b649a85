// The models of the paper's table 2 on one thread, in turns: words/s of training, and of exact and greedy parsing, next
// to their recorded accuracy. Also draws docs/speed.svg, accuracy against speed.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { readGrid } from '../dist/experiment/grid.js';
import { Measures } from '../dist/experiment/measures.js';
import { readResults } from '../dist/experiment/result.js';
import { resultsFolder } from '../dist/experiment/run.js';
import { saveModel } from '../dist/models/saved.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';
import { startPipeline } from '../dist/node/parsing.js';
import type { ParserSettings } from '../dist/parser/parserSettings.js';
import type { Decoder } from '../dist/pipeline/options.js';
import { scatterChart } from '../dist/render/scatterChart.js';
import { structuredModelOf } from '../dist/structure/structuredModels.js';
import { batches, parserOf } from './parse.js';
import { median, type Row, type Tables } from './table.js';
import { subjectOf, trainInTurns } from './train.js';

const ROUNDS = 5;
const sentences = batches.flat();
const words = sentences.reduce((sum, sentence) => sum + sentence.words.length, 0);

export async function paperModels(): Promise<Tables> {
  const grid = await readGrid(fileURLToPath(new URL('../experiments/table2.json', import.meta.url)));
  const measures = new Measures(grid, await readResults(resultsFolder(grid)));
  const settings = grid.configurations.map((configuration) => configuration.settings);
  const training = await trainingSpeeds(settings);
  const parsing = await parsingSpeeds(settings);
  const measure = { metric: 'uas', punctuation: 'without', split: 'dev' } as const;
  const rows = grid.configurations.map(({ name }, at) => ({
    name,
    training: training[at],
    ...parsing[at],
    uas: measures.summary(name, 'ewt', measure)?.mean,
  }));
  const points = rows.flatMap(({ name, exact, greedy, uas }) => {
    const x = exact ?? greedy;
    return x === undefined || uas === undefined ? [] : [{ name, x, y: uas }];
  });
  const chart = scatterChart(points, {
    title: 'Accuracy and speed of the models of table 2',
    x: 'words/s parsed, one thread',
    y: 'EWT dev UAS',
  });
  writeFileSync(fileURLToPath(new URL('../docs/speed.svg', import.meta.url)), chart);
  const shown = (speed: number | undefined) => (speed === undefined ? '' : Math.round(speed));
  return {
    'Models of table 2, words/s on one thread': rows.map(
      ({ name, training, exact, greedy, uas }): Row => ({
        model: name,
        training: shown(training),
        'exact parsing': shown(exact),
        'greedy parsing': shown(greedy),
        'EWT dev UAS': uas?.toFixed(2) ?? '',
      }),
    ),
  };
}

async function trainingSpeeds(models: readonly ParserSettings[]): Promise<number[]> {
  const subjects = await Promise.all(models.map((settings) => subjectOf(settings, 1)));
  await trainInTurns(subjects);
  for (const { team } of subjects) await team.close();
  return subjects.map(({ speeds }) => median(speeds));
}

/** The speeds of each model by the decoders that it has. */
async function parsingSpeeds(models: readonly ParserSettings[]): Promise<Partial<Record<Decoder, number>>[]> {
  const runs = await Promise.all(
    models.map(async (settings) => {
      const { tables, transitions } = structuredModelOf(settings);
      const bytes = saveModel(parserOf(createNodeEngine(), settings), {});
      const { pipeline } = await startPipeline([{ bytes }]);
      const decoders: Decoder[] = [
        ...(tables ? (['exact'] as const) : []),
        ...(transitions ? (['greedy'] as const) : []),
      ];
      return decoders.map((decoder) => ({ decoder, pipeline, times: [] as number[] }));
    }),
  );
  for (let round = -1; round < ROUNDS; round++) {
    for (const { pipeline, decoder, times } of runs.flat()) {
      const start = performance.now();
      pipeline.parse(sentences, { decoder });
      if (round >= 0) times.push(performance.now() - start);
    }
  }
  return runs.map((run) =>
    Object.fromEntries(run.map(({ decoder, times }) => [decoder, (1000 * words) / median(times)])),
  );
}
