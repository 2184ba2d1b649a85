// Every rule finds what breaks it, at its line, and nothing in what does not.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Checker, type Finding } from '../../src/check/checker.js';
import { type Level, levels } from '../../src/check/checkRule.js';
import { rulesOfLevel } from '../../src/check/checkRules.js';
import { LineCutter } from '../../src/conllu/lines.js';
import { fileOf, markedLines, one } from '../support/checkExamples/example.js';
import { level1 } from '../support/checkExamples/level1.js';
import { level2 } from '../support/checkExamples/level2.js';
import { level3 } from '../support/checkExamples/level3.js';

function check(level: Level, ...files: (string | Uint8Array)[]): Finding[] {
  const checker = new Checker(level);
  return files.flatMap((content, at) => {
    const cutter = new LineCutter();
    const file = checker.file(`${at + 1}.conllu`);
    return [...file.read(cutter.push(content)), ...file.read(cutter.end()), ...file.end()];
  });
}

const examples = { ...level1, ...level2, ...level3 };

const all = levels.flatMap((level) => rulesOfLevel[level].map((rule) => ({ ...rule, level })));

it('has a name of its own, and an example', () => {
  expect(all.map(({ name }) => name).sort()).toEqual(Object.keys(examples).sort());
});

describe.each(all)('level $level, $name', ({ name, level, about, severity = 'error' }) => {
  const { bad, good, also = [] } = examples[name];

  it('finds what breaks it', () => {
    const findings = check(level, bytesOf(bad));
    const lines = markedLines(bad);
    expect(findings.filter(({ rule }) => rule === name)).toEqual(
      // A byte-order mark stands before any mark of the line.
      (lines.length > 0 ? lines : [1]).map((line) => {
        return { level, rule: name, severity, line, text: expect.stringMatching(/^\S.*[^.\s]$/su) };
      }),
    );
    expect(new Set(findings.map(({ rule }) => rule))).toEqual(new Set([name, ...also]));
  });

  it('finds nothing where all is right', () => {
    expect(check(level, fileOf(good))).toEqual([]);
  });

  it('says what it demands', () => {
    expect(about).toMatch(/^[A-Z].*\.$/s);
  });
});

/** U+FFFF stands for a byte that is no UTF-8. */
function bytesOf(lines: string): Uint8Array {
  const bytes = new TextEncoder().encode(fileOf(lines).replaceAll('\uFFFF', '\x01'));
  return bytes.map((byte) => (byte === 1 ? 0xff : byte));
}

describe('a level', () => {
  it('has the rules of the levels below', () => {
    const text = fileOf(
      '# sent_id = a\n# text = Go\n1 Go ∅ VERB _ case=Nom 0 root _ _\n2 x x NOUN _ _ 1 aux _ _\n\n',
    );
    const found = (level: Level) => new Set(check(level, text).map(({ rule }) => rule));
    expect(found(1)).toEqual(new Set(['empty-column']));
    expect(found(2)).toEqual(new Set([...found(1), 'text-form-mismatch', 'invalid-feature']));
    expect(found(3)).toEqual(new Set([...found(2), 'rel-upos-aux']));
  });
});

describe('an exception', () => {
  const verb = '1 go go VERB _ _ 0 root _ _';

  it.each([
    ['ExtPos instead of UPOS', one(verb, '2 x x ADV _ ExtPos=SCONJ 1 mark _ _')],
    ['PronType only in treebanks with features', one(verb, '2 x x DET _ _ 1 det _ _')],
    ['a word in pieces as advmod', one(verb, '2 x x NOUN _ _ 1 advmod _ _', '3 y _ X _ _ 2 goeswith _ _')],
    [
      'negation of function words',
      one(verb, '2 x x AUX _ _ 1 aux _ _', '3 not not PART _ Polarity=Neg 2 advmod _ _'),
    ],
    [
      'what is said of the owner',
      one(verb, '2 x x DET _ Poss=Yes|PronType=Prs 1 det _ _', '3 y y NOUN _ _ 2 appos _ _'),
    ],
    [
      'punctuation at a function word whose arc is not projective',
      one(
        ...['1 a a AUX _ _ 4 aux _ _', '2 - - PUNCT _ _ 1 punct _ _', '3 b b VERB _ _ 0 root _ _'],
        '4 c c VERB _ _ 3 conj _ _',
      ),
    ],
    [
      'punctuation that came along with its head',
      one(
        ...['1 a a NOUN _ _ 5 nsubj _ _', '2 , , PUNCT _ _ 3 punct _ _', '3 b b ADV _ _ 5 advmod _ _'],
        ...['4 c c NOUN _ _ 1 nmod _ _', '5 d d VERB _ _ 0 root _ _'],
      ),
    ],
    [
      'Subject=Outer in MISC',
      one(
        '1 a a NOUN _ _ 3 nsubj _ Subject=Outer',
        '2 b b NOUN _ _ 3 nsubj _ _',
        '3 c c VERB _ _ 0 root _ _',
      ),
    ],
  ])('is %s', (_name, text) => {
    expect(check(3, fileOf(text))).toEqual([]);
  });
});

describe('several files', () => {
  const sentence = fileOf('# sent_id = a\n# text = Go\n1 Go go VERB _ _ 0 root _ _\n\n');

  it('are one treebank', () => {
    expect(check(2, sentence, sentence)).toMatchObject([
      { rule: 'non-unique-sent-id', line: 1, text: 'the sent_id "a" is already used at 1.conllu:1' },
    ]);
  });

  it('have each its own line ends', () => {
    const windows = sentence.replaceAll('\n', '\r\n');
    expect(check(1, windows, windows).map(({ rule }) => rule)).toEqual([
      'non-unix-newline',
      'non-unix-newline',
    ]);
  });
});

describe('findings', () => {
  it('come in the order of lines, wherever chunks end', () => {
    const text = Object.values(examples)
      .map(({ bad }) => fileOf(bad))
      .join('\n');
    const whole = check(3, text);
    const cutter = new LineCutter();
    const file = new Checker(3).file('1.conllu');
    const pieces = [...(text.match(/.{1,7}/gs) ?? [])];
    const found = pieces.flatMap((piece) => [...file.read(cutter.push(piece))]);
    found.push(...file.read(cutter.end()), ...file.end());
    expect(found).toEqual(whole);
    expect(found.map(({ line }) => line)).toEqual(found.map(({ line }) => line).sort((a, b) => a - b));
  });

  it('come of any lines at all', () => {
    const cell = fc.constantFrom(
      '_',
      '',
      '0',
      '1',
      '2',
      '3',
      '1-2',
      '2.1',
      '1:nsubj',
      'punct',
      'PUNCT',
      'A=B,',
      'x y',
      '=',
      '|',
    );
    const row = fc.array(cell, { minLength: 9, maxLength: 11 }).map((cells) => cells.join('\t'));
    const line = fc.oneof(
      { weight: 5, arbitrary: row },
      fc.constantFrom('', ' ', '#', '# text', '# text = x', '# sent_id ='),
    );
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        const findings = check(3, lines.join('\n'));
        expect(findings.every(({ line: at, text }) => at >= 1 && at <= lines.length && text !== '')).toBe(
          true,
        );
      }),
      { seed: 1 },
    );
  });

  it('are none in an empty file', () => {
    expect(check(3, '')).toEqual([]);
  });
});
