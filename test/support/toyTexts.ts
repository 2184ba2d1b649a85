// A made-up treebank with texts: marks end sentences and tokens, some tokens are multiword tokens, by rules that a
// splitter can learn.
import { readSentences } from '../../src/conllu/reader.js';
import type { Sentence } from '../../src/conllu/sentence.js';
import { Random } from '../../src/engine/random.js';

const plain = ['moba', 'ta', 'Kelu', 'sori', 'A.', '3.5', 'ünä'];
const contracted = [
  ["ban't", 'ba', "n't"],
  ["Limun't", 'Limu', "n't"],
];

/** Words that may have blanks in them. */
export const spaced = ['hoc sinh', 'ba', 'di', 'sinh', '10 000', 'moba'];

export function toyTexts(count: number, seed: number, words: readonly string[] = plain): Sentence[] {
  const random = new Random(seed);
  let text = '';
  for (let s = 0; s < count; s++) {
    if (s % 3 === 0) text += '# newpar\n';
    let id = 0;
    const row = (first: string, form: string, misc: string) => {
      text += `${first}\t${form}\t_\tX\t_\t_\t${first.includes('-') ? '_' : Number(first) - 1}\tdep\t_\t${misc}\n`;
    };
    const length = 2 + random.below(5);
    for (let w = 0; w < length; w++) {
      const misc = w === length - 1 ? 'SpaceAfter=No' : '_';
      if (random.uniform() < 0.2) {
        const [form, first, second] = contracted[random.below(contracted.length)];
        row(`${id + 1}-${id + 2}`, form, misc);
        row(String(++id), first, '_');
        row(String(++id), second, '_');
      } else {
        row(String(++id), words[random.below(words.length)], misc);
      }
    }
    row(String(++id), random.uniform() < 0.5 ? '!' : '?', '_');
    text += '\n';
  }
  return [...readSentences(text)];
}
