import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import { parseByQueue, shardIn } from '../../src/jobs/shard.js';
import { noDecoding } from '../../src/pipeline/work.js';

const shard = { text: '1\tba\n\n', warnings: ['It is long.'], sentences: 1, words: 1 };

describe('a shard that was kept', () => {
  it('is used again', () => {
    expect(shardIn(JSON.stringify(shard))).toEqual(shard);
  });

  it.each([
    '',
    'null',
    '{}',
    JSON.stringify(shard).slice(0, -1),
    JSON.stringify({ ...shard, text: 5 }),
    JSON.stringify({ ...shard, warnings: {} }),
    JSON.stringify({ ...shard, words: '1' }),
  ])('is not used when it is damaged: %s', (text) => {
    expect(shardIn(text)).toBeUndefined();
  });
});

// Windows has no such rights.
describe.skipIf(!process.getuid)('the folder of shards', () => {
  const request = { models: [], options: {}, output: 'conllu', colour: false } as const;
  let temporary: string;
  let folder: string;
  beforeEach(() => {
    temporary = mkdtempSync(join(tmpdir(), 'arcwise-shard-'));
    folder = join(temporary, `arcwise-spool-${process.getuid?.()}`);
    vi.stubEnv('TMPDIR', temporary);
  });
  afterEach(() => {
    vi.unstubAllEnvs();
    rmSync(temporary, { recursive: true });
  });

  /** The text of one sentence, by a queue whose jobs are done at once. */
  async function parsed(): Promise<string> {
    const one = async function* () {
      yield { sentence: newSentence([newWord(1, 'ba')]) };
    };
    const queue = {
      start: async () => {},
      poll: async () => ({ state: 'done', value: shard }) as const,
      remove: async () => {},
    };
    let text = '';
    for await (const found of parseByQueue(one(), request, queue, noDecoding)) text += found.text;
    return text;
  }

  it('is made for its user alone, and used again', async () => {
    expect(await parsed()).toBe(shard.text);
    expect(await parsed()).toBe(shard.text);
  });

  it('is not trusted if others can write to it', async () => {
    mkdirSync(folder);
    chmodSync(folder, 0o777);
    await expect(parsed()).rejects.toThrow(/ is open to other users/);
  });
});
