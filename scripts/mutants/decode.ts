// Mutants of the decoders: exact, greedy, beam, k-best, spanning trees, probabilities.
import type { MutantsOf } from './mutant.js';

export const decode: readonly MutantsOf[] = [
  {
    file: 'src/decode/arcEagerDecoder.ts',
    tests: ['test/decode/decoders.test.ts'],
    mutants: [
      {
        what: 'words with a head on the left are reduced to the left',
        from: 'heads[top] < top ? rightward.end : REDUCE_LEFT',
        to: 'heads[top] > top ? rightward.end : REDUCE_LEFT',
      },
      {
        what: 'words are reduced as soon as they are on top',
        from: 'top > 0 && reducedAt[top] === front;',
        to: 'top > 0 && reducedAt[top] <= front + 1;',
      },
    ],
  },
  {
    file: 'src/decode/arcStandardDecoder.ts',
    tests: ['test/decode/decoders.test.ts'],
    mutants: [
      {
        what: 'right dependents are reduced too early',
        from: 'heads[s0] === s1 && reducedAt[s0] === front',
        to: 'heads[s0] === s1',
      },
    ],
  },
  {
    file: 'src/decode/lemmas.ts',
    tests: ['test/decode/lemmas.test.ts', 'test/decode/decoders.test.ts'],
    mutants: [
      { what: 'arc-hybrid does not pay shifts of right dependents', from: 'rightArc: shift,', to: '' },
      {
        what: 'left arcs by modifier and head',
        from: 'reduceLeft[i * size + j] = arcs[j * (n + 1) + i];',
        to: 'reduceLeft[i * size + j] = arcs[i * (n + 1) + j];',
      },
    ],
  },
  {
    file: 'src/decode/decoding.ts',
    tests: ['test/decode/decoders.test.ts', 'test/decode/length.test.ts'],
    mutants: [
      { what: 'further arc scores are dropped', from: 'score + more[at]', to: 'score' },
      {
        what: 'infinite scores are accepted',
        from: 'if (!Number.isFinite(score))',
        to: 'if (Number.isNaN(score))',
      },
      {
        what: 'trees overwrite the heads of others',
        from: 'return block.subarray(used - size, used);',
        to: 'return block.subarray(used % 64, (used % 64) + size);',
      },
    ],
  },
  {
    file: 'src/decode/edgeFactored.ts',
    tests: ['test/decode/decoders.test.ts', 'test/decode/canonical.test.ts', 'test/decode/kBest.test.ts'],
    mutants: [
      {
        what: 'of equal trees another than the k-best list has',
        from: 'canonical: true',
        to: 'canonical: false',
      },
      {
        what: 'no single root',
        from: 'arcs: sumOfArcs(n, scores, arcs), singleRoot,',
        to: 'arcs: sumOfArcs(n, scores, arcs),',
      },
    ],
  },
  {
    file: 'src/decode/beam.ts',
    tests: ['test/decode/search.test.ts'],
    mutants: [
      {
        what: 'the worst are kept',
        from: 'candidateSums[b] - candidateSums[a]',
        to: 'candidateSums[a] - candidateSums[b]',
      },
      {
        what: 'one more is kept',
        from: 'kept = Math.min(width, candidates.length);',
        to: 'kept = Math.min(width + 1, candidates.length);',
      },
      {
        what: 'only the last step counts',
        from: '= sums[place] + scores[transition];',
        to: '= scores[transition];',
      },
      { what: 'a beam wider than the bound', from: 'width > maximumBeam', to: 'width > 2 * maximumBeam' },
    ],
  },
  {
    file: 'src/decode/greedy.ts',
    tests: ['test/decode/search.test.ts'],
    mutants: [
      {
        what: 'of equal scores the last',
        from: 'scores[transition] > scores[best]',
        to: 'scores[transition] >= scores[best]',
      },
      {
        what: 'the score of the last step alone',
        from: 'total += scores[best];',
        to: 'total = scores[best];',
      },
    ],
  },
  {
    file: 'src/decode/kBest.ts',
    tests: ['test/decode/kBest.test.ts', 'test/decode/canonical.test.ts'],
    mutants: [
      { what: 'of equal edges the last', from: '        .reverse()\n', to: '' },
      {
        what: 'of equal derivations the newest',
        from: 'list[middle].score < item.score',
        to: 'list[middle].score <= item.score',
        harmless:
          'It decides the order of equally good trees alone, which is free: the first tree comes from no insertion.',
      },
      {
        what: 'pairs of ranks are reached twice',
        from: 'last.ranks[1] > 0 ? [1] : tails.map((_, tail) => tail)',
        to: 'tails.map((_, tail) => tail)',
      },
      {
        what: 'the part that is replaced stays in the score',
        from: 'last.score - derivations[last.ranks[tail]].score + raised.score',
        to: 'last.score + raised.score',
      },
      {
        what: 'forbidden edges take part',
        from: '.filter(({ score }) => score > -Infinity)',
        to: '.filter(() => true)',
      },
    ],
  },
  {
    file: 'src/decode/kBestParses.ts',
    tests: ['test/decode/kBest.test.ts', 'test/decode/canonical.test.ts'],
    mutants: [
      { what: 'no single root', from: 'if (!singleRoot || k > 0 || j === n + 1) {', to: 'if (k >= 0) {' },
      {
        what: 'a reduce may follow a reduce-left',
        from: 'tails: [2 * ki, 2 * ij + 1], head: k',
        to: 'tails: [2 * ki, 2 * ij], head: k',
      },
      {
        what: 'a reduce-left may follow a reduce-right in arc-standard',
        from: 'k < (isFree ? j : h + 1)',
        to: 'k < j',
        harmless:
          'An item whose last step is no reduce-right ends right after its head, j = h + 1, so that both bounds are the same.',
      },
      {
        what: 'ROOT is a modifier',
        from: 'isRight ? i : Math.max(i, 1)',
        to: 'i',
        harmless:
          'ROOT would have to be the head of an item that another word takes over; from the goal, whose head is ROOT, there is no way to such items.',
      },
    ],
  },
  {
    file: 'src/decode/minimumRisk.ts',
    tests: [
      'test/decode/marginals.test.ts',
      'test/parser/sentenceScores.test.ts',
      'test/parser/ensemble.test.ts',
    ],
    mutants: [
      {
        what: 'no single root',
        from: 'decodeProjective(engine, n, marginals, { singleRoot })',
        to: 'decodeProjective(engine, n, marginals, {})',
      },
      { what: 'always projective', from: 'return projective\n', to: 'return projective || true\n' },
    ],
  },
  {
    file: 'src/decode/spanningTree.ts',
    tests: ['test/decode/decoders.test.ts'],
    mutants: [
      { what: 'no single root', from: '  if (singleRoot) penalizeRoot(size, into);\n', to: '' },
      {
        what: 'a penalty that scores can outweigh',
        from: '1 + size * (high - low)',
        to: '1 + (high - low) / size',
      },
      {
        what: 'entering a cycle does not give up its own arc',
        from: 'into[from + head] - score;',
        to: 'into[from + head];',
      },
      {
        what: 'the arc that enters a cycle replaces none',
        from: 'isReplaced[part] = true;',
        to: 'isReplaced[part] = false;',
      },
    ],
  },
  {
    file: 'src/decode/matrixTree.ts',
    tests: ['test/decode/matrixTree.test.ts'],
    mutants: [
      { what: 'no single root', from: 'const first = singleRoot ? 1 : 0;', to: 'const first = 0;' },
      {
        what: 'heads that do not lead to ROOT count alike',
        from: 'numbers.times(steps[m * size + h], values[h * width])',
        to: 'steps[m * size + h]',
      },
      { what: 'never in logarithms', from: 'isForbidding || spread > 300 ? logarithms : reals', to: 'reals' },
      {
        what: 'trees of forbidden arcs are trees',
        from: 'if (logTotal < -least) throw',
        to: 'if (logTotal === Infinity) throw',
      },
      { what: 'a word is its own head', from: '    parts[m] = numbers.number(-Infinity);\n', to: '' },
      {
        what: 'the best arcs are not added to the partition function',
        from: 'logPartition += requireFinite(best);',
        to: 'requireFinite(best);',
      },
    ],
  },
  {
    file: 'src/decode/marginals.ts',
    tests: ['test/decode/marginals.test.ts'],
    mutants: [
      {
        what: 'arc-hybrid expects no shifts of right dependents',
        from: 'shift[at] += rightArc[at];',
        to: 'shift[at] += 0;',
      },
      { what: 'no single root for projective trees', from: '{ arcs: sum, singleRoot }', to: '{ arcs: sum }' },
      {
        what: 'expectations of shift and reduce-left swapped',
        from: 'expected: { shift: found(size), reduceLeft: found(size), rightArc',
        to: 'expected: { reduceLeft: found(size), shift: found(size), rightArc',
      },
      {
        what: 'an impossible sentence has probabilities',
        from: '      logPartition: requireFinite(logPartition),\n      expected: { shift',
        to: '      logPartition,\n      expected: { shift',
      },
    ],
  },
];
