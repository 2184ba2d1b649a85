import { describe, expect, it } from 'vitest';
import type { WordInput } from '../../dist/encoder/embedder.js';
import { WordLexicon } from '../../dist/encoder/lexicon.js';
import { Vocabulary } from '../../dist/encoder/vocabulary.js';
import { Random } from '../../dist/engine/random.js';
import { createNodeEngine } from '../../dist/node/nodeEngine.js';
import { startTeam } from '../../dist/node/threadTeam.js';
import { Parser } from '../../dist/parser/parser.js';
import { readParserSettings } from '../../dist/parser/parserSettings.js';
import type { Instance } from '../../dist/structure/instance.js';
import { train } from '../../dist/train/loop.js';

const settings = readParserSettings({
  system: 'arc-hybrid',
  wordSize: 8,
  tagSize: 4,
  units: 6,
  hidden: 10,
  labelHidden: 8,
  epochs: 2,
  batchWords: 30,
});
const lexicon = new WordLexicon({
  words: ['(unknown)', '(root)', ...'abcdefghij'],
  counts: [0, 0, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1],
  vectors: '',
  characters: [],
  upos: ['(unknown)', '(root)', 'X', 'Y'],
  xpos: [],
});
const vocabulary = new Vocabulary(lexicon, { deprel: ['left', 'right'] });

/** Every word hangs on the one before it. */
function chain(random: Random): WordInput & Instance {
  const n = 1 + random.below(7);
  const numbers = (of: (at: number) => number) => Int32Array.from({ length: n + 1 }, (_, at) => of(at));
  return {
    n,
    words: numbers((at) => (at === 0 ? 1 : 2 + random.below(10))),
    tags: [numbers((at) => (at === 0 ? 1 : 2 + random.below(2)))],
    heads: numbers((at) => at - 1),
    labels: numbers((at) => (at === 0 ? -1 : 1)),
  };
}

const random = new Random(1);
const corpus = {
  train: Array.from({ length: 40 }, () => chain(random)),
  dev: Array.from({ length: 10 }, () => chain(random)),
};

async function trained(threads: number) {
  const engine = createNodeEngine({ shared: threads > 1 });
  const parser = new Parser(engine, settings, vocabulary);
  parser.parameters.initialize(new Random(2));
  const team = await startTeam(parser, corpus, threads);
  const { records } = await train(parser, corpus, team);
  const trees = await team.predict([[3, 1], [], [2]]);
  await team.close();
  return {
    values: parser.parameters.save(),
    scores: records.map(({ uas, las, loss }) => ({ uas, las, loss })),
    trees,
    alone: parser.predict([3, 1, 2].map((at) => corpus.dev[at])),
  };
}

describe('a team of threads', () => {
  it('trains to the same bytes each time, and parses as the parser does', async () => {
    const [first, second] = [await trained(2), await trained(2)];
    expect(second).toEqual(first);
    expect(first.trees).toEqual(first.alone);
    expect(first.scores[1].loss).toBeLessThan(first.scores[0].loss);
  });

  it('learns the same task alone', async () => {
    const { scores, trees, alone } = await trained(1);
    expect(trees).toEqual(alone);
    expect(scores[1].loss).toBeLessThan(scores[0].loss);
  });

  it('copes with batches of fewer sentences than threads', async () => {
    const parser = new Parser(createNodeEngine({ shared: true }), settings, vocabulary);
    parser.parameters.initialize(new Random(2));
    const team = await startTeam(parser, corpus, 3);
    // A sentence of several words: one of a single word has only one tree, and no loss.
    const { loss } = await team.train([[3], [], []], [1, 2, 3]);
    expect(loss).toBeGreaterThan(0);
    await team.close();
  });
});
