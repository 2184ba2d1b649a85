// The engine: GFLOP/s of each GEMM provider on the shapes of training, and words/s of the paper's encoder with the
// share of its time that the same provider's matrix products would take at their peak rate.
import { createEngine, type Engine } from '../dist/engine/engine.js';
import { wasmGemm } from '../dist/engine/gemm.js';
import { chooseProvider, createNodeEngine } from '../dist/node/engine.js';
import { createEncoder, forwardFlops, lengths } from './encoder.js';
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
const ROUNDS = 15;

export async function bench(): Promise<Tables> {
  const { provider, library } = chooseProvider('');
  const engines = new Map<string, Engine>([['wasm', createNodeEngine({ provider: wasmGemm })]]);
  if (library) engines.set('openblas', createNodeEngine({ provider }));
  const plain = createEngine({ relaxed: false });
  const { rows, peaks } = benchGemm(new Map([['wasm without relaxed SIMD', plain], ...engines]));
  return { 'GEMM, GFLOP/s': rows, 'Encoder, one thread': benchEncoder(engines, peaks) };
}

function benchGemm(engines: Map<string, Engine>) {
  const peaks = new Map<string, number>();
  const rows = shapes.map((shape): Row => {
    const { m, k, n, transposeA = false, transposeB = false, packed = false } = shape;
    const flops = 2 * m * n * k;
    const tasks = [...engines].map(([name, engine]) => [name, prepareProduct(engine, shape)] as const);
    const medians = interleave(new Map(tasks), Math.max(1, Math.round(3e8 / flops)));
    const rates = new Map([...medians].map(([name, seconds]) => [name, flops / seconds / 1e9]));
    for (const [name, rate] of rates) peaks.set(name, Math.max(rate, peaks.get(name) ?? 0));
    const form = `${transposeA ? 'Aᵀ' : 'A'}·${transposeB ? 'Bᵀ' : 'B'}${packed ? ' packed' : ''}`;
    const row: Row = { shape: `${m}×${k}×${n}`, form, ...Object.fromEntries(rates) };
    const openblas = rates.get('openblas');
    if (openblas) row['wasm / openblas'] = rates.get('wasm')! / openblas;
    return row;
  });
  return { rows, peaks };
}

function prepareProduct(engine: Engine, shape: Shape): () => void {
  const { m, k, n, transposeA = false, transposeB = false, packed = false } = shape;
  const { arena } = engine;
  const [a, b, c] = [arena.scratch([m, k]), arena.scratch([k, n]), arena.scratch([m, n])];
  for (const x of [a, b]) x.data.fill(0.5);
  const [lda, ldb] = [transposeA ? m : k, transposeB ? k : n];
  if (packed) {
    const ready = engine.pack(transposeB, n, k, b.pointer, ldb);
    return () => engine.gemmPacked(transposeA, m, 1, a.pointer, lda, ready, 0, c.pointer, n);
  }
  return () =>
    engine.gemm(transposeA, transposeB, m, n, k, 1, a.pointer, lda, b.pointer, ldb, 0, c.pointer, n);
}

function benchEncoder(engines: Map<string, Engine>, peaks: Map<string, number>): Row[] {
  const words = lengths.reduce((sum, length) => sum + length, 0);
  const rows: Row[] = [];
  for (const units of [128, 256]) {
    const tasks = new Map<string, () => void>();
    for (const name of engines.keys()) {
      const engine = createNodeEngine({ provider: name === 'wasm' ? wasmGemm : chooseProvider('').provider });
      const { forward, backward, update } = createEncoder(engine, units);
      tasks.set(`${name} forward`, () => forward(lengths));
      tasks.set(`${name} step`, () => {
        backward(lengths);
        update(words);
      });
    }
    const medians = interleave(tasks, 1);
    for (const name of engines.keys()) {
      const [forward, step] = [medians.get(`${name} forward`)!, medians.get(`${name} step`)!];
      const rate = peaks.get(name)! * 1e9;
      rows.push({
        'units a direction': units,
        provider: name,
        'forward, words/s': Math.round(words / forward),
        'step, words/s': Math.round(words / step),
        'GEMM at peak, forward': (words * forwardFlops(units)) / rate / forward,
        'GEMM at peak, step': (3 * words * forwardFlops(units)) / rate / step,
      });
    }
  }
  return rows;
}

/** Seconds of each task, medians over rounds in which all take turns, so that a busy machine slows all alike. */
function interleave(tasks: Map<string, () => void>, repetitions: number): Map<string, number> {
  const times = new Map([...tasks.keys()].map((name) => [name, [] as number[]]));
  for (let round = -2; round < ROUNDS; round++) {
    for (const [name, task] of tasks) {
      const start = performance.now();
      for (let i = 0; i < repetitions; i++) task();
      const seconds = (performance.now() - start) / 1000 / repetitions;
      if (round >= 0) times.get(name)!.push(seconds); // the first rounds only warm up
    }
  }
  return new Map([...times].map(([name, values]) => [name, median(values)]));
}
