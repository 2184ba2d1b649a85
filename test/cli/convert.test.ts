import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arcwise, arcwiseProcess } from '../support/program.js';
import { anyFile, anyFileOfX, tabbed } from '../support/sentences.js';

/** Many different files in one, none of which but the first begins with a byte-order mark. */
function manyFiles(files: fc.Arbitrary<string>): string {
  const [first, ...rest] = fc.sample(files, { numRuns: 60, seed: 7 });
  return first + rest.map((text) => text.replace(/^\uFEFF?[\r\n]*/, '')).join('');
}

const sentence = tabbed(
  [
    '# text = Don’t!\n',
    '1-2 Don’t _ _ _ _ _ _ _ SpaceAfter=No\n',
    '1 Do do AUX VB Mood=Imp 0 root 0:root _\n',
    '2 n’t not PART RB _ 1 advmod 1:advmod _\n',
    '2.1 go go VERB _ _ _ _ 1:x _\n',
    '3 ! ! PUNCT . _ 1 punct 1:punct _\n\n',
  ].join(''),
).replace('#\ttext\t=\t', '# text = ');

describe('arcwise convert', () => {
  it('writes CoNLL-U as it was, byte for byte', () => {
    const stdin = manyFiles(anyFile);
    expect(stdin.length).toBeGreaterThan(10_000);
    expect(arcwise(['convert'], { stdin })).toEqual({ stdout: stdin, stderr: '', status: 0 });
  });

  it('writes CoNLL-X as it was', () => {
    const stdin = manyFiles(anyFileOfX);
    const { stdout, status } = arcwise(['convert', '--from', 'conllx', '--to', 'conllx'], { stdin });
    expect({ stdout, status }).toEqual({ stdout: stdin, status: 0 });
  });

  it('writes the text of a treebank', () => {
    const stdin = `# newpar\n${sentence}${sentence}# newpar\n${sentence}`;
    expect(arcwise(['convert', '--to', 'text'], { stdin }).stdout).toBe('Don’t! Don’t!\n\nDon’t!\n');
  });

  it('leaves out of CoNLL-X what it has no room for', () => {
    expect(arcwise(['convert', '--to', 'conllx'], { stdin: sentence }).stdout).toBe(
      tabbed(
        '1 Do do AUX VB Mood=Imp 0 root _ _\n2 n’t not PART RB _ 1 advmod _ _\n3 ! ! PUNCT . _ 1 punct _ _\n\n',
      ),
    );
  });

  it('keeps in CoNLL-U what CoNLL-X tells of projective arcs', () => {
    const stdin = tabbed('1 go _ V V sg|x 0 ROOT 0 ROOT\n\n');
    const converted = arcwise(['convert', '--from', 'conllx'], { stdin }).stdout;
    expect(converted).toBe(tabbed('1 go _ V V sg|x 0 ROOT _ PHead=0|PDeprel=ROOT\n\n'));
    expect(arcwise(['convert', '--to', 'conllx'], { stdin: converted }).stdout).toBe(stdin);
  });

  it('draws, and writes JSON a line a sentence', () => {
    expect(arcwise(['convert', '--to', 'tree'], { stdin: sentence }).stdout).toBe(
      '# Don’t!\n╭── Do   AUX    root\n├─► n’t  PART   advmod\n╰─► !    PUNCT  punct\n\n',
    );
    expect(arcwise(['convert', '--to', 'dot'], { stdin: sentence }).stdout).toMatch(/^digraph \{\n/);
    expect(arcwise(['convert', '--to', 'svg'], { stdin: sentence }).stdout).toMatch(/^<svg .*<\/svg>\n$/s);
    const lines = arcwise(['convert', '--to', 'json'], { stdin: sentence + sentence }).stdout.split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[1])).toMatchObject({
      text: 'Don’t!',
      tokens: [{ first: 1, last: 2, start: 0, end: 5 }],
    });
  });

  it('makes nothing of nothing', () => {
    expect(arcwise(['convert'])).toEqual({ stdout: '', stderr: '', status: 0 });
  });

  it('stops quietly when nobody reads on', () => {
    // A stdout that says what a closed pipe says; what is bad further on is never read.
    const closed = `process.stdout.write = (_, done) => {
      process.stdout.emit('error', Object.assign(new Error('closed'), { code: 'EPIPE' }));
      done();
    };`;
    const options = ['--import', `data:text/javascript,${encodeURIComponent(closed)}`];
    const stdin = `${sentence.repeat(1000)}1\tbad\n\n`;
    expect(arcwiseProcess(['convert'], { stdin, options })).toEqual({ stdout: '', stderr: '', status: 0 });
    expect(arcwiseProcess(['render'], { stdin, options })).toEqual({ stdout: '', stderr: '', status: 0 });
  });

  it('exits with 1 on bad data and 2 on bad usage', () => {
    expect(arcwise(['convert'], { stdin: `${sentence}1\n\n` })).toEqual({
      stdout: sentence,
      stderr: 'stdin:8: the word has 1 column instead of 10\n',
      status: 1,
    });
    const { stderr, status } = arcwise(['convert', '--to', 'xml']);
    expect({ stderr, status }).toEqual({
      stderr: [
        '--to is one of conllu, conllx, tree, svg, dot, json, text, not "xml".\n',
        'Usage: arcwise convert [FILE…] [--from conllu|conllx] [--to conllu|conllx|tree|svg|dot|json|text]\n',
      ].join(''),
      status: 2,
    });
    expect(arcwise(['convert', '--from', 'json'])).toMatchObject({ status: 2 });
  });
});
