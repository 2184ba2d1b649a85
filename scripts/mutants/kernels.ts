// Mutants of the kernels. Each one is compiled.
import type { MutantsOf } from './mutant.js';

export const kernels: readonly MutantsOf[] = [
  {
    file: 'src/engine/tensor.ts',
    tests: ['test/engine/arena.test.ts'],
    mutants: [
      {
        what: 'a view of the whole memory is kept when that has grown',
        from: 'if (this.#view && this.#view.byteLength >= end) return this.#view;',
        to: 'if (this.#view) return this.#view;',
      },
    ],
  },
  {
    file: 'assembly/arcEager.ts',
    tests: ['test/decode/decoders.test.ts', 'test/decode/canonical.test.ts'],
    mutants: [
      { what: 'no single root', from: 'const onlyLeft = singleRoot && !K;', to: 'const onlyLeft = false;' },
      {
        what: 'reduce-left into the end marker',
        from: 'i32x4.splat(n + 1 - J)',
        to: 'i32x4.splat(n + 2 - J)',
      },
      { what: 'neighbouring items are missing', from: 'distance == 4 ?', to: 'distance == 8 ?' },
      {
        what: 'rows of a tile do not see the next one',
        from: 'l: usize = 3 - r; l > 0;',
        to: 'l: usize = 3 - r; l > 1;',
      },
      { what: 'arcs from the wrong head', from: 'min(J + 2, n) * heads', to: 'min(J + 1, n) * heads' },
      { what: 'arcs to the wrong word', from: '(wx, yz, 2, 3, 6, 7)', to: '(wx, yz, 2, 3, 4, 5)' },
      { what: 'arcs to a word beyond the last', from: 'if (c && K <= n)', to: 'if (c)' },
      { what: 'arcs beyond the table', from: 'if (last >= 3)', to: 'if (last >= 2)' },
      {
        what: 'the last tile of each diagonal is missing',
        from: 'for (let K = 0; K + distance < s; K += 4) {',
        to: 'for (let K = 0; K + distance + 4 < s; K += 4) {',
      },
      {
        what: 'canonical backtracking forgets its constraint',
        from: 'store<i32>(agenda, canonical && right, 20);',
        to: 'store<i32>(agenda, 0, 20);',
      },
      {
        what: 'the merged product is always a reduce-right',
        from: 'load<f32>(cell + plane) < load<f32>(cell);',
        to: 'load<f32>(cell + plane) <= load<f32>(cell);',
      },
    ],
  },
  {
    file: 'assembly/arcStandard.ts',
    tests: ['test/decode/decoders.test.ts'],
    mutants: [
      {
        what: 'ROOT is a dependent',
        from: '        if (!h) l = f32x4.replace_lane(l, 0, -Infinity);\n',
        to: '',
        harmless:
          'Items that begin with ROOT and have another head are in no tree: from the goal, whose head is ROOT, there is no way to them.',
      },
      { what: 'no single root', from: '      if (singleRoot && j <= n) store<f32>(R, -Infinity);\n', to: '' },
    ],
  },
  {
    file: 'assembly/maxplus.ts',
    tests: ['test/decode/decoders.test.ts'],
    mutants: [
      {
        what: 'every fourth row is passed over',
        from: '    v = f32x4.pmax(v, f32x4.add(p3, v128.load(qd + o)));\n',
        to: '',
      },
      {
        what: 'the second of four splits is the first once more',
        from: 'v128.load_splat<f32>(p, 4)',
        to: 'v128.load_splat<f32>(p)',
      },
    ],
  },
  {
    file: 'assembly/spanMarginals.ts',
    tests: ['test/decode/marginals.test.ts'],
    mutants: [
      {
        what: 'uses of ROOT’s early dependents',
        from: '      if (singleRoot && !k && i <= n) continue;\n',
        to: '',
      },
    ],
  },
  {
    file: 'assembly/pairs.ts',
    tests: ['test/nn/pairs.test.ts'],
    mutants: [
      {
        what: 'the second transition has the first one’s weights',
        from: 'const f1 = factors + width;',
        to: 'const f1 = factors;',
      },
      { what: 'the last pair of a row is missing', from: 'j < size; j += 2', to: 'j <= n; j += 2' },
      {
        what: 'the slope of tanh is 1',
        from: 'const d = f32x4.mul(dx, f32x4.sub(f32x4.splat(1), f32x4.mul(x, x)));\n    dai',
        to: 'const d = dx;\n    dai',
      },
    ],
  },
  {
    file: 'assembly/slots.ts',
    tests: ['test/nn/slots.test.ts'],
    mutants: [
      {
        what: 'all empty slots are the first one',
        from: 'row < 0 ? empty + <usize>slot * width :',
        to: 'row < 0 ? empty :',
      },
    ],
  },
  {
    file: 'assembly/coupledLstm.ts',
    tests: ['test/nn/bilstm.test.ts'],
    mutants: [
      { what: 'the old cell is kept whole', from: 'f32x4.mul(i, f32x4.sub(g, old))', to: 'f32x4.mul(i, g)' },
      {
        what: 'states without their mask',
        from: 'mask ? f32x4.mul(state, loadSome(mask + u, count)) : state',
        to: 'state',
      },
      { what: 'nothing from the next cell', from: '    dCell = loadSome(dCells + u, count);\n', to: '' },
    ],
  },
  {
    file: 'assembly/adam.ts',
    tests: ['test/engine/adam.test.ts', 'test/nn/adam.test.ts'],
    mutants: [
      { what: 'the second correction without its root', from: 'sqrt<f64>(correction2)', to: 'correction2' },
    ],
  },
  {
    file: 'assembly/dropout.ts',
    tests: ['test/engine/dropout.test.ts'],
    mutants: [{ what: 'what is kept is not scaled up', from: '<f32>(1 / (1 - rate))', to: '<f32>1' }],
  },
];
