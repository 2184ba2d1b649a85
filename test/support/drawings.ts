// Sentences for drawings: small made-up ones, and any tree over words of any text.
import fc from 'fast-check';
import { readSentences } from '../../src/conllu/reader.js';
import { newSentence, newWord, type Sentence } from '../../src/conllu/sentence.js';

/** A sentence written as `form/UPOS/head/label` for each word. */
export function sentenceOf(text: string, comments: string[] = []): Sentence {
  const words = text.split(' ').map((item, index) => {
    const [form, upos, head, deprel] = item.split('/');
    return { ...newWord(index + 1, form), upos, head: Number(head), deprel };
  });
  return newSentence(words, comments);
}

/** A sentence with these heads [n+1] and forms. */
export function sentenceWith(heads: Int32Array, forms: readonly string[] = []): Sentence {
  return newSentence(
    Array.from(heads.subarray(1), (head, index) => ({
      ...newWord(index + 1, forms[index] ?? `word${index + 1}`),
      upos: 'X',
      head,
      deprel: head === 0 ? 'root' : 'dep',
    })),
  );
}

/** The only sentence of a file. */
export function sentenceIn(file: string): Sentence {
  const [sentence, ...rest] = readSentences(file);
  if (rest.length > 0) throw new Error('There are several sentences.');
  return sentence;
}

/** Text that is hard to write: markup, control characters, halves of surrogate pairs, marks, scripts of all kinds. */
export const nastyText: fc.Arbitrary<string> = fc.oneof(
  fc.array(fc.nat(0xffff), { maxLength: 6 }).map((codes) => String.fromCharCode(...codes)),
  fc.string({ unit: 'binary', maxLength: 6 }),
  fc.string({
    unit: fc.constantFrom(
      '<',
      '>',
      '&',
      '"',
      "'",
      '\\',
      ';',
      ']]>',
      '<!--',
      '&amp;',
      '\0',
      '\x1b[31m',
      '\n',
      '\t',
      ' ',
    ),
  }),
  fc.constantFrom(
    '日本語',
    'é̂',
    '👩‍👩‍👧‍👦',
    '🇩🇪',
    'שלום',
    'مدرسة',
    '\u202Eabc',
    '\uFEFF',
    '\uFFFE',
    '\uD800',
    '\x7F',
    '\x85',
  ),
);

export const simple = sentenceOf(
  'The/DET/2/det cat/NOUN/3/nsubj sat/VERB/0/root on/ADP/6/case the/DET/6/det mat/NOUN/3/obl ./PUNCT/3/punct',
  ['# sent_id = simple', '# text = The cat sat on the mat.'],
);

/** `hearing` has its `on` behind `scheduled`: the arcs cross. */
export const crossing = sentenceOf(
  'A/DET/2/det hearing/NOUN/4/nsubj is/AUX/4/aux scheduled/VERB/0/root on/ADP/7/case the/DET/7/det issue/NOUN/2/nmod today/NOUN/4/obl',
);
