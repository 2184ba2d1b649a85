import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { treebankBytes, treebanks } from '../support/treebanks.js';

/** Sentences, words, ranges and empty nodes, as the treebanks' own description counts them. */
const counts: Record<string, number[]> = {
  'ewt/train.conllu': [12_544, 204_577, 2_614, 37],
  'ewt/dev.conllu': [2_001, 25_147],
  'zh/train.conllu': [3_997, 98_608],
  'zh/dev.conllu': [500, 12_663],
  'nl/train.conllu': [6_641, 88_929],
  'nl/dev.conllu': [350, 4_616],
};

describe.skipIf(treebanks.length === 0)('the treebank', () => {
  it.each(treebanks)('%s survives reading and writing byte for byte', (name) => {
    const bytes = treebankBytes(name);
    const sentences = [...readSentences(bytes, { file: name })];
    const text = sentences.map((sentence) => writeSentence(sentence)).join('');
    expect(Buffer.compare(Buffer.from(text), bytes)).toBe(0);
    const sum = (part: 'words' | 'ranges' | 'emptyNodes') =>
      sentences.reduce((total, sentence) => total + sentence[part].length, 0);
    const found = [sentences.length, sum('words'), sum('ranges'), sum('emptyNodes')];
    const expected = counts[name] ?? [];
    expect(found.slice(0, expected.length)).toEqual(expected);
  });
});
