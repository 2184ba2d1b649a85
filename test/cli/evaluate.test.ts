import { describe, expect, it } from 'vitest';
import { conllu } from '../support/evaluation.js';
import { arcwise } from '../support/program.js';
import { goldFile, systemFile } from '../support/tapes.js';
import { temporaryFiles } from '../support/temporaryFiles.js';

const { folder, file } = temporaryFiles();

const gold = file('gold.conllu', goldFile);
const system = file('system.conllu', systemFile);

describe('arcwise evaluate', () => {
  it('prints tables', () => {
    const { stdout, stderr, status } = arcwise(['evaluate', gold, system]);
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^with punctuation +\| +2 \| +8 \| +37.50 \| +37.50 \| +0.00 \|/m);
    expect(stdout).toMatch(/^without punctuation +\| +2 \| +7 \| +28.57 \|/m);
    expect(stdout).toMatch(/^Tokens {5}\| {5}75.00 \| {5}85.71 \| {5}80.00 \|$/m);
    expect(stdout).toMatch(/^MLAS {7}\| {5}20.00 \| {5}20.00 \| {5}20.00 \| {5}33.33$/m);
  });

  it('prints JSON with all that is asked for', () => {
    const options = [
      '--no-punct',
      '--by',
      'label',
      '--errors',
      'nsubj:pass:nsubj',
      '--compare',
      gold,
      '--json',
    ];
    const { stdout, status } = arcwise(['evaluate', gold, system, ...options]);
    expect(status).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      gold,
      system,
      punctuation: 'without',
      scores: [{ punctuation: 'without', words: 7 }],
      sharedTask: { Words: { precision: 62.5 }, UAS: { alignedAccuracy: 60 } },
      errors: { count: 1, errors: [{ word: { id: 1, form: 'Tapes' } }] },
      comparison: { system: gold, differences: { uas: { second: 100 } } },
    });
    expect(JSON.parse(stdout).labels).toContainEqual(expect.objectContaining({ label: 'nsubj', correct: 1 }));
    expect(JSON.parse(stdout)).toHaveProperty('confusions.0.example.systemHead.form', 'so');
  });

  it('reads stdin for -', () => {
    const fromStdin = arcwise(['evaluate', gold, '-', '--json'], { stdin: systemFile });
    const fromFile = arcwise(['evaluate', gold, system, '--json']);
    expect(JSON.parse(fromStdin.stdout)).toEqual({ ...JSON.parse(fromFile.stdout), system: 'stdin' });
  });

  it('takes several roots and missing heads from a system, and says so', () => {
    const roots = file('roots.conllu', conllu('1 a a X _ _ 0 root\n2 b b X _ _ 1 dep'));
    const several = arcwise(['evaluate', roots, '-', '--json'], {
      stdin: conllu('1 a a X _ _ 0 root\n2 b b X _ _ 0 root'),
    });
    expect(several).toMatchObject({
      status: 0,
      stderr: 'Warning: stdin: sentences with several roots: 1.\n',
    });
    expect(JSON.parse(several.stdout).scores[0].uas).toBe(50);
    const headless = arcwise(['evaluate', roots, '-', '--json', '--by', 'distance'], {
      stdin: conllu('1 a a X _ _ _ _\n2 b b X _ _ _ _'),
    });
    expect(headless.stderr).toBe('Warning: stdin: words without a head, which count as wrong: 2.\n');
    expect(JSON.parse(headless.stdout)).toMatchObject({
      scores: [{ uas: 0, upos: 100 }, {}],
      sharedTask: { UAS: { correct: 0 } },
      distances: [
        { distance: 'ROOT', gold: 1, system: 0 },
        { distance: '1', gold: 1, system: 0 },
      ],
    });
  });
});

describe('one sentence says what is wrong', () => {
  const badData: [string, string[], string, string?][] = [
    ['a missing file', [gold, 'missing.conllu'], 'missing.conllu cannot be read: no such file or directory.'],
    ['a folder', [folder, system], `"${folder}" is a folder, not a file.`],
    ['an empty file', [gold, '-'], 'stdin has no sentences.'],
    ['no CoNLL-U', [gold, '-'], 'stdin:1: the word has 1 column instead of 10', 'Hello\n\n'],
    ['a gold word without a head', ['-', gold], 'stdin:1: word 1 has no head', conllu('1 a')],
    [
      'another text',
      [gold, '-'],
      `The texts of ${gold} and stdin differ: ${gold} continues with "Tapesweresold" at line 8, but stdin ends there.`,
      `${systemFile.split('\n\n')[0]}\n\n`,
    ],
  ];
  it.each(badData)('about %s', (_name, args, message, stdin = '') => {
    const { stdout, stderr, status } = arcwise(['evaluate', ...args], { stdin });
    expect({ stdout, stderr, status }).toEqual({ stdout: '', stderr: `${message}\n`, status: 1 });
  });

  const badUsage: [string, string[], string][] = [
    ['one file', [gold], 'Two files are needed: the gold one and the system’s.'],
    ['three files', [gold, system, system], 'Two files are needed: the gold one and the system’s.'],
    ['stdin twice', [gold, '-', '--compare', '-'], 'Only one file can be stdin.'],
    [
      'an unknown breakdown',
      [gold, system, '--by', 'tag'],
      '--by takes label, length, distance, confidence.',
    ],
    [
      'unknown labels',
      [gold, system, '--errors', 'nsubj:obj'],
      '--errors takes two labels of these files, gold:system, and not "nsubj:obj".',
    ],
    ['an unknown option', [gold, system, '--nonsense'], "Unknown option '--nonsense'"],
  ];
  it.each(badUsage)('about %s, and the usage follows', (_name, args, message) => {
    const { stdout, stderr, status } = arcwise(['evaluate', ...args]);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr.startsWith(message)).toBe(true);
    expect(stderr).toMatch(/\nUsage: arcwise evaluate GOLD SYSTEM .*\n$/);
  });
});
