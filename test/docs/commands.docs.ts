// Every command and every program of README and docs/ runs: what is on a page works for whoever types it.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Block, blocksOf, pages, root } from '../support/markdown.js';
import { Workplace } from '../support/workplace.js';
import { exceptions, preludes, serverAddress } from './exceptions.js';

const used = new Set<object>();

function exceptionOf({ page }: Block, command: string): object | undefined {
  const found = exceptions.find((one) => (one.page ?? page) === page && command.startsWith(one.begins));
  if (found) used.add(found);
  return found;
}

/** Commands that follow each other, a server by itself; those that do not run here are left out. */
function stepsOf(block: Block): string[] {
  const commands = block.text.replaceAll('\\\n', ' ').split('\n');
  const steps: string[] = [];
  let joined = '';
  for (const command of commands) {
    if (exceptionOf(block, command)) continue;
    if (serverAddress(command) === undefined) joined += `${command}\n`;
    else {
      steps.push(joined, command);
      joined = '';
    }
  }
  return [...steps, joined].filter((step) => step.trim() !== '');
}

function programOf(block: Block): string {
  const prelude = preludes.find(({ page, begins }) => page === block.page && block.text.startsWith(begins));
  if (prelude) used.add(prelude);
  return `${prelude?.before ?? ''}${block.text}export {};\n`;
}

/** Those of blocks that are only read are among them. */
const languages = ['sh', 'ts', 'html', 'json', 'nginx', 'text', ''];
const tool = (path: string) => join(root, 'node_modules', path);

describe.each(pages.filter((page) => blocksOf(page).length > 0))('%s', (page) => {
  const blocks = blocksOf(page);
  let workplace: Workplace;
  /** What the block before has printed, if it was commands or a program. */
  let printed: string | undefined;
  beforeAll(() => {
    workplace = new Workplace();
  });
  afterAll(() => workplace.close());

  it.each(blocks.map((block) => ({ block, line: block.line, language: block.language })))(
    'line $line, $language',
    async ({ block }) => {
      const { language, text, file } = block;
      const before = printed;
      printed = undefined;
      expect(languages).toContain(language);
      if (language === 'json') JSON.parse(text);
      if (file !== undefined) workplace.write(file, text);
      else if (language === '') expect(text.trimEnd()).toBe(before?.trimEnd());
      else if (language === 'sh') {
        let output = '';
        for (const step of stepsOf(block)) {
          const address = serverAddress(step);
          if (address !== undefined) await workplace.serve(step, address);
          else {
            const { stdout, stderr, status } = workplace.run(step);
            expect(status, `${step}\n${stderr}\n${stdout}`).toBe(0);
            output += stdout;
          }
        }
        printed = output;
      } else if (language === 'ts' && !exceptionOf(block, text)) {
        const path = workplace.write(`line-${block.line}.ts`, programOf(block));
        const { stdout, stderr, status } = spawnSync(tool('.bin/tsx'), [path], {
          cwd: workplace.folder,
          encoding: 'utf8',
        });
        expect(status, stderr).toBe(0);
        printed = stdout;
      }
    },
  );

  const programs = blocks.filter(({ language }) => language === 'ts');
  if (programs.length === 0) return;
  it('has programs that compile, strictly', () => {
    const names = programs.map((block) => {
      const name = block.file ?? `line-${block.line}.ts`;
      workplace.write(name, programOf(block));
      return name;
    });
    const compilerOptions = {
      module: 'esnext',
      moduleResolution: 'bundler',
      target: 'es2022',
      lib: ['es2023', 'dom', 'dom.iterable'],
      types: ['node'],
      typeRoots: [tool('@types')],
      strict: true,
      skipLibCheck: true,
      noEmit: true,
    };
    workplace.write('tsconfig.json', JSON.stringify({ compilerOptions, files: names }));
    const tsc = [tool('typescript/bin/tsc'), '-p', workplace.folder];
    const { stdout, status } = spawnSync(process.execPath, tsc, { encoding: 'utf8' });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });
});

describe('exceptions', () => {
  it('are all still there', () => {
    for (const { page = 'any page', begins, reason } of exceptions)
      console.log(`${page}: ${begins} … (${reason})`);
    expect([...exceptions, ...preludes].filter((one) => !used.has(one))).toEqual([]);
  });
});
