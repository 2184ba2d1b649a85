// The packed package, found sound by those who look at packages, and used by those who install it.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright';
import { publint } from 'publint';
import { build, preview } from 'vite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { knownModels, packageOf } from '../../src/models/knownModels.js';
import { type PackedPackage, packedPackage, root } from '../support/packedPackage.js';

const text = `I saw the man with the telescope. Don't panic: prices aren't up 3.5%!

What did she say? 😀 Visit https://example.org/ now…`;

let packed: PackedPackage;
beforeAll(async () => {
  packed = await packedPackage();
});
afterAll(() => packed.remove());

const tool = (path: string) => join(root, 'node_modules', path);

/** What Node prints when it runs a file of the project. */
function run(path: string): string {
  return execFileSync(process.execPath, [path], { cwd: packed.project, encoding: 'utf8' });
}

/** The trees of the text as CoNLL-U, by a plain script. */
function treesInNode(): string {
  return run(
    packed.file(
      'plain.mjs',
      `import { load } from 'arcwise';
const parser = await load();
const trees = await parser.parse(${JSON.stringify(text)});
process.stdout.write(trees.map((tree) => tree.toConllu()).join(''));
`,
    ),
  );
}

describe('the package', () => {
  it('has nothing for publint to say', async () => {
    // As it is installed: the repository has the packages of models as well.
    const pkgDir = join(packed.project, 'node_modules/arcwise');
    const { messages } = await publint({ pkgDir, pack: false, strict: true });
    expect(messages).toEqual([]);
  });

  it('has types that are right for everyone who can import it', () => {
    const attw = tool('@arethetypeswrong/cli/dist/index.js');
    const args = [attw, packed.tarball, '--profile', 'esm-only', '--format', 'ascii', '--no-color'];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
    expect({ status, stderr }, stdout).toEqual({ status: 0, stderr: '' });
  });

  it('holds what it needs, and none of the sources', () => {
    const files = execFileSync('tar', ['-tzf', packed.tarball], { encoding: 'utf8' }).split('\n');
    for (const name of [
      'dist/entries/arcwise.js',
      'dist/entries/arcwise.browser.d.ts',
      'LICENSE',
      'README.md',
      'models/en/english.arcwise',
    ]) {
      expect(files).toContain(`package/${name}`);
    }
    expect(files).toContain('package/dist/web/index.html');
    // The page's copy of the model is left out: whoever serves the page has the package's own.
    expect(files.filter((name) => name.endsWith('.arcwise'))).toEqual(['package/models/en/english.arcwise']);
    // Other models are packages of their own.
    expect(files.filter((name) => /^package\/(models\/(?!en\/)|dist\/web\/models)/.test(name))).toEqual([]);
    expect(files.filter((name) => /^package\/(src|test|experiments|assembly)\//.test(name))).toEqual([]);
  });

  it('has a README whose links lead somewhere', () => {
    const files = execFileSync('tar', ['-tzf', packed.tarball], { encoding: 'utf8' }).split('\n');
    const readme = readFileSync(join(packed.project, 'node_modules/arcwise/README.md'), 'utf8');
    const links = [...readme.matchAll(/\]\(([^)\s#]+)/g)].map(([, link]) => link);
    const inPackage = links.filter((link) => !/^\w+:/.test(link));
    expect(inPackage).toContain('docs/library.md');
    expect(inPackage.filter((link) => !files.includes(`package/${link}`))).toEqual([]);
  });

  it('shows bundlers of servers its threads, and hides from them what they cannot bundle', () => {
    const folder = join(packed.project, 'node_modules/arcwise/dist/node');
    const sources = readdirSync(folder)
      .filter((name) => name.endsWith('.js'))
      .map((name) => readFileSync(join(folder, name), 'utf8'));
    const workers = sources.flatMap((source) => source.match(/new Worker\(.{10}/g) ?? []);
    expect(new Set(workers)).toEqual(new Set(["new Worker(new URL('."]));
    const loads = sources.flatMap((source) => source.match(/createRequire\(import.*/g) ?? []);
    expect(loads).toEqual([expect.stringContaining("(/* turbopackIgnore: true */ 'koffi')")]);
  });

  it('is as large as docs/dependencies.md says', () => {
    const page = readFileSync(join(root, 'docs/dependencies.md'), 'utf8');
    const [size, unpackedSize] = [packed.size, packed.unpackedSize].map((bytes) => Math.round(bytes / 1e6));
    expect(page).toContain(`${size} MB packed and ${unpackedSize} MB unpacked`);
  });

  it('is installed without a network, with what it needs and nothing optional', () => {
    const modules = join(packed.project, 'node_modules');
    const isThere = (name: string) => existsSync(join(modules, name, 'package.json'));
    expect(Object.keys(packageJson.dependencies).filter((name) => !isThere(name))).toEqual([]);
    expect(Object.keys(packageJson.optionalDependencies).filter(isThere)).toEqual([]);
  });

  it('has a command that parses', () => {
    const command = join(packed.project, 'node_modules/.bin/arcwise');
    const output = execFileSync(command, ['The dog barks.'], { cwd: packed.project, encoding: 'utf8' });
    expect(output).toMatch(/barks +VERB +root/);
  });
});

describe('the package of a model', () => {
  /** Installs it with a file of the English model, whose trees are known. */
  const install = (code: string, file: string) => {
    const folder = `node_modules/arcwise-model-${code}`;
    const english = readFileSync(join(root, 'models/en/english.arcwise'));
    for (const name of ['package.json', 'index.js', 'index.d.ts']) {
      packed.file(`${folder}/${name}`, readFileSync(join(root, 'models', code, name)));
    }
    packed.file(`${folder}/${file}`, english);
  };

  it('is found by the name of the model, and its address can be imported', () => {
    const command = join(packed.project, 'node_modules/.bin/arcwise');
    const parse = () =>
      spawnSync(command, ['parse', '--model', 'portuguese', '--threads', '1'], {
        ...{ cwd: packed.project, encoding: 'utf8', input: 'The dog barks.' },
      });
    expect(parse()).toMatchObject({
      stderr: 'The model "portuguese" (Portuguese) is not here; npm install arcwise-model-pt installs it.\n',
      status: 1,
    });
    install('pt', 'portuguese.arcwise');
    expect(parse().stdout).toMatch(/^3\tbarks\tbark\tVERB/m);
    const names = `import { load } from 'arcwise';
import portuguese from 'arcwise-model-pt';
for (const model of ['pt', portuguese]) {
  const [tree] = await (await load(model)).parse('The dog barks.');
  console.log(tree.root.form);
}
`;
    expect(run(packed.file('names.mjs', names))).toBe('barks\nbarks\n');
  });

  it('packs the model, its card and its licence', () => {
    const pack = ['pack', '--dry-run', '--json', '--ignore-scripts', '--workspaces'];
    const all: { name: string; files: { path: string }[] }[] = JSON.parse(
      execFileSync('npm', pack, { cwd: root, encoding: 'utf8' }),
    );
    expect(all.map(({ name }) => name)).toEqual(
      knownModels
        .slice(1)
        .map(packageOf)
        .sort((a, b) => (a < b ? -1 : 1)),
    );
    for (const { files } of all) {
      const names = files.map(({ path }) => path).filter((path) => !path.endsWith('.arcwise'));
      expect(names.sort()).toEqual(['LICENSE', 'README.md', 'index.d.ts', 'index.js', 'package.json']);
    }
  });
});

describe('a plain script in Node', () => {
  it('parses text with the model that is there', () => {
    const conllu = treesInNode();
    expect(conllu.match(/^# text = /gm)?.length).toBeGreaterThan(1);
    expect(conllu).toMatch(/^\d+\tsaw\t/m);
  });

  it('parses with threads, streams and stops waiting for work when it is done', () => {
    const output = run(
      packed.file(
        'threads.mjs',
        `import { load } from 'arcwise';
const parser = await load(undefined, { threads: 2 });
async function* chunks() { for (let i = 0; i < 300; i++) yield 'The dog barks at the cat . \\n\\n'; }
let words = 0;
for await (const tree of parser.stream(chunks())) words += tree.words.length;
await parser.close();
console.log(words);
`,
      ),
    );
    expect(Number(output)).toBeGreaterThanOrEqual(300 * 7);
  });
});

/** Compiles a source without any error of its own or of what it imports. */
function compile(source: string, options: object): void {
  packed.file('main.ts', source);
  const compilerOptions = {
    target: 'es2022',
    typeRoots: [tool('@types')],
    strict: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    noEmit: true,
    ...options,
  };
  packed.file('tsconfig.json', JSON.stringify({ compilerOptions, files: ['main.ts'] }));
  const tsc = [tool('typescript/bin/tsc'), '-p', packed.project];
  const { stdout, status } = spawnSync(process.execPath, tsc, { encoding: 'utf8' });
  expect({ stdout, status }).toEqual({ stdout: '', status: 0 });
}

describe('a TypeScript project', () => {
  const source = (entry: string) => `import { load, type SentenceTree, type TreeWord } from '${entry}';
const parser = await load(undefined, { onProgress: ({ loaded, total }) => console.log(loaded / (total ?? 1)) });
const trees: SentenceTree[] = await parser.parse('A text.', { marginals: true });
await parser.parse([['A', 'text', '.']]);
for await (const { words, text } of parser.stream([text0()])) console.log(text, words.length);
const word: TreeWord | undefined = trees[0].root;
const probability: number | undefined = word?.probability;
const labels: string[] = word?.children.map(({ deprel }) => deprel) ?? [];
function text0(): string { return String(trees[0]) + trees[0].toSvg({ theme: 'dark' }) + labels + probability; }
// @ts-expect-error: the options are known.
await parser.parse('A text.', { marginal: true });
// @ts-expect-error: a sentence of tokens is not a text.
await parser.parse(['A', 'text', '.']);
`;
  const page = ['es2023', 'dom', 'dom.iterable'];
  it.each([
    { entry: 'arcwise', module: 'nodenext', lib: ['es2023'], types: ['node'] },
    { entry: 'arcwise/browser', module: 'nodenext', lib: page, types: [] },
    { entry: 'arcwise/browser', module: 'esnext', lib: page, types: [] },
  ])('compiles with $entry, strictly, as $module', ({ entry, module, lib, types }) => {
    compile(source(entry), {
      module,
      moduleResolution: module === 'esnext' ? 'bundler' : 'nodenext',
      lib,
      types,
    });
  });

  const entries = Object.keys(packageJson.exports).filter((name) => name !== './package.json');
  it.each(
    entries.flatMap((entry) => [[], ['browser']].map((customConditions) => ({ entry, customConditions }))),
  )('compiles $entry without the DOM and Node, $customConditions', ({ entry, customConditions }) => {
    const source = `export * from '${entry.replace('.', 'arcwise')}';\n`;
    const options = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'], types: [] };
    compile(source, { ...options, customConditions });
  });
});

describe('a strict project without the DOM', () => {
  it('walks, searches and revives trees', () => {
    const source = `import {
  load, Pattern, PatternError, SentenceTree, TreebankIndex,
  type NounChunk, type Relation, type Span, type SurfaceToken, type Tag, type TreeWord, type Triple,
  type UniversalRelation, type UniversalTag,
} from 'arcwise';
const parser = await load();
const language: string | undefined = parser.language;
const labels: readonly string[] = parser.labels;
const [sentence] = await parser.parse(await parser.tag(await parser.split('A text.')));
const word: TreeWord = sentence.words[0];
const relatives: (TreeWord | undefined)[] = [word.parent, ...word.children, ...word.ancestors, ...word.subtree];
const spans: Span[] = [word.span, ...sentence.nounChunks() satisfies NounChunk[]];
const triples: Triple[] = sentence.triples();
const tokens: SurfaceToken[] = sentence.tokens;
const number: string | undefined = word.features.Number;
const revived = SentenceTree.from(structuredClone(sentence));
const found: Record<string, TreeWord>[] = revived.match(new Pattern('pattern { V [] }'));
const all = [...new TreebankIndex([sentence.toSentence()]).search(new Pattern('pattern { V [] }'))];
const known: UniversalTag[] = ['NOUN', 'VERB'];
const relation: UniversalRelation = 'nsubj';
const ownTag: Tag = 'a tag of a treebank';
const subtype: Relation = 'nsubj:pass';
// @ts-expect-error: no universal relation has a subtype.
const wrong: UniversalRelation = 'nsubj:pass';
const isSubject: boolean = word.deprel === 'nsubj:pass' || word.relation === relation;
// @ts-expect-error: words do not change.
word.head = 1;
export { language, labels, relatives, spans, triples, tokens, number, found, all, known, ownTag, subtype, wrong };
export { isSubject, PatternError };
declare function structuredClone<T>(value: T): T;
`;
    const options = { module: 'nodenext', moduleResolution: 'nodenext', lib: ['es2022'], types: [] };
    compile(source, options);
  });
});

describe('a page that Vite has built', () => {
  it('parses in the page and in its worker, and has the trees of Node', async () => {
    packed.file('page/index.html', '<!doctype html><script type="module" src="/main.ts"></script>');
    packed.file(
      'page/main.ts',
      `import { load } from 'arcwise';
import portuguese from 'arcwise-model-pt';
const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
// One after the other: Chromium's cache of a private window breaks off one of two loads of a large file at once.
const inWorker = await new Promise((resolve) => { worker.onmessage = ({ data }) => resolve(data); });
const progress = [];
const aborted = await load(undefined, { signal: AbortSignal.abort() }).catch(({ name }) => name);
const missing = await load('/nowhere.arcwise').catch(({ message }) => message);
const parser = await load(undefined, { onProgress: (step) => progress.push(step) });
const trees = await parser.parse(${JSON.stringify(text)});
const [other] = await (await load(portuguese)).parse('The dog barks.');
window.result = {
  otherRoot: other.root.form,
  aborted, missing, progress, inWorker,
  inPage: trees.map((tree) => tree.toConllu()).join(''),
};
`,
    );
    packed.file(
      'page/worker.ts',
      `import { load } from 'arcwise/browser';
const parser = await load();
const trees = await parser.parse(${JSON.stringify(text)});
postMessage(trees.map((tree) => tree.toConllu()).join(''));
`,
    );
    const page = join(packed.project, 'page');
    const common = { root: page, logLevel: 'error', configFile: false } as const;
    await build({ ...common, build: { target: 'es2022' }, worker: { format: 'es' } });
    const server = await preview({ ...common, preview: { port: 0 }, appType: 'mpa' });
    const browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium',
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-background-networking',
        '--disable-component-update',
      ],
    });
    try {
      const tab = await browser.newPage();
      const requests: string[] = [];
      tab.on('request', (request) => requests.push(request.url()));
      const [address] = server.resolvedUrls?.local ?? [];
      await tab.goto(address);
      await tab.waitForFunction('window.result', undefined, { timeout: 60_000 });
      const result = (await tab.evaluate('window.result')) as Record<string, unknown>;
      const expected = treesInNode();
      expect(result.inPage).toBe(expected);
      expect(result.inWorker).toBe(expected);
      expect(result.otherRoot).toBe('barks');
      expect(result.aborted).toBe('AbortError');
      expect(result.missing).toBe(
        'The model /nowhere.arcwise cannot be fetched: the server answers with 404.',
      );
      const steps = result.progress as { loaded: number }[];
      const model = join(packed.project, 'node_modules/arcwise/models/en/english.arcwise');
      expect(steps.at(-1)?.loaded).toBe(statSync(model).size);
      // Nothing comes from anywhere else.
      expect(requests.filter((url) => !url.startsWith(address))).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
    }
  });
});
