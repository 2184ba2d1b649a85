// Workers of a page: the trees are those of one thread, whether the memory is shared or not.
import { afterEach, describe, expect, inject, it, vi } from 'vitest';
import { load } from '../../src/entries/arcwise.browser.js';
import { expectSame } from '../support/samePage.js';
import { tinyText } from '../support/tinyModels.js';

const { tiny } = inject('nodeTrees');
const model = Uint8Array.from(tiny.model);
/** Of several batches. */
const longText = new Array(400).fill(tinyText).join('\n\n');

const open: Awaited<ReturnType<typeof load>>[] = [];

async function loadWith(workers: number) {
  const parser = await load(model, { workers });
  open.push(parser);
  return parser;
}

afterEach(async () => {
  for (const parser of open.splice(0)) await parser.close();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe.each([{ isIsolated: true }, { isIsolated: false }])(
  'workers, with cross-origin isolation: $isIsolated',
  ({ isIsolated }) => {
    function isolate(): void {
      // The suites run in a page that is isolated.
      expect(globalThis.crossOriginIsolated).toBe(true);
      if (!isIsolated) vi.stubGlobal('crossOriginIsolated', false);
    }

    it('have the trees of Node', async () => {
      isolate();
      await expectSame(await loadWith(2), tinyText, tiny.conllu);
    });

    it('have the trees of one thread, in order', async () => {
      isolate();
      const texts: string[] = [];
      for (const parser of [await load(model), await loadWith(1), await loadWith(3)]) {
        const trees = await parser.parse(longText, { kBest: 2 });
        texts.push(trees.map((tree) => tree.toConllu()).join(''));
      }
      const [alone, one, three] = texts;
      expect(alone.length).toBeGreaterThan(100_000);
      expect(one === alone).toBe(true);
      expect(three === alone).toBe(true);
    });

    it('share the memory if they can, and else get the file', async () => {
      isolate();
      const posted = vi.spyOn(Worker.prototype, 'postMessage');
      await loadWith(2);
      const given = posted.mock.calls.map(([message]) => message as { memory?: WebAssembly.Memory });
      expect(given).toHaveLength(2);
      for (const models of given) {
        expect(models).toHaveProperty(isIsolated ? 'memory' : 'bytes');
        expect(models.memory).toBe(given[0].memory);
        expect(models.memory?.buffer instanceof SharedArrayBuffer).toBe(isIsolated);
      }
    });
  },
);

describe('workers', () => {
  it('can be closed', async () => {
    const parser = await loadWith(1);
    await parser.close();
    await expect(parser.parse(tinyText)).rejects.toThrow('Worker 1 is closed.');
  });

  it.each([0, -1, 1.5])('are a whole number, not %s', async (workers) => {
    await expect(load(model, { workers })).rejects.toThrow(
      `The option workers is a whole number of at least 1, not ${workers}.`,
    );
  });

  it('say why they cannot start', async () => {
    const { Worker: Real } = globalThis;
    vi.stubGlobal(
      'Worker',
      class extends Real {
        constructor(_address: string | URL, options?: WorkerOptions) {
          super(new URL('/nowhere.js', location.href), options);
        }
      },
    );
    await expect(load(model, { workers: 2 })).rejects.toThrow(/^Worker [12] failed: .+/);
  });
});
