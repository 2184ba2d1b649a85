// Sentences that are too long are refused with the number of words that are possible.
import { expect, it } from 'vitest';
import { decodeArcEager } from '../../src/decode/arcEagerDecoder.js';
import { decodeArcHybrid } from '../../src/decode/arcHybridDecoder.js';
import { decodeArcStandard } from '../../src/decode/arcStandardDecoder.js';
import { type DecodeOptions, LengthError } from '../../src/decode/decoding.js';
import { decodeProjective } from '../../src/decode/edgeFactored.js';
import { kBestArcEager, kBestArcStandard } from '../../src/decode/kBestParses.js';
import { arcHybridMarginals } from '../../src/decode/marginals.js';
import { spanningTreeMarginals } from '../../src/decode/matrixTree.js';
import { decodeMinimumRisk } from '../../src/decode/minimumRisk.js';
import { decodeSpanningTree } from '../../src/decode/spanningTree.js';
import { createEngine, type Engine } from '../../src/engine/engine.js';

type Subject = (engine: Engine, n: number, options: DecodeOptions) => unknown;

const table = (n: number) => new Float32Array((n + 2) ** 2);
const arcs = (n: number) => new Float32Array((n + 1) ** 2);

const subjects: Record<string, Subject> = {
  'arc-eager without tables': (engine, n, options) => decodeArcEager(engine, n, {}, options),
  'arc-eager with tables': (engine, n, options) =>
    decodeArcEager(engine, n, { shift: table(n), reduce: table(n) }, { ...options, arcs: arcs(n) }),
  'arc-hybrid': (engine, n, options) => decodeArcHybrid(engine, n, {}, options),
  'arc-standard': (engine, n, options) => decodeArcStandard(engine, n, {}, options),
  'arc-standard with tables': (engine, n, options) =>
    decodeArcStandard(engine, n, { attachLeft: table(n) }, options),
  'edge-factored': (engine, n, options) => decodeProjective(engine, n, arcs(n), options),
  'k-best arc-eager': (engine, n, options) => kBestArcEager(engine, n, {}, options).next(),
  'k-best arc-standard': (engine, n, options) => kBestArcStandard(engine, n, {}, options).next(),
};

function errorOf(body: () => unknown): unknown {
  try {
    return body();
  } catch (error) {
    return error;
  }
}

it.each(Object.entries(subjects))('%s', (_, decode) => {
  for (const canonical of [false, true]) {
    const engine = createEngine({ maximumBytes: 6 << 20 });
    const error = errorOf(() => decode(engine, 1000, { canonical }));
    expect(error).toBeInstanceOf(LengthError);
    const [words, most] = String(error).replaceAll(',', '').match(/\d+/g)?.map(Number) ?? [];
    expect(words).toBe(1000);
    // So many words are possible, and not one more.
    decode(engine, most, { canonical });
    expect(() => decode(engine, most + 1, { canonical })).toThrow(LengthError);
    // What was taken before, and is free again, counts as room; what is in use does not.
    engine.arena.scope(() => {
      engine.arena.scratch([1 << 16]);
      expect(() => decode(engine, most, { canonical })).toThrow(LengthError);
    });
    decode(engine, most, { canonical });
  }
});

it.each([-1, 1.5, NaN, Infinity])('%d is not a number of words', (n) => {
  const engine = createEngine({ maximumBytes: 6 << 20 });
  const none = new Float32Array(0);
  const decoders: Record<string, Subject> = {
    ...subjects,
    'edge-factored': () => decodeProjective(engine, n, none),
    'spanning tree': () => decodeSpanningTree(n, none),
    'spanning tree, probabilities': () => spanningTreeMarginals(n, none),
    'arc-eager with tables': () => decodeArcEager(engine, n, { shift: none }),
    'arc-standard with tables': () => decodeArcStandard(engine, n, { attachLeft: none }),
    'arc-hybrid, probabilities': () => arcHybridMarginals(engine, n, {}),
    'minimum risk': () => decodeMinimumRisk(engine, n, none),
  };
  for (const decode of Object.values(decoders)) {
    expect(() => decode(engine, n, {})).toThrow('The number of words must be a whole number, 0 or more, not');
  }
});

it('counts beyond 32 bits', () => {
  const engine = createEngine();
  for (const n of [11_588, 20_000, 100_000, 10_000_000]) {
    const message = `A sentence of ${n.toLocaleString('en')} words is too long: there is memory for at most 11,5`;
    expect(() => decodeArcEager(engine, n, {})).toThrow(message);
    expect(() => decodeArcStandard(engine, n, {})).toThrow('too long: there is memory for at most 1,0');
    const none = new Float32Array(0);
    expect(() => decodeSpanningTree(n + 5000, none)).toThrow('memory for at most 16,383 words');
    expect(() => spanningTreeMarginals(n + 5000, none)).toThrow('memory for at most 16,383 words');
  }
});
