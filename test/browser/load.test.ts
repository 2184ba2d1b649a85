// The same text gives the same trees in a page as in Node.
import { describe, expect, inject, it } from 'vitest';
import { load } from '../../src/entries/arcwise.browser.js';
import { englishText } from '../support/englishText.js';
import { expectSame } from '../support/samePage.js';
import { tinyText } from '../support/tinyModels.js';

const { tiny, english } = inject('nodeTrees');
const model = Uint8Array.from(tiny.model);

describe('a page', () => {
  it('has the trees of Node, from bytes and from an address', async () => {
    const address = URL.createObjectURL(new Blob([model]));
    for (const source of [model, model.buffer, address]) {
      await expectSame(await load(source), tinyText, tiny.conllu);
    }
  });

  it('has the trees of Node in English', async () => {
    await expectSame(await load(), englishText, english);
  });

  it('tells the progress of loading, and can end it', async () => {
    const address = URL.createObjectURL(new Blob([model]));
    const steps: { loaded: number; total?: number }[] = [];
    await load(address, { onProgress: (step) => steps.push(step) });
    expect(steps.at(-1)).toEqual({ loaded: model.length, total: model.length });
    const control = new AbortController();
    const ended = load(address, {
      signal: control.signal,
      onProgress: () => control.abort(new Error('Enough.')),
    });
    await expect(ended).rejects.toThrow('Enough.');
    await expect(load(address, { signal: AbortSignal.abort(new Error('No.')) })).rejects.toThrow('No.');
  });

  it('finds known models by name in the folder that it is told', async () => {
    const fetched: string[] = [];
    const { fetch } = globalThis;
    globalThis.fetch = async (address) => {
      fetched.push(String(address));
      return new Response(model.slice());
    };
    try {
      await expectSame(await load('portuguese-bosque', { models: '/shelf' }), tinyText, tiny.conllu);
      await load('en', { models: new URL('https://example.org/a/') });
      await load('en-accurate', { models: 'https://example.org/a' });
      // Whatever is no name is an address.
      await load('pt.arcwise', { models: '/shelf' });
    } finally {
      globalThis.fetch = fetch;
    }
    expect(fetched).toEqual([
      `${location.origin}/shelf/pt/portuguese.arcwise`,
      'https://example.org/a/en/english.arcwise',
      'https://example.org/a/en-accurate/english-accurate.arcwise',
      'pt.arcwise',
    ]);
    await expect(load('pt')).rejects.toThrow(
      'The page has no model "pt" (Portuguese): import its address from arcwise-model-pt for load, or name the folder of your models with the option models.',
    );
  });

  it('says in a sentence what it cannot load', async () => {
    await expect(load('http://localhost:1/none')).rejects.toThrow(
      /^The model http:\/\/localhost:1\/none cannot be fetched: .+\.$/,
    );
    await expect(load(model.slice(0, 5000))).rejects.toThrow(/^The model file is truncated/);
    await expect(load(new Uint8Array(3))).rejects.toThrow('This is not a model file of arcwise.');
  });
});
