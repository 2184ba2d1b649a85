import { describe, expect, it } from 'vitest';
import { arcwise, arcwiseProcess } from '../support/program.js';
import { tabbed } from '../support/sentences.js';
import { temporaryFiles } from '../support/temporaryFiles.js';

const { file } = temporaryFiles();

/** Sentences, one word a line as `form head label`. */
function sentences(...list: string[]): string {
  return list
    .map((words) =>
      words
        .split(', ')
        .map((word, index) => {
          const [form, head, label] = word.split(' ');
          return `${index + 1}\t${form}\t_\t_\t_\t_\t${head}\t${label}\t_\t_\n`;
        })
        .join(''),
    )
    .map((rows) => `${rows}\n`)
    .join('');
}

const projective = sentences('Cats 2 nsubj, sleep 0 root');
const crossing = sentences('a 3 det, b 4 det, c 0 root, d 3 obj');
const twoRoots = sentences('Go 0 root, on 0 root');
const withNodes = tabbed(
  [
    '1-2 Don’t _ _ _ _ _ _ _ _\n1 Do _ _ _ _ 0 root _ _\n2 n’t _ _ _ _ 1 advmod _ _\n',
    '2.1 x _ _ _ _ _ _ _ _\n3 ! _ _ _ _ 1 punct _ _\n\n',
  ].join(''),
);
const broken = '1\tx\n2\ty\n\n';

const counts = {
  sentences: 4,
  words: 11,
  longestSentence: 4,
  multiwordTokens: 1,
  emptyNodes: 1,
  headLater: 3,
  labels: 6,
  labelsSeenOnce: [
    { label: 'nsubj', line: 1 },
    { label: 'obj', line: 7 },
    { label: 'advmod', line: 14 },
    { label: 'punct', line: 16 },
  ],
  nonProjective: { count: 1, lines: [4] },
  severalRoots: { count: 1, lines: [9] },
};

describe('arcwise check', () => {
  const whole = projective + crossing + twoRoots + withNodes;

  it('counts what a file has', () => {
    const { stdout, stderr, status } = arcwise(['check', '--json'], { stdin: whole });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(JSON.parse(stdout)).toEqual({
      files: [
        {
          file: 'stdin',
          ...counts,
          errors: { count: 0, messages: [] },
          warnings: { count: 0, messages: [] },
        },
      ],
      leaks: [],
    });
  });

  it('lists errors with their places, passes over them and exits with 1', () => {
    const path = file('broken.conllu', whole + broken + projective + broken);
    const { stdout, status } = arcwise(['check', path, '--json']);
    expect(status).toBe(1);
    expect(JSON.parse(stdout).files).toMatchObject([
      {
        sentences: 5,
        errors: {
          count: 2,
          messages: [
            `${path}:18: the word has 2 columns instead of 10`,
            `${path}:24: the word has 2 columns instead of 10`,
          ],
        },
      },
    ]);
    const text = arcwise(['check', path]);
    expect(text.status).toBe(1);
    expect(text.stdout).toMatch(new RegExp(`^${path}:18: the word has 2 columns instead of 10\n`));
  });

  it('warns of a missing blank line at the end, and reads the sentence', () => {
    const { stdout, status } = arcwise(['check'], { stdin: projective.trimEnd() });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^Warning: stdin:2: the file ends without a blank line after its last sentence\n/);
    expect(stdout).toMatch(/^sentences +1$/m);
  });

  it('prints a table and what is unusual', () => {
    expect(arcwise(['check', '-'], { stdin: whole }).stdout).toBe(
      `                               stdin
sentences                          4
words                             11
words in the longest sentence      4
multiword tokens                   1
empty nodes                        1
words whose head is later      27.3%
labels                             6
labels seen once                   4
non-projective trees               1
trees with several roots           1
sentences that cannot be read      0

stdin: labels seen once: nsubj (line 1), obj (line 7), advmod (line 14), punct (line 16)
stdin: non-projective trees at the lines: 4
stdin: trees with several roots at the lines: 9
`,
    );
  });

  it('shows some examples of many', () => {
    const { stdout } = arcwise(['check'], { stdin: crossing.repeat(9) });
    expect(stdout).toContain('stdin: non-projective trees at the lines: 1, 6, 11, 16, 21, 26, 31, 36, …\n');
  });

  it('finds the sentences that two files share, whatever their trees', () => {
    const train = file('train.conllu', projective + crossing + projective);
    const dev = file('dev.conllu', twoRoots + sentences('Cats 0 root, sleep 1 dep') + twoRoots);
    const test = file(
      'test.conllu',
      twoRoots + projective + sentences('Cats 2 nsubj, sleep 0 root, ! 2 punct'),
    );
    const { stdout, status } = arcwise(['check', train, dev, test, '--json']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout).leaks).toEqual([
      { file: dev, earlier: train, count: 1, sentences: [{ line: 4, earlierLine: 1, text: 'Cats sleep' }] },
      { file: test, earlier: dev, count: 1, sentences: [{ line: 1, earlierLine: 1, text: 'Go on' }] },
      { file: test, earlier: train, count: 1, sentences: [{ line: 4, earlierLine: 1, text: 'Cats sleep' }] },
    ]);
    expect(arcwise(['check', train, dev]).stdout).toContain(
      `\nSentences of ${dev} that are in ${train} too: 1\n  line 4, there line 1: Cats sleep\n`,
    );
    expect(JSON.parse(arcwise(['check', train, '--json']).stdout).leaks).toEqual([]);
  });

  it('needs no more memory for a large file', () => {
    const stdin = projective.repeat(100_000);
    const { stdout, stderr, status } = arcwiseProcess(['check'], {
      stdin,
      options: ['--max-old-space-size=24'],
    });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^sentences +100,000$/m);
  });

  it('lists what breaks the rules of a level', () => {
    const path = file('treebank.conllu', crossing.replace('root', 'Root'));
    const found = (level: string) => arcwise(['check', path, '--level', level]);
    expect(found('1')).toMatchObject({ status: 0, stdout: expect.not.stringContaining(': level') });
    const { stdout, status } = found('2');
    expect(status).toBe(1);
    expect(stdout.split('\n\n')[0].split('\n')).toEqual([
      `${path}:1: level 2, missing-sent-id: the sentence has no comment # sent_id = …`,
      `${path}:1: level 2, missing-text: the sentence has no comment # text = …`,
      `${path}:1: level 2, unknown-upos: word 1 has no UPOS`,
      `${path}:2: level 2, unknown-upos: word 2 has no UPOS`,
      `${path}:3: level 2, unknown-upos: word 3 has no UPOS`,
      `${path}:3: level 2, invalid-deprel: the DEPREL "Root" of word 3 is not in lower-case letters, as in nsubj or nsubj:pass`,
      `${path}:3: level 2, 0-is-not-root: word 3 has the head 0, but the DEPREL "Root" instead of root`,
      `${path}:4: level 2, unknown-upos: word 4 has no UPOS`,
    ]);
    expect(stdout).toContain(
      `\n${path}: 8 errors, 0 warnings: unknown-upos 4, missing-sent-id 1, missing-text 1, invalid-deprel 1, 0-is-not-root 1\n`,
    );
    const { files } = JSON.parse(arcwise(['check', path, '--level', '3', '--json']).stdout);
    expect(files[0].findings).toMatchObject({ errors: 10, warnings: 0, rules: { 'rel-upos-det': 2 } });
    expect(files[0].findings.list).toContainEqual({
      ...{ line: 1, level: 3, rule: 'rel-upos-det', severity: 'error' },
      text: '"a" is det, which takes DET, PRON, but is tagged "_"',
    });
  });

  it('exits with 0 where there are but warnings', () => {
    const stdin = tabbed('1 Go go VERB _ VerbForm=Fin 0 root _ _\n\n');
    const { stdout, status } = arcwise(['check', '--level', '3'], {
      stdin: `# sent_id = a\n# text = Go\n${stdin}`,
    });
    expect(status).toBe(0);
    expect(stdout).toMatch(/^stdin:3: level 3 warning, verbform-fin-without-mood: /);
    expect(stdout).toContain('\nstdin: 0 errors, 1 warning: verbform-fin-without-mood 1\n');
  });

  it('counts all findings and lists the first of each rule', () => {
    const { stdout } = arcwise(['check', '--level', '2'], { stdin: projective.repeat(1002) });
    expect(stdout.match(/missing-text: /g)).toHaveLength(1000);
    expect(stdout).toContain('missing-text 1,002');
    expect(stdout).toMatch(/\nstdin: … \d+ more findings\n/);
  });

  it('exits with 2 on bad usage', () => {
    expect(arcwise(['check', '--level', '4']).stderr).toContain('--level is one of 1, 2, 3, not "4".');
    expect(arcwise(['check', '--nonsense'])).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Usage: arcwise check [FILE…] [--level 1|2|3] [--json]'),
    });
  });
});
