// Mutants of the scorers and losses: margins, likelihoods, tables and their gradients, labels, temperatures, ensembles.
import type { MutantsOf } from './mutant.js';

const losses = ['test/structure/losses.test.ts'];

export const parser: readonly MutantsOf[] = [
  {
    file: 'src/structure/treeLosses.ts',
    tests: losses,
    mutants: [
      { what: 'the margin without costs', from: 'costs.fill(1);', to: 'costs.fill(0);' },
      {
        what: 'costs are not decoded with',
        from: 'model.decode(engine, n, tables, { arcs, singleRoot })',
        to: 'model.decode(engine, n, tables, { singleRoot })',
      },
      {
        what: 'costs by modifier and head',
        from: 'costs[heads[m] * (n + 1) + m] = 0;',
        to: 'costs[m * (n + 1) + heads[m]] = 0;',
      },
      {
        what: 'the margin over trees with several roots',
        from: 'tables, { arcs, singleRoot });',
        to: 'tables, { arcs });',
      },
      {
        what: 'the likelihood over trees with several roots',
        from: 'model.marginals(engine, n, tables, { singleRoot })',
        to: 'model.marginals(engine, n, tables, {})',
      },
      { what: 'a word may be its own head', from: 'if (h !== m) sum += Math.exp', to: 'sum += Math.exp' },
      {
        what: 'the gradient of the softmax without its sum',
        from: 'Math.exp(scores[h * size + m] - best) / sum;',
        to: 'Math.exp(scores[h * size + m] - best);',
      },
      {
        what: 'the gold score lacks the tables after the first',
        from: 'const start = t * scores.length;',
        to: 'const start = 0;',
      },
    ],
  },
  {
    file: 'src/nn/losses.ts',
    tests: ['test/nn/losses.test.ts', ...losses],
    mutants: [
      {
        what: 'the greedy margin without its 1',
        from: '1 + score[bad] - score[good]',
        to: 'score[bad] - score[good]',
      },
      { what: 'what is right is not pulled up', from: '      slope[good] = -1;\n', to: '' },
      { what: 'what is wrong is pulled up', from: 'slope[bad] = 1;', to: 'slope[bad] = -1;' },
      { what: 'cross entropy only pushes down', from: '      slope[right] -= 1;\n', to: '' },
      {
        what: 'unknown classes are learned from',
        from: '        slope.fill(0, row * classes, (row + 1) * classes);\n',
        to: '',
      },
      {
        what: 'the loss without its total',
        from: 'sum += total[row] - score[right];',
        to: 'sum -= score[right];',
      },
    ],
  },
  {
    file: 'src/structure/tableScorer.ts',
    tests: [...losses, 'test/pipeline/analysis.test.ts'],
    mutants: [
      {
        what: 'likelihood of other than canonical sequences',
        from: "this.isLikelihood ? 'reduce' : this.#settings.prefer",
        to: 'this.#settings.prefer',
      },
      {
        what: 'the best sequence, not the most probable tree',
        from: 'canonical: this.isLikelihood };',
        to: 'canonical: false };',
      },
      {
        what: 'trees with several roots',
        from: '{ singleRoot: this.#settings.singleRoot, canonical',
        to: '{ singleRoot: false, canonical',
      },
      { what: 'the loss of the last sentence alone', from: 'sum += loss;', to: 'sum = loss;' },
    ],
  },
  {
    file: 'src/structure/transitionTables.ts',
    tests: losses,
    mutants: [
      {
        what: 'row and column swapped',
        from: 'configuration[sees[0]] * (configuration.n + 2) + configuration[sees[1]]',
        to: 'configuration[sees[1]] * (configuration.n + 2) + configuration[sees[0]]',
      },
      {
        what: 'all transitions pay the first table',
        from: 'table * (n + 2) ** 2 + placeIn(configuration, sees)',
        to: 'placeIn(configuration, sees)',
      },
    ],
  },
  {
    file: 'src/structure/pairTables.ts',
    tests: [...losses, 'test/structure/pairTables.test.ts'],
    mutants: [
      {
        what: 'gold entries are pushed down',
        from: 'for (; theirs[b] === entry; b++) value--;',
        to: 'for (; theirs[b] === entry; b++) value++;',
      },
      {
        what: 'the likelihood’s gradient without the gold tree',
        from: 'for (const entry of gold[g]) slope[entry] -= 1;',
        to: '',
      },
      {
        what: 'gradients of the second group are dropped',
        from: '    for (const more of others) kernels.axpy(more.size, 1, more.pointer, first.pointer);\n',
        to: '',
      },
      {
        what: 'no dropout of the scorer',
        from: 'dropoutMask(arena, random, [scorer.hidden], rate)',
        to: 'undefined',
      },
      { what: 'one mask for all pairs', from: "pairDropout === 'pair'", to: 'false' },
    ],
  },
  {
    file: 'src/structure/arcTables.ts',
    tests: losses,
    mutants: [
      {
        what: 'what was found is not pushed down',
        from: '        for (const entry of found[0] ?? []) slope[entry] += 1;\n',
        to: '',
      },
      {
        what: 'the modifiers’ gradient is dropped',
        from: '    kernels.axpy(more.size, 1, more.pointer, dEncoded.pointer);\n',
        to: '',
      },
      {
        what: 'the gold arcs are pushed down',
        from: 'for (const entry of gold[0]) slope[entry] -= 1;',
        to: 'for (const entry of gold[0]) slope[entry] += 1;',
      },
    ],
  },
  {
    file: 'src/structure/greedyScorer.ts',
    tests: losses,
    mutants: [
      {
        what: 'a cost of 1 is right',
        from: 'costs[t] === 0 ? right : wrong',
        to: 'costs[t] <= 1 ? right : wrong',
      },
      {
        what: 'the model’s errors are not followed',
        from: 'const errs = lead <= 0 || (',
        to: 'const errs = (',
      },
      {
        what: 'near errors are never explored',
        from: '(lead < 1 && random.uniform() < this.#settings.exploration)',
        to: 'false',
      },
      {
        what: 'illegal transitions are wrong ones',
        from: 'costs[t] === Infinity ? excluded :',
        to: 'costs[t] === -Infinity ? excluded :',
      },
    ],
  },
  {
    file: 'src/structure/configurationScorer.ts',
    tests: ['test/pipeline/analysis.test.ts', ...losses],
    mutants: [
      {
        what: 'the end of the buffer has the next sentence’s row',
        from: 'position < 0 || position > configuration.n ? -1',
        to: 'position < 0 ? -1',
      },
      {
        what: 'the last part alone',
        from: 'out[transition] += scores[t];',
        to: 'out[transition] = scores[t];',
      },
    ],
  },
  {
    file: 'src/parser/labeler.ts',
    tests: [...losses, 'test/parser/labeler.test.ts'],
    mutants: [
      { what: 'no dropout of the labeler', from: 'masks && { masks, rows: sentences }', to: 'undefined' },
      { what: 'one mask for all sentences', from: 'owners[at] = s;', to: 'owners[at] = 0;' },
      {
        what: 'the modifier stands for the head',
        from: 'batch.starts[s] + trees[s][m];',
        to: 'batch.starts[s] + m;',
      },
      {
        what: 'labels of ROOT and of words swapped',
        from: 'trees[s][m] === 0 ? root : word',
        to: 'trees[s][m] === 0 ? word : root',
      },
      {
        what: 'labels are always learned by margin',
        from: 'this.#isLikelihood\n      ? crossEntropy',
        to: 'false\n      ? crossEntropy',
      },
    ],
  },
  {
    file: 'src/parser/sentenceScores.ts',
    tests: ['test/parser/sentenceScores.test.ts', 'test/parser/ensemble.test.ts'],
    mutants: [
      {
        what: 'a tree’s probability by × for ÷ temperature',
        from: 'score / temperature - logPartition',
        to: 'score * temperature - logPartition',
      },
      {
        what: 'tables by × for ÷ temperature',
        from: '(score) => score / temperature)',
        to: '(score) => score * temperature)',
      },
      {
        what: 'probabilities of trees with several roots',
        from: 'cooled(tables, temperature), { singleRoot }',
        to: 'cooled(tables, temperature), {}',
      },
      {
        what: 'votes by modifier and head',
        from: 'votes[heads[m] * size + m] = 1;',
        to: 'votes[m * size + heads[m]] = 1;',
      },
      { what: 'a sum for a mean', from: 'sum[at] /= arrays.length;', to: 'sum[at] /= 1;' },
    ],
  },
  {
    file: 'src/parser/ensemble.ts',
    tests: ['test/parser/ensemble.test.ts'],
    mutants: [
      {
        what: 'kinds count alike, whatever their members',
        from: 'kind.map(() => beliefs[k][s])',
        to: 'beliefs[k][s]',
      },
      {
        what: 'members cooled before they are mixed',
        from: '{ singleRoot, temperature: 1 }',
        to: '{ singleRoot, temperature: this.members[first].settings.temperature }',
      },
      {
        what: 'labels vote by weights that do not add up',
        from: 'Math.exp(scores[from + label] - best) / total;',
        to: 'Math.exp(scores[from + label] - best);',
      },
      { what: 'the last member alone scores transitions', from: 'sum[t] += out[t];', to: 'sum[t] = out[t];' },
    ],
  },
  {
    file: 'src/nn/pairs.ts',
    tests: ['test/nn/pairs.test.ts'],
    mutants: [
      {
        what: 'the last word’s gradient is dropped',
        from: 'for (let j = 1; j <= n; j++) kernels.axpy',
        to: 'for (let j = 1; j < n; j++) kernels.axpy',
      },
      {
        what: 'the mask does not fall on the way back',
        from: 'masked(dWeights).pointer',
        to: 'dWeights.pointer',
      },
    ],
  },
  {
    file: 'src/nn/slots.ts',
    tests: ['test/nn/slots.test.ts'],
    mutants: [
      {
        what: 'the mask does not fall on the way back',
        from: 'const dSums = masked(dUnits);',
        to: 'const dSums = dUnits;',
      },
      {
        what: 'the gradient of the bias is dropped',
        from: '        kernels.sumRows(count, hidden, dSums.pointer, hidden, this.bias.gradient.pointer);\n',
        to: '',
      },
    ],
  },
  {
    file: 'src/encoder/spelling.ts',
    tests: ['test/encoder/spelling.test.ts'],
    mutants: [
      {
        what: 'the backward reading at the wrong end',
        from: 'rows[2 * word + 1] = 2 * start + 1;',
        to: 'rows[2 * word + 1] = 2 * (start + spelling.length - 1) + 1;',
      },
      {
        what: 'the forward reading at the wrong end',
        from: 'rows[2 * word] = 2 * (start + spelling.length - 1);',
        to: 'rows[2 * word] = 2 * start;',
      },
    ],
  },
  {
    file: 'src/tagger/tagHead.ts',
    tests: ['test/tagger/tagger.test.ts'],
    mutants: [
      {
        what: 'a known form has the columns that it had first',
        from: 'combination = combination * this.#sizes[c] + tags[c][at + 1]',
        to: 'combination = 0',
      },
      {
        what: 'different combinations have the same number',
        from: 'combination * this.#sizes[c] + tags',
        to: 'combination + tags',
      },
    ],
  },
  {
    file: 'src/pipeline/pooling.ts',
    tests: ['test/pipeline/pooling.test.ts'],
    mutants: [
      { what: 'arrays overlap', from: 'used += values.length;', to: 'used += values.length - 1;' },
      {
        what: 'labels stay in buffers of their own',
        from: 'labels: tree.labels && moved(tree.labels)',
        to: 'labels: tree.labels',
      },
      {
        what: 'a buffer that is too large',
        from: 'heads.length + (labels?.length ?? 0), 0);',
        to: '2 * heads.length, 0);',
      },
    ],
  },
];
