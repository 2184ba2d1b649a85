import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { arcwise } from '../support/program.js';
import { tabbed } from '../support/sentences.js';
import { elements, ofClass, parseXml, textIn } from '../support/xml.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-'));
afterAll(() => rmSync(folder, { recursive: true }));

const sentences = [
  '# sent_id = a\n1 It it PRON _ _ 2 nsubj _ _\n2 works work VERB _ _ 0 root _ SpaceAfter=No\n3 ! ! PUNCT _ _ 2 punct _ _\n\n',
  '1 Yes yes INTJ _ _ 0 root _ _\n\n',
  '1 We we PRON _ _ 2 nsubj _ _\n2 work work VERB _ _ 0 root _ _\n\n',
].map(tabbed);
const treebank = join(folder, 'treebank.conllu');
writeFileSync(treebank, sentences.join(''));

const subjects = 'pattern { V [upos=VERB]; e: V -> S }';
const search = (...args: string[]) => arcwise(['search', subjects, treebank, ...args]);

describe('arcwise search', () => {
  it('marks the words of each match and counts the matches', () => {
    const { stdout, stderr, status } = search();
    expect(stdout.split('\n')).toEqual([
      `${treebank}:1\t[It]S [works]V !`,
      `${treebank}:1\tIt [works]V [!]S`,
      `${treebank}:8\t[We]S [work]V`,
      '',
    ]);
    expect(stderr).toBe('3 matches in 2 of 3 sentences.\n');
    expect(status).toBe(0);
  });

  it('counts by keys, the most frequent first', () => {
    expect(search('--by', 'e.label').stdout).toBe('2\t66.7%\tnsubj\n1\t33.3%\tpunct\n');
    expect(search('--by', 'V.lemma', '--by', 'S.Number', '--output', 'json').stdout).toBe(
      '{"V.lemma":"work","S.Number":"_","count":3}\n',
    );
  });

  it('writes each matching sentence once, its matches as JSON, or their number', () => {
    expect(search('--output', 'conllu').stdout).toBe(sentences[0] + sentences[2]);
    expect(search('--output', 'count').stdout).toBe('3\n');
    const lines = search('--output', 'json').stdout.trimEnd().split('\n');
    expect(
      lines.map((line) => JSON.parse(line)).map(({ id, nodes, edges }) => [id, nodes.S.form, edges.e]),
    ).toEqual([
      ['a', 'It', 'nsubj'],
      ['a', '!', 'punct'],
      [undefined, 'We', 'nsubj'],
    ]);
  });

  it('draws the sentences with the found words marked', () => {
    const svg = search('--output', 'svg').stdout;
    expect(ofClass(parseXml(svg.slice(0, svg.indexOf('</svg>') + 6)), 'found').map(textIn)).toEqual([
      'It',
      'works',
      '!',
    ]);
    const { stdout, status } = search('--output', 'html');
    expect(status).toBe(0);
    expect(stdout).toMatch(/^<!doctype html>\n/);
    expect(stdout).toContain(`<title>${subjects.replace('->', '-&gt;')}</title>`);
    expect(stdout).toContain('prefers-color-scheme');
    const body = parseXml(
      stdout.slice(stdout.indexOf('<body>'), -'</html>\n'.length).trim().replaceAll('<br>', '<br/>'),
    );
    const figures = elements(body, ({ name }) => name === 'figure');
    expect(figures.map((figure) => ofClass(figure, 'found').map(textIn))).toEqual([
      ['It', 'works', '!'],
      ['We', 'work'],
    ]);
    expect(textIn(figures[0])).toContain('V: works, S: It, e: nsubj');
    expect(textIn(figures[0])).toContain('V: works, S: !, e: punct');
    // Counts are a table whatever the output.
    expect(search('--by', 'e.1', '--output', 'html').stdout).toBe('2\t66.7%\tnsubj\n1\t33.3%\tpunct\n');
  });

  it('parses text', () => {
    const { stdout } = arcwise(['search', 'pattern { V -[nsubj]-> S }'], { stdin: 'She sings. No.\n' });
    expect(stdout).toBe('stdin\t[She]S [sings]V.\n');
  });

  it('refuses patterns and keys that make no sense', () => {
    expect(arcwise(['search', 'pattern { V ['], { stdin: '' })).toMatchObject({
      status: 2,
      stderr: expect.stringContaining('Expected a feature, such as upos or Number, but the pattern ends.'),
    });
    expect(search('--by', 'X.lemma').stderr).toContain('with one of V, S, e, not "X.lemma".');
    expect(arcwise(['search']).stderr).toContain('A pattern is needed');
  });
});
