import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { run } from '../../src/cli/render.js';
import { arcwise } from '../support/program.js';
import { tabbed } from '../support/sentences.js';
import { temporaryFiles } from '../support/temporaryFiles.js';
import { ofClass, parseXml, textIn } from '../support/xml.js';

const { folder, file } = temporaryFiles();

const first = tabbed('1 It _ PRON _ _ 2 nsubj _ _\n2 works _ VERB _ _ 0 root _ _\n\n');
const second = tabbed('# sent_id = b\n1 Yes _ INTJ _ _ 0 root _ _\n\n');
const other = tabbed('1 It _ PRON _ _ 0 root _ _\n2 works _ VERB _ _ 1 acl _ _\n\n');
const unsure = tabbed(
  '1 It _ PRON _ _ 2 nsubj _ Confidence=0.25\n2 works _ VERB _ _ 0 root _ Confidence=1\n\n',
);
const gold = file('gold.conllu', first + second);
const firstTree = '╭─► It     PRON  nsubj\n╰── works  VERB  root\n\n';
const secondTree = '# b\nYes  INTJ  root\n\n';

describe('arcwise render', () => {
  it('draws trees from stdin, - or files', () => {
    const done = { stderr: '', status: 0 };
    expect(arcwise(['render'], { stdin: first })).toEqual({ stdout: firstTree, ...done });
    expect(arcwise(['render', '-'], { stdin: second })).toEqual({ stdout: secondTree, ...done });
    expect(arcwise(['render', gold, '-', gold], { stdin: first })).toEqual({
      stdout: firstTree + secondTree + firstTree + firstTree + secondTree,
      ...done,
    });
  });

  it('draws SVG, DOT and JSON', () => {
    const { stdout } = arcwise(['render', '--output', 'svg', '--theme', 'dark'], { stdin: first });
    const svg = parseXml(stdout);
    expect(ofClass(svg, 'word').map(textIn)).toEqual(['It', 'works']);
    expect(stdout).not.toContain('prefers-color-scheme');
    const narrow = parseXml(arcwise(['render', '--output', 'svg', '--width', '80'], { stdin: first }).stdout);
    expect(Number(narrow.attributes.height)).toBeGreaterThan(Number(svg.attributes.height));
    expect(arcwise(['render', '--output', 'dot'], { stdin: first }).stdout).toContain(
      '2 -> 1 [label="nsubj"];',
    );
    const lines = arcwise(['render', gold, '--output', 'json']).stdout.trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line).text)).toEqual(['It works', 'Yes']);
  });

  it('shows the probabilities that MISC tells', () => {
    expect(arcwise(['render'], { stdin: unsure }).stdout).toContain('nsubj   25%\n');
    const svg = parseXml(arcwise(['render', '--output', 'svg'], { stdin: unsure }).stdout);
    expect(ofClass(svg, 'unsure').map(textIn)).toEqual(['It: nsubj of works (25%)nsubj']);
    expect(arcwise(['render', '--output', 'json'], { stdin: unsure }).stdout).toContain('"probability":0.25');
  });

  it('draws what is not parsed yet, and several roots', () => {
    const stdin = tabbed('1 It _ _ _ _ _ _ _ _\n2 works _ _ _ _ _ _ _ _\n\n');
    expect(arcwise(['render'], { stdin }).stdout).toBe('It     _  _\nworks  _  _\n\n');
    const roots = tabbed('1 Go _ VERB _ _ 0 root _ _\n2 on _ ADV _ _ 0 root _ _\n\n');
    expect(arcwise(['render'], { stdin: roots }).stdout).toBe('Go  VERB  root\non  ADV   root\n\n');
  });

  it('compares two files', () => {
    const system = file('system.conllu', other + second);
    expect(arcwise(['render', gold, '--compare', system])).toEqual({
      stdout: [
        '╭─► It     PRON  nsubj  ≠  root  ──╮\n╰── works  VERB  root   ≠   acl  ◄─╯\n\n',
        '# b\nYes  INTJ  root    root\n\n',
      ].join(''),
      stderr: '',
      status: 0,
    });
    const { stdout } = arcwise(['render', '--compare', file('one.conllu', other), '--output', 'svg'], {
      stdin: first,
    });
    expect(ofClass(parseXml(stdout), 'wrong')).toHaveLength(2);
  });

  it('compares only sentences that differ, if it is asked to', () => {
    const system = file('differing.conllu', first + second.replace('root', 'dep'));
    const args = ['render', gold, '--compare', system, '--only-differences'];
    expect(arcwise(args).stdout).toBe('# b\nYes  INTJ  root  ≠  dep\n\n');
    const drawn = ofClass(parseXml(arcwise([...args, '--output', 'svg']).stdout), 'word');
    expect(drawn.map(textIn)).toEqual(['Yes']);
    const heads = file('heads.conllu', other + second);
    expect(arcwise(['render', gold, '--compare', heads, '--only-differences']).stdout).not.toContain('Yes');
    expect(arcwise(['render', gold, '--compare', gold, '--only-differences'])).toEqual({
      stdout: '',
      stderr: '',
      status: 0,
    });
  });

  it('shows the sentences with the most errors first, if it is asked to', () => {
    const three = file('three.conllu', second + first + second);
    const system = file('worse.conllu', second.replace('root', 'dep') + other + second);
    const args = ['render', three, '--compare', system, '--worst-first'];
    const lines = (stdout: string) => stdout.split('\n').filter((line) => /It|Yes/u.test(line));
    expect(lines(arcwise(args).stdout).map((line) => /It|Yes/u.exec(line)?.[0])).toEqual([
      'It',
      'Yes',
      'Yes',
    ]);
    const { stdout } = arcwise([...args, '--only-differences', '--output', 'html']);
    expect(stdout.match(/\d of \d words? differs?/g)).toEqual(['2 of 2 words differ', '1 of 1 word differs']);
    for (const theme of ['light', 'dark']) {
      const page = arcwise([...args, '--output', 'html', '--theme', theme]).stdout;
      expect(page).toContain(`body{background:${theme === 'light' ? '#ffffff' : '#0d1117'}`);
      expect(page).not.toContain('prefers-color-scheme');
    }
    expect(stdout).toContain('@media (prefers-color-scheme:dark){body{background:#0d1117');
  });

  it('writes a page of all sentences', () => {
    const stdin = first + second + tabbed('# sent_id = <c>\n1 <&> _ SYM _ _ 0 root _ _\n\n');
    const { stdout, stderr, status } = arcwise(['render', '--output', 'html', '--theme', 'dark'], { stdin });
    expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
    expect(stdout).toMatch(/^<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n/);
    expect(stdout).toContain('<title>stdin</title>');
    // One sheet for all, and no element that is not closed.
    expect(stdout.match(/<style>/g)).toHaveLength(1);
    expect(stdout).not.toContain('prefers-color-scheme');
    const body = parseXml(stdout.slice(stdout.indexOf('<body>'), -'</html>\n'.length).trim());
    expect(
      body.children.filter((child) => typeof child !== 'string' && child.name === 'figure'),
    ).toHaveLength(3);
    expect(ofClass(body, 'word').map(textIn)).toEqual(['It', 'works', 'Yes', '<&>']);
    expect(textIn(body)).toContain('<c> <&>');
    const compared = arcwise([
      'render',
      gold,
      '--compare',
      file('page.conllu', other + second),
      '--output',
      'html',
    ]);
    expect(compared.stdout.match(/<figure>/g)).toHaveLength(2);
    expect(compared.stdout).toContain('class="arc wrong"');
  });

  it('says how two files do not fit together', () => {
    const short = file('short.conllu', other);
    expect(arcwise(['render', gold, '--compare', short])).toMatchObject({
      status: 1,
      stderr: `${short} has fewer sentences than ${gold}.\n`,
    });
    expect(arcwise(['render', short, '--compare', gold])).toMatchObject({
      status: 1,
      stderr: `${short} has fewer sentences than ${gold}.\n`,
    });
    const different = file('different.conllu', first + second.replace('Yes', 'No'));
    expect(arcwise(['render', gold, '--compare', different])).toMatchObject({
      status: 1,
      stdout: expect.stringContaining('works'),
      stderr: `${different}:4: the sentence differs from ${gold}:4 in word 1.\n`,
    });
  });

  it('exits with 1 on bad data, after what was good', () => {
    const stdin = `${first}1\tbad\n\n`;
    expect(arcwise(['render'], { stdin })).toEqual({
      stdout: firstTree,
      stderr: 'stdin:4: the word has 2 columns instead of 10\n',
      status: 1,
    });
    expect(arcwise(['render', join(folder, 'missing')])).toEqual({
      stdout: '',
      stderr: `${join(folder, 'missing')} cannot be read: no such file or directory.\n`,
      status: 1,
    });
    expect(arcwise(['render', folder])).toMatchObject({
      status: 1,
      stderr: `"${folder}" is a folder, not a file.\n`,
    });
  });

  it.each([
    [['--output', 'png'], '--output is one of tree, svg, dot, json, html, not "png".'],
    [['--output', 'svg', gold], '--output svg draws one sentence: use --output html for several.'],
    [['--only-differences', gold], '--only-differences needs --compare.'],
    [['--worst-first', gold], '--worst-first needs --compare.'],
    [['--width', '0'], '--width is a whole number of at least 1, not "0".'],
    [['--theme', 'pink'], '--theme is one of auto, light, dark, not "pink".'],
    [['--compare', gold, '--output', 'dot'], '--compare draws tree, svg or html, and not dot.'],
    [['--compare', gold, gold, gold], '--compare needs one FILE, not several.'],
    [['--compare', '-'], 'Only one file can be stdin.'],
    [['--nonsense'], "Unknown option '--nonsense'"],
  ])('refuses bad usage: %j', async (args, message) => {
    await expect(run(args)).rejects.toThrow(message);
  });

  it('exits with 2 on bad usage', () => {
    const { stdout, stderr, status } = arcwise(['render', '--output', 'png']);
    expect({ stdout, status }).toEqual({ stdout: '', status: 2 });
    expect(stderr).toContain('\nUsage: arcwise render ');
  });
});
