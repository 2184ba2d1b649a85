// Whatever the pages name is there: files, headings, scripts, options; and the reference of commands is today's.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, dirname, join, normalize } from 'node:path';
import { describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { verbs } from '../../src/cli/verbs.js';
import { knownModels } from '../../src/models/knownModels.js';
import { blocksOf, files, readPage, root } from '../support/markdown.js';

const markdown = files.filter((path) => path.endsWith('.md'));

/** Text without its blocks of code. */
function proseOf(page: string): string {
  return readPage(page).replace(/^```[\s\S]*?^```$/gm, '');
}

/** The anchor that a heading has. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function anchorsOf(page: string): string[] {
  return [...proseOf(page).matchAll(/^#+ (.*)$/gm)].map(([, heading]) => anchorOf(heading));
}

const rooms = new Set(files.map((path) => path.split('/')[0]));

/** Whether a path, or one with a star in its name, is among the files. */
function isThere(path: string): boolean {
  const pattern = path
    .replace(/\/$/, '')
    .split('*')
    .map((part) => part.replace(/[.+?^${}()|[\]\\]/g, '\\$&'))
    .join('[^/]*');
  return files.some((file) => new RegExp(`^${pattern}(/|$)`).test(file));
}

const allOptions = new Set(['help', 'version']);
const optionsOfVerb = new Map<string, Set<string>>();
for (const [name, load] of Object.entries(verbs)) {
  const own = new Set(['help']);
  for (const { options, settings = {} } of (await load()).usage) {
    for (const group of [options, ...Object.values(settings)]) {
      for (const option of Object.keys(group)) {
        own.add(option);
        allOptions.add(option);
      }
    }
  }
  optionsOfVerb.set(name, own);
}

/** Options of other programs than arcwise, by what stands before them on the line. */
const others = /\b(npm|npx (?!arcwise)|node|git|docker|curl|bench|scripts\/\S+|redis-server|vite)\b/;

describe.each(markdown)('%s', (page) => {
  it('links to what is there', () => {
    const links = [...proseOf(page).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link]) => link);
    const missing = links.filter((link) => {
      if (/^\w+:/.test(link)) return false;
      const [path, anchor] = link.split('#');
      const target = path === '' ? page : normalize(join(dirname(page), path));
      if (target !== page && !isThere(target)) return true;
      return anchor !== undefined && !anchorsOf(target).includes(anchor);
    });
    expect(missing).toEqual([]);
  });

  it('names paths that are there', () => {
    const spans = [...proseOf(page).matchAll(/`([^`\s]+)`/g)].map(([, span]) => span);
    const paths = spans.filter((span) => span.includes('/') && rooms.has(span.split('/')[0]));
    const sources = spans.filter((span) => /^[\w*]+\.(ts|mjs)$/.test(span));
    const named = blocksOf(page).flatMap(({ file }) => (file === undefined ? [] : [file]));
    const known = new Set([...files.map((file) => basename(file)), ...named]);
    expect({
      paths: paths.filter((path) => !isThere(path)),
      sources: sources.filter((name) => !known.has(name)),
    }).toEqual({ paths: [], sources: [] });
  });

  it('names scripts that are there', () => {
    const scripts = [...readPage(page).matchAll(/\bnpm run ([\w:-]+)/g)].map(([, name]) => name);
    expect(scripts.filter((name) => !Object.hasOwn(packageJson.scripts, name))).toEqual([]);
  });

  it('names options that are there', () => {
    const code = [
      ...[...proseOf(page).matchAll(/`([^`]+)`/g)].map(([, span]) => span),
      ...blocksOf(page)
        .filter(({ language }) => language === 'sh')
        .flatMap(({ text }) => text.replaceAll('\\\n', ' ').split('\n')),
    ].flatMap((line) => line.split(/ (?:&&|\|) /));
    const unknown = code.flatMap((line) => {
      if (others.test(line) && !/\bnpm start --/.test(line)) return [];
      const verb = /\b(?:arcwise|npm start --) (\w+)/.exec(line)?.[1] ?? '';
      const known = optionsOfVerb.get(verb) ?? allOptions;
      const options = [...line.matchAll(/(?:^|\s)--([a-z][a-z0-9-]*)/g)].map(([, option]) => option);
      return options.filter((option) => !known.has(option)).map((option) => `--${option} in: ${line}`);
    });
    expect(unknown).toEqual([]);
  });
});

describe('the recorded runs', () => {
  const runs = files.filter((path) => /^experiments\/results\/.*\.txt$/.test(path));

  it.each(runs)('%s has nothing that npm printed', (path) => {
    expect(readPage(path)).not.toMatch(/^(npm (warn|error)|> arcwise@)/m);
  });
});

describe('docs/dependencies.md', () => {
  it('has the hash of the shipped model', () => {
    const model = readFileSync(join(root, 'models/en/english.arcwise'));
    expect(readPage('docs/dependencies.md')).toContain(createHash('sha256').update(model).digest('hex'));
  });

  it('has every dependency with its version', () => {
    const page = readPage('docs/dependencies.md');
    const all = { ...packageJson.dependencies, ...packageJson.optionalDependencies };
    for (const [name, version] of Object.entries(all)) {
      expect(page).toMatch(new RegExp(`^\\| ${name} +\\| ${version.replaceAll('.', '\\.')} `, 'm'));
    }
  });
});

describe.each(['commands', 'rules'])('docs/%s.md', (name) => {
  it('is what npm run docs:commands writes', () => {
    const written = execFileSync(process.execPath, ['scripts/reference.mjs', '--print', name], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(readPage(`docs/${name}.md`)).toBe(written);
  });
});

describe('the packages of models', () => {
  it('are what npm run docs:models writes', () => {
    const { stdout, status } = spawnSync(process.execPath, ['scripts/modelPackages.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    });
    expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
  });

  it('name the treebanks of the list, with licences', () => {
    for (const { code, name, treebanks, language } of knownModels) {
      const card = JSON.parse(readPage(`configs/${code}/card.json`));
      expect(card.language).toBe(language);
      for (const treebank of treebanks) expect(card.attribution).toContain(treebank);
      expect(readPage(`models/${code}/LICENSE`)).toContain(`${name}.arcwise`);
    }
  });
});
