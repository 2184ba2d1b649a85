import { describe, expect, it } from 'vitest';
import { shardIn } from '../../src/jobs/shard.js';

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
