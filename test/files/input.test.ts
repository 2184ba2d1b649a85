import {
  appendFileSync,
  mkdtempSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readInput, streamInput } from '../../src/files/input.js';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'arcwise-input-'));
  file = join(folder, 'text');
  writeFileSync(file, 'a'.repeat(1_000_000));
  // Long ago, so that the time of a change differs whatever the clock's steps.
  utimesSync(file, 1, 1);
});
afterEach(() => rmSync(folder, { recursive: true }));

/** Reads the file, to which something happens after its first piece. */
async function readDuring(change: () => void): Promise<string> {
  let text = '';
  for await (const chunk of streamInput(file)) {
    if (text === '') change();
    text += Buffer.from(chunk);
  }
  return text;
}

describe('what commands read', () => {
  it('comes whole or in pieces', async () => {
    const { name, bytes } = await readInput(file);
    expect(name).toBe(file);
    expect(Buffer.from(bytes).toString()).toBe(await readDuring(() => {}));
    expect(bytes).toHaveLength(1_000_000);
  });

  it.each<[string, () => void]>([
    ['grows', () => appendFileSync(file, 'b')],
    ['is cut', () => truncateSync(file, 300_000)],
    ['is overwritten', () => writeFileSync(file, 'b'.repeat(1_000_000))],
  ])('is refused with a sentence when it %s meanwhile', async (_, change) => {
    await expect(readDuring(change)).rejects.toThrow(`The file "${file}" changed while it was read.`);
  });

  it('is the old file when another one takes its place meanwhile', async () => {
    const text = await readDuring(() => {
      writeFileSync(`${file}.new`, 'b'.repeat(1_000_000));
      renameSync(`${file}.new`, file);
    });
    expect(text).toBe('a'.repeat(1_000_000));
  });

  it('is refused with a sentence when it cannot be read', async () => {
    await expect(readInput(`${file}s`)).rejects.toThrow(
      `${file}s cannot be read: no such file or directory.`,
    );
    await expect(readInput(folder)).rejects.toThrow(`"${folder}" is a folder, not a file.`);
  });
});
