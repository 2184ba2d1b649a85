// The same training makes the same bytes in a page as in Node, and reports and stops as there.
import { expect, inject, it } from 'vitest';
import { load } from '../../src/entries/arcwise.browser.js';
import { train } from '../../src/entries/train.browser.js';
import { entryTraining } from '../support/entryTraining.js';

it('a parser trained in a page is the one trained in Node', async () => {
  const epochs: number[] = [];
  const trained = await train({ ...entryTraining, onEpoch: ({ epoch }) => void epochs.push(epoch) });
  expect(epochs).toEqual([1, 2]);
  const bytes = trained.save();
  expect([...bytes]).toEqual([...inject('nodeTrees').trained]);
  const [tree] = await (await load(bytes)).parse([entryTraining.dev[0]]);
  expect(tree.words).toHaveLength(entryTraining.dev[0].words.length);
});

it('stops by a signal', async () => {
  const stop = new AbortController();
  const stopped = train({
    ...entryTraining,
    signal: stop.signal,
    onEpoch: () => stop.abort(new Error('Enough.')),
  });
  await expect(stopped).rejects.toThrow('Enough.');
});
