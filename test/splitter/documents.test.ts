import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { paragraphsOf, paragraphsText } from '../../src/splitter/documents.js';

const row = (id: string, form: string, misc = '_') => `${id}\t${form}\t_\t_\t_\t_\t_\t_\t_\t${misc}\n`;
const read = (text: string) => [...readSentences(text, { heads: 'optional' })];

const small = read(
  [
    '# newdoc id = a\n# newpar id = a-1\n',
    row('1', 'Stop', 'SpaceAfter=No') + row('2', '!'),
    '\n',
    row('1-2', "Don't", 'SpaceAfter=No') +
      row('1', 'Do') +
      row('2', "n't") +
      row('3', '.', 'X=Y|SpaceAfter=No'),
    '\n# newpar\n',
    row('1', 'Why') + row('2', '?'),
    '\n# newdoc\n',
    row('1', 'So'),
    '\n',
  ].join(''),
);

describe('paragraphs of a treebank', () => {
  it('follow its comments and SpaceAfter=No', () => {
    const paragraphs = paragraphsOf(small);
    expect(paragraphs.map(({ text }) => text)).toEqual(["Stop! Don't.", 'Why ?', 'So']);
    expect(paragraphs.map(({ newDocument }) => newDocument)).toEqual([true, false, true]);
    expect(paragraphs[0].tokens).toEqual([
      { start: 0, end: 4, words: undefined, last: false },
      { start: 4, end: 5, words: undefined, last: true },
      { start: 6, end: 11, words: ['Do', "n't"], last: false },
      { start: 11, end: 12, words: undefined, last: true },
    ]);
    expect(paragraphsText(paragraphs)).toBe("Stop! Don't.\n\nWhy ?\n\nSo\n");
  });

  it('have the blanks of the comment # text, if it is that of the tokens', () => {
    const rows = row('1', '10 000') + row('2', '(', 'SpaceAfter=No') + row('3', 'x') + row('4', ')');
    const texts = ['10 000  ( x)', '10 000\u00a0(x\u3000)', '10 000 (x', '10 000 (x) .', '10000 (x)'];
    const sentences = read(texts.map((text) => `# text = ${text}\n${rows}\n`).join(''));
    const [{ text, tokens }] = paragraphsOf(sentences);
    expect(text).toBe('10 000  ( x) 10 000\u00a0(x\u3000) 10 000 (x ) 10 000 (x ) 10 000 (x )');
    expect(tokens.map(({ start, end }) => text.slice(start, end))).toEqual(
      texts.flatMap(() => ['10 000', '(', 'x', ')']),
    );
  });

  it('have no blanks in scripts that write none, where the treebank does not tell', () => {
    const forms = ['我們', '在', 'New', 'York', '看', '了', '3', '天', '。'];
    const sentence = forms.map((form, at) => row(String(at + 1), form)).join('');
    expect(paragraphsOf(read(`${sentence}\n`)).map(({ text }) => text)).toEqual(['我們在New York看了3天。']);
  });

  it('have blanks in other scripts, where the treebank does not tell', () => {
    const sentence = ['Dit', 'is', 'goed', '.'].map((form, at) => row(String(at + 1), form)).join('');
    expect(paragraphsOf(read(`${sentence}\n`)).map(({ text }) => text)).toEqual(['Dit is goed .']);
  });
});
