import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SentenceTree } from '../../src/library/sentenceTree.js';
import { wordJson } from '../../src/library/wordJson.js';

const special = fc.constantFrom(
  '"',
  '\\',
  '\n',
  '\u0000',
  '\u007f',
  '\u2028',
  '\ud800',
  '\udc00',
  '😀',
  'é',
  '_',
);
const column = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc.array(special).map((all) => all.join('')),
);
const probability = fc.double({ min: 0, max: 1, noNaN: true });

it('writes what JSON.stringify writes, whatever the word', () => {
  const word = fc.record({
    id: fc.constant(1),
    form: column,
    start: fc.nat(),
    end: fc.nat(),
    lemma: column,
    upos: column,
    xpos: column,
    feats: column,
    head: fc.constant(0),
    deprel: column,
    probability,
    rivals: fc.option(fc.array(fc.record({ head: fc.nat(), probability })), { nil: undefined }),
  });
  fc.assert(
    fc.property(word, fc.boolean(), ({ probability, rivals, ...plain }, isPlain) => {
      const json = isPlain ? plain : { ...plain, probability, rivals };
      const [made] = SentenceTree.from({ text: 'a', words: [json] }).words;
      expect(wordJson(made)).toBe(JSON.stringify(made));
    }),
    { numRuns: 1000 },
  );
});
