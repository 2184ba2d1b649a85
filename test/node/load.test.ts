import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { FetchError, load, OptionsError, type TextParser } from '../../dist/entries/arcwise.js';
import { saveBundle } from '../../src/models/bundle.js';
import { saveModel } from '../../src/models/saved.js';
import { tinyModels, tinyText } from '../support/tinyModels.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-'));
afterAll(() => rmSync(folder, { recursive: true }));

const models = await tinyModels();
const bytes = saveBundle(models, {});
const path = join(folder, 'tiny.arcwise');
writeFileSync(path, bytes);

const wasm = { blas: 'wasm' };
const conlluOf = async (parser: TextParser, text = tinyText) =>
  (await parser.parse(text)).map((tree) => tree.toConllu()).join('');
const expected = await conlluOf(await load(path, wasm));

describe('load', () => {
  it('takes a path, an address, bytes', async () => {
    expect(expected).toContain('# text = Kelu ta moba sori!\n');
    const copy = bytes.slice().buffer as ArrayBuffer;
    for (const source of [pathToFileURL(path), bytes, copy]) {
      expect(await conlluOf(await load(source, wasm))).toBe(expected);
    }
    const server = createServer((request, response) => {
      if (request.url !== '/tiny') response.statusCode = 404;
      response.end(request.url === '/tiny' ? bytes : '');
    }).listen(0);
    try {
      const address = `http://localhost:${(server.address() as AddressInfo).port}`;
      expect(await conlluOf(await load(`${address}/tiny`, wasm))).toBe(expected);
      expect(await conlluOf(await load(new URL(`${address}/tiny`), wasm))).toBe(expected);
      const failure = await load(`${address}/none`).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(FetchError);
      expect(failure).toMatchObject({
        name: 'FetchError',
        message: `The model ${address}/none cannot be fetched: the server answers with 404.`,
        address: `${address}/none`,
        status: 404,
      });
    } finally {
      server.close();
    }
  });

  it('takes the file of a parser alone, which parses what has tags', async () => {
    const parser = await load(saveModel(models[2], {}), wasm);
    const [tree] = await parser.parse([['ta', 'moba']]);
    expect(tree.words.map(({ upos }) => upos)).toEqual(['', '']);
    await expect(parser.parse('ta moba')).rejects.toThrow(
      'The model does not split text into words: give it tokens or CoNLL-U.',
    );
  });

  it.each([[null], [{ threads: 2 }], [5]])('refuses %j in place of a model', async (model) => {
    await expect(load(model as unknown as string)).rejects.toThrow(
      new TypeError(`load takes the name, path, address or bytes of a model, not ${JSON.stringify(model)}.`),
    );
  });

  it('finds the same trees and probabilities every time', async () => {
    const parser = await load();
    const parsed = () => parser.parse('I saw the man with the telescope.', { marginals: true });
    const [first] = await parsed();
    await parser.parse('A longer text comes between them. '.repeat(200));
    const [second] = await parsed();
    expect(second.words).toEqual(first.words);
  });

  it('refuses options that are unknown or of the wrong type', async () => {
    const wrong: [object, string][] = [
      [{ thread: 2 }, 'There is no option "thread" of load; there are onProgress, signal, threads, blas.'],
      [{ threads: 0 }, 'The option threads is a whole number of at least 1, not 0.'],
      [{ threads: 'two' }, 'The option threads is a whole number of at least 1, not "two".'],
      [{ blas: 1 }, 'The option blas is wasm, openblas or a library file, not 1.'],
      [{ onProgress: true }, 'The option onProgress is a function, not true.'],
      [{ signal: 'now' }, 'The option signal is an AbortSignal, not "now".'],
    ];
    for (const [options, message] of wrong) {
      await expect(load(path, options)).rejects.toThrow(new OptionsError(message));
    }
    for (const options of [null, 3, 'fast', []]) {
      await expect(load(path, options as object)).rejects.toThrow(OptionsError);
    }
  });

  it('tells its progress, and can be ended', async () => {
    const steps: { loaded: number; total?: number }[] = [];
    await load(path, { onProgress: (step) => steps.push(step), ...wasm });
    expect(steps.at(-1)).toEqual({ loaded: bytes.length, total: bytes.length });
    const control = new AbortController();
    const onProgress = () => control.abort(new Error('Enough.'));
    await expect(load(path, { signal: control.signal, onProgress })).rejects.toThrow('Enough.');
    await expect(load(bytes, { signal: AbortSignal.abort(new Error('No.')) })).rejects.toThrow('No.');
  });

  it('says in a sentence what it cannot load', async () => {
    const absent = join(folder, 'absent');
    await expect(load(absent)).rejects.toThrow(`There is no file "${absent}".`);
    await expect(load(folder)).rejects.toThrow(`"${folder}" is a folder, not a file.`);
    const cut = join(folder, 'cut.arcwise');
    writeFileSync(cut, bytes.subarray(0, 5000));
    await expect(load(cut)).rejects.toThrow(/^.*cut\.arcwise: The model file is truncated: .*\.$/);
    const nobody = await load('http://localhost:1/none').catch((error: unknown) => error);
    expect(nobody).toBeInstanceOf(FetchError);
    expect(nobody).toHaveProperty(
      'message',
      expect.stringMatching(/^The model http:\/\/localhost:1\/none cannot be fetched: .+\.$/),
    );
  });
});

describe('a parser with threads', () => {
  it('gives the trees of one thread, also to two callers at once', async () => {
    const long = `${tinyText}\n\n`.repeat(200);
    const alone = await conlluOf(await load(path, wasm), long);
    const parser = await load(path, { threads: 2, ...wasm });
    try {
      const both = await Promise.all([conlluOf(parser, long), conlluOf(parser), conlluOf(parser, long)]);
      expect(both).toEqual([alone, expected, alone]);
    } finally {
      await parser.close();
    }
    await expect(parser.parse(tinyText)).rejects.toThrow(/^Thread \d is closed\.$/);
  });
});
