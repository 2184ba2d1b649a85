// The start: CPU time and memory of the whole command for one short sentence, and of the library up to its first tree,
// beside those of Node.js itself, which are in them.
import { loadLibraries } from '../dist/node/provider.js';
import { metered } from './meter.js';
import { median, type Row, type Tables } from './table.js';

const ROUNDS = 5;
const SENTENCE = 'I saw the man with the telescope.';

const program = (threads: number) => `
  const { load } = await import('./dist/entries/arcwise.js');
  const parser = await load(undefined, { threads: ${threads} });
  const [sentence] = await parser.parse('${SENTENCE}');
  if (sentence.words.length !== 8) throw new Error(String(sentence));
  await parser.close();
`;

const evaluated = (code: string) => ['--input-type=module', '--eval', code];
const command = (...more: string[]) => ['dist/cli/main.js', 'parse', ...more];

const alone = 'Node.js alone';
const tasks: Record<string, readonly string[]> = {
  [alone]: evaluated(''),
  'arcwise parse': command(),
  'arcwise parse --threads 1': command('--threads', '1'),
  'load and parse': evaluated(program(1)),
  'load and parse, two threads': evaluated(program(2)),
};

export async function bench(): Promise<Tables> {
  const providers = loadLibraries().candidates.length > 0 ? ['wasm', 'openblas', ''] : ['wasm'];
  const rows: Row[] = [];
  for (const [task, args] of Object.entries(tasks)) {
    for (const blas of task === alone ? [''] : providers) {
      const runs = Array.from({ length: ROUNDS }, () => metered(args, blas, { input: `${SENTENCE}\n` }));
      const of = (name: 'cpuMilliseconds' | 'megabytes') => Math.round(median(runs.map((run) => run[name])));
      const provider = blas || (task === alone ? '' : 'by measurement');
      rows.push({ task, provider, 'CPU ms': of('cpuMilliseconds'), 'resident MB': of('megabytes') });
    }
  }
  return { 'One short sentence, from start to end': rows };
}
