import { afterEach, expect, it, vi } from 'vitest';
import { fetchBytes } from '../../src/library/modelBytes.js';

const [first, second] = [Uint8Array.of(1, 2, 3), Uint8Array.of(4, 5)];
const whole = () => new Response(Uint8Array.of(1, 2, 3, 4, 5));

/** An answer that breaks off after its first piece. */
function broken(): Response {
  const pieces = [first];
  return new Response(
    new ReadableStream<Uint8Array>({
      pull(controller) {
        const piece = pieces.shift();
        if (piece) controller.enqueue(piece);
        else controller.error(new TypeError('network error'));
      },
    }),
  );
}

/** Gives these answers to fetch, one after the other, and counts what was asked. */
function answers(...list: (() => Response)[]) {
  const asked = vi.fn(async () => (list.shift() ?? whole)());
  vi.stubGlobal('fetch', asked);
  return asked;
}

afterEach(() => vi.unstubAllGlobals());

it('fetches once what comes whole', async () => {
  const asked = answers();
  expect([...(await fetchBytes('model'))]).toEqual([...first, ...second]);
  expect(asked).toHaveBeenCalledTimes(1);
});

it('fetches once more what has broken off, from its beginning', async () => {
  const asked = answers(broken);
  const steps: number[] = [];
  const bytes = await fetchBytes('model', { onProgress: ({ loaded }) => steps.push(loaded) });
  expect([...bytes]).toEqual([...first, ...second]);
  expect(steps).toEqual([3, 5]);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('fetches once more what gave no answer', async () => {
  const asked = answers(() => {
    throw new TypeError('Failed to fetch');
  });
  expect(await fetchBytes('model')).toHaveLength(5);
  expect(asked).toHaveBeenCalledTimes(2);
});

it('gives up what breaks off again', async () => {
  const asked = answers(broken, broken);
  await expect(fetchBytes('model')).rejects.toThrow('The model model cannot be fetched: network error.');
  expect(asked).toHaveBeenCalledTimes(2);
});

it('takes no for an answer', async () => {
  const asked = answers(() => new Response('', { status: 404 }));
  await expect(fetchBytes('model')).rejects.toThrow(
    'The model model cannot be fetched: the server answers with 404.',
  );
  expect(asked).toHaveBeenCalledTimes(1);
});

it('fetches no more when nobody wants it', async () => {
  const asked = answers(broken);
  const control = new AbortController();
  const onProgress = () => control.abort(new Error('Enough.'));
  await expect(fetchBytes('model', { onProgress, signal: control.signal })).rejects.toThrow('Enough.');
  expect(asked).toHaveBeenCalledTimes(1);
});
