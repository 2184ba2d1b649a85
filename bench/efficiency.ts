// The paper's efficiency note: where the time of exact parsing goes as sentences grow longer (encoding, scoring all pairs,
// and decoding, which is cubic in the length but takes little time per step), and the speeds of the models of table 2.
// Also draws docs/efficiency.svg and docs/speed.svg.
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Random } from '../dist/engine/random.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';
import { Ensemble } from '../dist/parser/ensemble.js';
import { Parser } from '../dist/parser/parser.js';
import { readParserSettings } from '../dist/parser/parserSettings.js';
import { lineChart, type Point } from '../dist/render/lineChart.js';
import { paperModels } from './paperModels.js';
import { median, type Row, type Tables } from './table.js';
import { randomInstance, vocabulary } from './train.js';

const LENGTHS = [10, 20, 30, 40, 60, 80, 100, 120, 140, 160];
/** Words per batch, so that short sentences are encoded together, as in real use. */
const WORDS = 1000;
const ROUNDS = 5;
const parts = ['encoder', 'pair scores', 'decoding'] as const;

export async function bench(): Promise<Tables> {
  const engine = createNodeEngine();
  const settings = readParserSettings({ system: 'arc-eager', training: 'global' });
  const parser = new Parser(engine, settings, vocabulary, { gradients: false });
  parser.parameters.initialize(new Random(1));
  const ensemble = new Ensemble([parser]);
  const rows = LENGTHS.map((n) => ({ words: n, ...sharesAt(n, ensemble) }));
  const series = parts.map((name) => ({ name, points: rows.map((row): Point => [row.words, row[name]]) }));
  const chart = lineChart(series, {
    title: 'Where the time of exact arc-eager parsing goes',
    x: 'words of the sentence',
    y: 'per cent of the time',
  });
  writeFileSync(fileURLToPath(new URL('../docs/efficiency.svg', import.meta.url)), chart);
  return {
    'Shares of the time by the length of the sentence, per cent': rows satisfies Row[],
    ...(await paperModels()),
  };
}

function sharesAt(
  n: number,
  ensemble: Ensemble,
): Record<(typeof parts)[number] | 'microseconds per word', number> {
  const random = new Random(n);
  const instances = Array.from({ length: Math.ceil(WORDS / n) }, () => randomInstance(n, random));
  const times: number[][] = parts.map(() => []);
  for (let round = -1; round < ROUNDS; round++) {
    ensemble.engine.arena.scope(() => {
      const start = performance.now();
      const encoding = ensemble.encode([instances]);
      const encoded = performance.now();
      // Decoding happens while the tables exist.
      let decoding = 0;
      ensemble.scores(encoding, (scores) => {
        const before = performance.now();
        scores.best();
        decoding += performance.now() - before;
      });
      const pairs = performance.now() - encoded - decoding;
      if (round < 0) return; // warms up the code
      for (const [at, time] of [encoded - start, pairs, decoding].entries()) times[at].push(time);
    });
  }
  const [encoder, pairs, decoding] = times.map(median);
  const whole = encoder + pairs + decoding;
  return {
    encoder: (100 * encoder) / whole,
    'pair scores': (100 * pairs) / whole,
    decoding: (100 * decoding) / whole,
    'microseconds per word': (1000 * whole) / (n * instances.length),
  };
}
