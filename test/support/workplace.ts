// A folder in which the commands of a page run, with stand-ins for the files and programs that they name.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { root } from './markdown.js';

/** So many sentences of the sample are the treebanks that pages name: enough for ten folds. */
const SENTENCES = 12;

const text = 'The dog sleeps under the table. It does not like the rain.\n\nAnna has an old dog.\n';

/** The first sentences of the sample's treebank. */
function sample(name: 'train' | 'dev'): string {
  const sentences = readFileSync(join(root, `examples/sample/${name}.conllu`), 'utf8').split('\n\n');
  return `${sentences.slice(0, SENTENCES).join('\n\n')}\n\n`;
}

/** Files that a page may name without having made them. */
function standIns(): Record<string, string> {
  const [train, dev] = [sample('train'), sample('dev')];
  const grid = {
    title: 'A tiny grid',
    treebanks: { sample: { train: 'train.conllu', dev: 'dev.conllu' } },
    configurations: { tiny: { settings: { epochs: 1, units: 4, hidden: 4, labelHidden: 4 } } },
  };
  return {
    'package.json': '{ "type": "module", "private": true }',
    'train.conllu': train,
    'dev.conllu': dev,
    'gold.conllu': dev,
    'new.conllu': dev,
    'corpus.conllu': dev,
    'letter.txt': text,
    'carta.txt': 'O rapaz que eu vi ontem gosta de ler na biblioteca.\n',
    'book.txt': text,
    'data/train.conllu': train,
    'data/dev.conllu': dev,
    'experiments/table2.json': JSON.stringify(grid),
  };
}

/** Programs in the place of those that pages name. */
const programs: Record<string, string> = {
  arcwise: `exec "${process.execPath}" "${root}/dist/cli/main.js" "$@"`,
  npx: `program=$1; shift
case $program in
  arcwise) exec arcwise "$@" ;;
  *) exec "${root}/node_modules/.bin/$program" "$@" ;;
esac`,
  // What is installed stays as it is.
  npm: `case "$*" in
  install) ;;
  "start -- "*) shift 2; exec arcwise "$@" ;;
  *) echo "npm $* has no stand-in: list it with a reason." >&2; exit 1 ;;
esac`,
};

/** What pages write in the place of something that only the reader knows. */
const placeholders: readonly [string, (folder: string) => string][] = [
  ['/where/treebanks/are', (folder) => join(folder, 'data')],
];

export class Workplace {
  readonly folder = mkdtempSync(join(tmpdir(), 'arcwise-docs-'));
  readonly #environment: NodeJS.ProcessEnv;
  readonly #servers: ChildProcess[] = [];

  constructor() {
    const bin = join(this.folder, '.bin');
    for (const [name, content] of Object.entries(standIns())) this.write(name, content);
    for (const [name, script] of Object.entries(programs)) {
      const path = this.write(`.bin/${name}`, `#!/usr/bin/env bash\n${script}\n`);
      chmodSync(path, 0o755);
    }
    for (const name of ['configs', 'examples']) {
      cpSync(join(root, name), join(this.folder, name), { recursive: true });
    }
    mkdirSync(join(this.folder, 'node_modules'));
    symlinkSync(root, join(this.folder, 'node_modules/arcwise'));
    this.#environment = { ...process.env, PATH: `${bin}:${process.env.PATH}` };
  }

  write(name: string, content: string): string {
    const path = join(this.folder, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    return path;
  }

  /** Runs commands as the reader's shell would, and gives what they print. */
  run(commands: string): { stdout: string; stderr: string; status: number | null } {
    // What a page leaves running in the background ends with it.
    const end = 'kill $(jobs -p) 2> /dev/null || true';
    const script = `set -euo pipefail\ntrap '${end}' EXIT\n${this.#filled(commands)}`;
    const { stdout, stderr, status } = spawnSync('bash', ['-c', script], {
      cwd: this.folder,
      env: this.#environment,
      encoding: 'utf8',
    });
    return { stdout, stderr, status };
  }

  /** Starts a server, and waits until its address answers. */
  async serve(command: string, address: string): Promise<void> {
    const server = spawn('bash', ['-c', `exec ${this.#filled(command)}`], {
      cwd: this.folder,
      env: this.#environment,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    this.#servers.push(server);
    let said = '';
    server.stderr?.on('data', (data: Buffer) => {
      said += data;
    });
    for (;;) {
      if (server.exitCode !== null) throw new Error(`${command} ended with: ${said}`);
      const answers = await fetch(address).then(
        () => true,
        () => false,
      );
      if (answers) return;
      await new Promise((resolve) => setTimeout(resolve, 200));
    }
  }

  /** How a service ends well is tested elsewhere. */
  close(): void {
    for (const server of this.#servers) server.kill('SIGKILL');
    rmSync(this.folder, { recursive: true, maxRetries: 5 });
  }

  #filled(commands: string): string {
    return placeholders.reduce((text, [from, to]) => text.replaceAll(from, to(this.folder)), commands);
  }
}
