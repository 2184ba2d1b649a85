// A network to test: layers on an engine of their own, in surroundings that show their mistakes.
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { type Parameter, Parameters } from '../../src/nn/parameters.js';
import { expectClose, matrixOf } from './matrices.js';
import type { Matrix } from './reference/matrix.js';

/** Gradients begin here instead of at 0, so that a backward which overwrites them is caught. */
const BEGIN = 1;

/** Builds layers, allocates them, and fills the scratch with NaN, so that reading what was not written is caught. */
export function network<T>(build: (parameters: Parameters) => T, engine: Engine = createEngine()) {
  const parameters = new Parameters(engine);
  const layers = build(parameters);
  parameters.allocate();
  for (const { gradient } of parameters.dense) gradient.fill(BEGIN);
  const { arena } = engine;
  arena.scope(() => {
    // In small pieces, which also fit where larger ones would be put elsewhere.
    for (let piece = 0; piece < 500; piece++) arena.scratch([1000]).fill(Number.NaN);
  });
  return { engine, arena, parameters, layers };
}

/** What was added to the parameter's gradient is what the reference says. */
export function expectGradient({ name, gradient }: Parameter, expected: Matrix): void {
  expectClose(
    matrixOf(gradient).map((row) => row.map((x) => x - BEGIN)),
    expected,
    name,
  );
}
