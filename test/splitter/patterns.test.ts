import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { Conventions } from '../../src/splitter/conventions.js';
import { insideToken, tokenEnd } from '../../src/splitter/decisions.js';
import { paragraphsOf } from '../../src/splitter/documents.js';
import { Patterns, patternNames } from '../../src/splitter/patterns.js';
import { always, splitText } from '../support/deciders.js';

const all = new Patterns(patternNames);
const matches = (text: string) => [...all.matchesOf(text)].map(({ start, end }) => text.slice(start, end));

describe('patterns', () => {
  it.each([
    ['See https://example.com/a?b=c.', ['https://example.com/a?b=c']],
    ['(http://a.org/b_(c)), "ftp://a.b/c/"!', ['http://a.org/b_(c)', 'ftp://a.b/c/']],
    [
      '[www.example.org/x], https://de.wikipedia.org/wiki/Öl?',
      ['www.example.org/x', 'https://de.wikipedia.org/wiki/Öl'],
    ],
    ['http://example.comを見る', ['http://example.com']],
    ['HTTP://A.B/#c, http:// www. awww.x', ['HTTP://A.B/#c']],
    [
      'user@example.com, john.doe+x@mail.example.co.uk.',
      ['user@example.com', 'john.doe+x@mail.example.co.uk'],
    ],
    ['mailto:a_b@c.de; a@b a@@b.c', ['mailto:a_b@c.de']],
    ['2024-05-01 (2024-5-1), 1994-95-96', ['2024-05-01', '2024-5-1']],
    ['05/01/2024, 1.5.2024. 1/2', ['05/01/2024', '1.5.2024']],
    ['10:30, 11:45:10. 10:30-12:00 1:2 3:4:5', ['10:30', '11:45:10', '10:30']],
    ['3.14. 1,299.99 1.299,99 10,000, 0,5 1.2.3', ['3.14', '1,299.99', '1.299,99', '10,000', '0,5', '1.2.3']],
    ['1,2,3 1. 2 a1.2 3', []],
    ['@user, .@a_b @ 5 #tag! #100DaysOfCode #1 C# &#x', ['@user', '@a_b', '#tag', '#100DaysOfCode']],
    [
      'report_final.pdf, main.py. a-b.tar.gz README.MD D.C. end.So',
      ['report_final.pdf', 'main.py', 'a-b.tar.gz', 'README.MD'],
    ],
    [":-) :( ;) :D, <3. =) ^_^ o_O :'(", [':-)', ':(', ';)', ':D', '<3', '=)', '^_^', 'o_O', ":'("]],
    ['(a: b) x:) :) :(a) 8) note:', [':)']],
    ['I love it 🎉🎉. So cool😂😂😂, 👍🏽!', ['🎉🎉', '😂😂😂', '👍🏽']],
    ['👨‍👩‍👧a❤️b 🇩🇪🇫🇷. 1️⃣2 ❤❤😍☎', ['👨‍👩‍👧', '❤️', '🇩🇪🇫🇷', '1️⃣', '❤❤😍☎']],
    ['Nike™😀, © 2024 ♥ ☎ ‼ →', ['😀']],
  ])('%s', (text, expected) => {
    expect(matches(text)).toEqual(expected);
  });

  it.each([
    'x',
    'a.',
    '1.',
    'http://',
    'http://a)',
    '@a',
    '😀',
    '🏻',
    '\u{FE0F}',
    '❤',
    '😀\u{200D}',
    ':-)',
    'a-',
    'www.a()',
    'a@a.',
  ])('take %s a hundred thousand times', (part) => {
    const text = part.repeat(100_000);
    const found = [...all.matchesOf(text)];
    const wrong = found.filter(
      ({ start, end }, at) => start >= end || start < (found[at - 1]?.end ?? 0) || end > text.length,
    );
    expect(wrong).toEqual([]);
  });

  it('keep the network from dividing them, and end addresses', () => {
    const text = 'At https://a.b/c. On 2024-05-01x';
    const forms = (decision: number) => {
      const conventions = new Conventions({ multiword: [], patterns: [...patternNames] });
      return [...splitText(text, always(decision), conventions)].map(({ sentence }) =>
        sentence.words.map(({ form }) => form),
      );
    };
    expect(forms(insideToken)).toEqual([['At', 'https://a.b/c', '.', 'On', '2024-05-01x']]);
    expect(forms(tokenEnd(false, false))).toEqual([
      ['A', 't', 'https://a.b/c', '.', 'O', 'n', ...Array.from('2024-05-01x')],
    ]);
    expect(forms(tokenEnd(false, true)).slice(2, 4)).toEqual([['https://a.b/c'], ['.']]);
  });

  it('hold for emoji in every model, and cut them off', () => {
    const none = new Conventions({ multiword: [] });
    const forms = (decision: number) =>
      [...splitText('wow😂😂. 👍🏽ok', always(decision), none)].map(({ sentence }) =>
        sentence.words.map(({ form }) => form),
      );
    expect(forms(insideToken)).toEqual([['wow', '😂😂', '.', '👍🏽', 'ok']]);
    expect(forms(tokenEnd(false, false))).toEqual([['w', 'o', 'w', '😂😂', '.', '👍🏽', 'o', 'k']]);
  });

  it('that a treebank contradicts are not learned from it, and unknown ones are passed over', () => {
    const rows = (forms: readonly string[]) =>
      forms.map(
        (form, at) => `${at + 1}\t${form}\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=${at % 4 === 3 ? 'Yes' : 'No'}\n`,
      );
    const cut = rows(['10', ':', '30', '.', '3.5', '!', '1', '?']).join('');
    const paragraphs = paragraphsOf([...readSentences(`${cut}\n`, { heads: 'optional' })]);
    expect(Patterns.of(paragraphs).names).toEqual(patternNames.filter((name) => name !== 'time'));
    expect(new Patterns(['later', 'url']).names).toEqual(['emoji', 'url']);
    expect(Patterns.of([]).names).toEqual(patternNames);
  });
});
