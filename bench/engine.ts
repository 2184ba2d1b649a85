// The engine: GFLOP/s of each GEMM provider on the shapes of training, and of products with 8-bit weights on those of
// parsing; words/s of the paper's encoder with the share of its time that the same provider's matrix products would take
// at their peak rate.
import { createEngine, type Engine } from '../dist/engine/engine.js';
import { IntegerMatrix } from '../dist/engine/integerMatrix.js';
import { quantize } from '../dist/engine/quantization.js';
import { Random } from '../dist/engine/random.js';
import { type WeightProducts, weightSpeeds } from '../dist/engine/weightProducts.js';
import { Adam, constant } from '../dist/nn/adam.js';
import { createNodeEngine } from '../dist/node/nodeEngine.js';
import { loadLibraries } from '../dist/node/provider.js';
import { startReplicas } from '../dist/node/threads.js';
import { shares } from '../dist/train/batches.js';
import { createReplica, forwardFlops, lengths } from './encoder.js';
import { median, type Row, type Tables } from './table.js';

interface Shape {
  m: number;
  k: number;
  n: number;
  transposeA?: boolean;
  transposeB?: boolean;
  packed?: boolean;
}

const shapes: Shape[] = [
  { m: 64, k: 256, n: 1024 },
  { m: 1000, k: 512, n: 1024 },
  { m: 1000, k: 128, n: 1024 },
  { m: 256, k: 1000, n: 1024, transposeA: true },
  { m: 1000, k: 1024, n: 256, transposeB: true },
  { m: 32, k: 128, n: 512 },
  { m: 32, k: 128, n: 512, packed: true },
  { m: 8, k: 128, n: 512, packed: true },
  { m: 1, k: 128, n: 512, packed: true },
  { m: 1, k: 128, n: 512 },
];
/** [rows, inputs, outputs] of a biLSTM's projections and steps, and of a small transformer's layers. */
const weightShapes = [
  [1000, 256, 1024],
  [32, 128, 512],
  [1, 128, 512],
  [1000, 384, 1152],
  [1000, 384, 1536],
  [1000, 1536, 384],
] as const;
const ROUNDS = 11;
/** Rounds before the measurement: a new thread has compiled nothing yet, and its memory grows. */
const WARM_UP = 6;

const PRODUCTS = 8;
const WORDS = lengths.reduce((sum, length) => sum + length, 0);

export async function bench(): Promise<Tables> {
  const names = loadLibraries().candidates.length > 0 ? ['wasm', 'openblas'] : ['wasm'];
  const engines = new Map(names.map((name) => [name, createNodeEngine({ blas: name })]));
  const plain = createEngine({ relaxed: false });
  const { rows, peaks } = await benchGemm(new Map([['wasm without relaxed SIMD', plain], ...engines]));
  return {
    'GEMM, GFLOP/s': rows,
    '8-bit weights, GFLOP/s': await benchWeights(new Map([['wasm without relaxed SIMD', plain], ...engines])),
    'Encoder: words 100 + tags 28 → two layers of biLSTM': await benchEncoder(names, peaks),
  };
}

async function benchGemm(engines: Map<string, Engine>) {
  const peaks = new Map<string, number>();
  const rows: Row[] = [];
  for (const shape of shapes) {
    const { m, k, n, transposeA, transposeB, packed } = shape;
    const flops = 2 * m * n * k;
    const tasks = [...engines].map(([name, engine]) => [name, prepareProduct(engine, shape)] as const);
    const repetitions = Math.max(1, Math.round(2e8 / flops));
    const row: Row = {
      shape: `${m}×${k}×${n}`,
      form: `${transposeA ? 'Aᵀ' : 'A'}·${transposeB ? 'Bᵀ' : 'B'}${packed ? ' packed' : ''}`,
    };
    const rates = new Map<string, number>();
    for (const [name, seconds] of await interleave(new Map(tasks), repetitions)) {
      const rate = flops / seconds / 1e9;
      rates.set(name, rate);
      row[name] = rate;
      peaks.set(name, Math.max(rate, peaks.get(name) ?? 0));
    }
    const openblas = rates.get('openblas');
    if (openblas) row['wasm / openblas'] = rates.get('wasm')! / openblas;
    rows.push(row);
  }
  return { rows, peaks };
}

function prepareProduct(engine: Engine, shape: Shape): () => void {
  const { m, k, n, transposeA = false, transposeB = false, packed = false } = shape;
  const { arena } = engine;
  const [a, b, c] = [arena.scratch([m, k]), arena.scratch([k, n]), arena.scratch([m, n])];
  for (const x of [a, b]) x.fill(0.5);
  const [lda, ldb] = [transposeA ? m : k, transposeB ? k : n];
  if (packed) {
    const ready = engine.pack(transposeB, n, k, b.pointer, ldb);
    return () => engine.gemmPacked(transposeA, m, 1, a.pointer, lda, ready, 0, c.pointer, n);
  }
  return () =>
    engine.gemm(transposeA, transposeB, m, n, k, 1, a.pointer, lda, b.pointer, ldb, 0, c.pointer, n);
}

/** Rows times 8-bit weights, as integers, and the same weights expanded to floats with each provider. */
async function benchWeights(engines: Map<string, Engine>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [m, k, n] of weightShapes) {
    const tasks = [...engines].flatMap(([name, engine]) => {
      const ways = weightSpeeds(engine).map(({ products }) => products);
      // A library multiplies floats only.
      const own = name === 'openblas' ? (['floats'] as const) : ways.toSorted();
      return own.map((way) => [`${name}, ${way}`, prepareWeights(engine, m, k, n, way)] as const);
    });
    const flops = 2 * m * n * k;
    const row: Row = { shape: `${m}×${k}×${n}` };
    const times = await interleave(new Map(tasks), Math.max(1, Math.round(2e8 / flops)));
    for (const [name, seconds] of times) row[name] = flops / seconds / 1e9;
    rows.push(row);
  }
  return rows;
}

function prepareWeights(
  engine: Engine,
  m: number,
  k: number,
  n: number,
  products: WeightProducts,
): () => void {
  const { arena } = engine;
  if (products === 'floats') return prepareProduct(engine, { m, k, n, transposeB: true });
  const [x, y] = [arena.scratch([m, k]), arena.scratch([m, n])];
  x.fill(0.5);
  const address = arena.scratchBytes(IntegerMatrix.bytes(engine, [n, k], 'outputs'));
  const matrix = new IntegerMatrix(engine, address, [n, k], 'outputs');
  matrix.fill(quantize(new Float32Array(n * k).fill(0.5), n));
  const isFused = products === 'fused integers';
  return () => matrix.multiply(m, x.pointer, k, y.pointer, n, { isFused });
}

interface EncoderSubject {
  name: string;
  threads: number;
  /** The measured tasks by name. */
  tasks: Record<'forward' | 'step' | 'multiply', () => Promise<unknown>>;
  close(): Promise<void>;
}

async function startEncoder(name: string, threads: number, units: number): Promise<EncoderSubject> {
  const setup = { units };
  const module = new URL('./thread.mjs', import.meta.url);
  const first = createReplica(createNodeEngine({ shared: threads > 1, blas: name }), setup);
  first.parameters.initialize(new Random(1));
  const adam = new Adam(first.parameters, constant(0.001));
  const replicas = await startReplicas(first, { threads, module, setup, blas: name });
  const all = lengths.map((_, sentence) => sentence);
  const parts = shares(all, lengths, threads).map((part) => part.map((sentence) => lengths[sentence]));
  const tasks = {
    forward: () => replicas.run(parts.map((encode) => ({ encode }))),
    async step() {
      await replicas.learn(parts.map((learn) => ({ learn })));
      await replicas.step(adam, WORDS);
    },
    multiply: () => replicas.run(parts.map(() => ({ multiply: PRODUCTS / threads }))),
  };
  return { name, threads, tasks, close: () => replicas.close() };
}

async function benchEncoder(names: string[], peaks: Map<string, number>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const units of [128, 256]) {
    const subjects: EncoderSubject[] = [];
    for (const name of names) {
      for (const threads of [1, 2]) subjects.push(await startEncoder(name, threads, units));
    }
    const tasks = subjects.flatMap(({ name, threads, tasks }) =>
      Object.entries(tasks).map(([task, run]) => [`${name} ${threads} ${task}`, run] as const),
    );
    const seconds = await interleave(new Map(tasks), 1);
    for (const { name, threads, close } of subjects) {
      const time = (task: string, count = threads) => seconds.get(`${name} ${count} ${task}`)!;
      const flops = WORDS * forwardFlops(units);
      const rate = threads * peaks.get(name)! * 1e9;
      rows.push({
        units,
        provider: name,
        threads,
        'forward, words/s': Math.round(WORDS / time('forward')),
        'step, words/s': Math.round(WORDS / time('step')),
        'GEMM share, forward': flops / rate / time('forward'),
        'GEMM share, step': (3 * flops) / rate / time('step'),
        'step, times one thread': time('step', 1) / time('step'),
        'GEMM alone, times one thread': time('multiply', 1) / time('multiply'),
      });
      await close();
    }
  }
  return rows;
}

/** Seconds of each task, medians over rounds in which all tasks take turns, so that a busy machine slows all alike. */
async function interleave(
  tasks: Map<string, () => unknown>,
  repetitions: number,
): Promise<Map<string, number>> {
  const times = new Map([...tasks.keys()].map((name) => [name, [] as number[]]));
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    for (const [name, task] of tasks) {
      const start = performance.now();
      for (let i = 0; i < repetitions; i++) await task();
      const seconds = (performance.now() - start) / 1000 / repetitions;
      if (round >= 0) times.get(name)!.push(seconds);
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}
