// Mutants of the training: the loop, its batches, its optimizer, temperatures, folds, checkpoints; and the service's lanes.
import type { MutantsOf } from './mutant.js';

export const train: readonly MutantsOf[] = [
  {
    file: 'src/train/loop.ts',
    tests: ['test/train/loop.test.ts'],
    mutants: [
      {
        what: 'of equal epochs the last',
        from: 'measured[select] > records[best.epoch - 1][select]',
        to: 'measured[select] >= records[best.epoch - 1][select]',
      },
      {
        what: 'patience ends an epoch early',
        from: 'epoch - best.epoch > patience',
        to: 'epoch - best.epoch >= patience',
      },
      {
        what: 'the weights are measured, not their average',
        from: 'average ? average.during(measure) : measure()',
        to: 'measure()',
      },
      { what: 'the average is of no step', from: '      average?.add();\n', to: '' },
      { what: 'the last epoch is kept', from: '  parameters.restore(best.values);\n', to: '' },
      {
        what: 'gradients are not divided by the words',
        from: 'await team.step(adam, size);',
        to: 'await team.step(adam, 1);',
      },
      { what: 'losses are not per word', from: '[name, loss / words]', to: '[name, loss]' },
      {
        what: 'a warm-up of one step',
        from: 'linearWarmup(rate, Math.max(1, warmup * steps), steps)',
        to: 'linearWarmup(rate, 1, steps)',
      },
      {
        what: 'a resumed training draws other numbers',
        from: '    random.restore(options.resume.random);\n',
        to: '',
      },
      {
        what: 'a resumed training has a fresh optimizer',
        from: '    adam.restore(options.resume.optimizer);\n',
        to: '',
      },
      {
        what: 'a resumed training has a fresh average',
        from: '    average?.restore(options.resume.optimizer);\n',
        to: '',
      },
      {
        what: 'dev outputs in the order of batches',
        from: 'outputs[at] = given[place];',
        to: 'outputs[place] = given[at];',
      },
      {
        what: 'a batch divided without knowing the kind of training',
        from: ', learner.pairCost)',
        to: ')',
      },
      {
        what: 'one seed for all parts of a batch',
        from: 'parts.map(() => random.bits()),',
        to: 'parts.map(() => 1),',
      },
    ],
  },
  {
    file: 'src/train/batches.ts',
    tests: ['test/train/batches.test.ts'],
    mutants: [
      { what: 'no shuffling', from: '  random.shuffle(order);\n', to: '' },
      { what: 'full batches take one more', from: 'if (room <= 0) {', to: 'if (room < 0) {' },
      {
        what: 'the shortest sentences first',
        from: 'at).sort((a, b) => lengths[b] - lengths[a] || a - b);',
        to: 'at).sort((a, b) => lengths[a] - lengths[b] || a - b);',
      },
      {
        what: 'the first share takes all',
        from: '    const goal = left / (count - share);',
        to: '    const goal = left;',
      },
      {
        what: 'empty shares',
        from: 'isLast || next === start || taken',
        to: 'isLast || taken',
      },
      {
        what: 'long sentences cost no more per word',
        from: 'return n + 2 + n ** 2 * pairCost;',
        to: 'return n + 2;',
      },
      {
        what: 'short sentences cost only their words',
        from: 'return n + 2 + n ** 2 * pairCost;',
        to: 'return n + n ** 2 * pairCost;',
      },
      {
        what: 'pairs cost the same in every kind of training',
        from: 'cost(lengths[at], pairCost)',
        to: 'cost(lengths[at])',
      },
      {
        what: 'shares from the shortest sentence on',
        from: '[...batch].sort((a, b) => lengths[b] - lengths[a] || a - b)',
        to: '[...batch].sort((a, b) => lengths[a] - lengths[b] || a - b)',
      },
    ],
  },
  {
    file: 'src/train/team.ts',
    tests: ['test/train/loop.test.ts', 'test/train/batches.test.ts'],
    mutants: [
      { what: 'the losses of the last part alone', from: '(sums[name] ?? 0) + value', to: 'value' },
      { what: 'all parts draw alike', from: 'new Random(seeds[i])', to: 'new Random(seeds[0])' },
    ],
  },
  {
    file: 'src/train/temperature.ts',
    tests: ['test/train/temperature.test.ts'],
    mutants: [
      { what: 'the worst temperature', from: 'if (atLeft < atRight) {', to: 'if (atLeft > atRight) {' },
      {
        what: 'probabilities by modifier and head',
        from: 'arcs[heads[m] * (n + 1) + m]',
        to: 'arcs[m * (n + 1) + heads[m]]',
      },
    ],
  },
  {
    file: 'src/train/jackknife.ts',
    tests: ['test/train/jackknife.test.ts'],
    mutants: [
      {
        what: 'models learn from what they annotate',
        from: 'treebank.filter((_, at) => foldOf(at) !== fold)',
        to: 'treebank.filter(() => true)',
      },
      {
        what: 'a first newdoc begins a second document',
        from: 'at > 0 && comments.some',
        to: 'comments.some',
      },
      {
        what: 'documents are never dealt out',
        from: 'document + 1 >= count ?',
        to: 'document >= treebank.length ?',
      },
    ],
  },
  {
    file: 'src/train/checkpoint.ts',
    tests: ['test/train/checkpoint.test.ts'],
    mutants: [
      {
        what: 'the best values are the last ones',
        from: "values: part('best') }",
        to: "values: part('values') }",
      },
      {
        what: 'other settings are gone on with',
        from: "if (name === 'epochs' || JSON",
        to: "if (name !== 'epochs' || JSON",
      },
    ],
  },
  {
    file: 'src/nn/adam.ts',
    tests: ['test/nn/adam.test.ts', 'test/train/loop.test.ts'],
    mutants: [
      {
        what: 'no correction of the first moment',
        from: 'correction1: 1 - beta1 ** this.#steps,',
        to: 'correction1: 1,',
      },
      {
        what: 'no correction of the second moment',
        from: 'correction2: 1 - numbers.beta2 ** this.#steps,',
        to: 'correction2: 1,',
      },
      {
        what: 'no clipping',
        from: 'factor: Math.min(1, clip / norm) / divisor,',
        to: 'factor: 1 / divisor,',
      },
      { what: 'biases shrink too', from: 'shape.length > 1 ? weightDecay : 0', to: 'weightDecay' },
      { what: 'a warm-up from 0', from: 'Math.min((step + 1) / warmup,', to: 'Math.min(step / warmup,' },
      { what: 'decay by the step', from: 'factor ** (step / steps)', to: 'factor ** step' },
      {
        what: 'pretrained values learn like new ones',
        from: 'pretrained: pretrained(step)',
        to: 'pretrained: this.#schedule(step)',
      },
    ],
  },
  {
    file: 'src/nn/average.ts',
    tests: ['test/nn/average.test.ts', 'test/train/loop.test.ts'],
    mutants: [
      {
        what: 'the first weights are never forgotten',
        from: 'Math.min(this.#share, this.#steps / (this.#steps + 9))',
        to: 'this.#share',
      },
      { what: 'training goes on from the average', from: '      weights.set(kept);\n', to: '' },
      {
        what: 'new weights in full',
        from: 'engine.kernels.axpy(trainedSize, 1 - share,',
        to: 'engine.kernels.axpy(trainedSize, 1,',
      },
    ],
  },
  {
    file: 'src/nn/dropout.ts',
    tests: [
      'test/engine/dropout.test.ts',
      'test/structure/losses.test.ts',
      'test/nn/bilstm.test.ts',
      'test/nn/slots.test.ts',
    ],
    mutants: [
      { what: 'what is kept is not scaled up', from: '1 - rate, 1 / (1 - rate))', to: '1 - rate, 1)' },
      {
        what: 'the rate is the share that is kept',
        from: 'bernoulli(values, 1 - rate,',
        to: 'bernoulli(values, rate,',
      },
    ],
  },
  {
    file: 'src/splitter/textSplitter.ts',
    tests: ['test/splitter/textSplitter.test.ts'],
    mutants: [
      { what: 'other threads wait for this one', from: 'elsewhere ? 1 : 0', to: '0' },
      { what: 'this thread decides', from: 'elsewhere ?? (async', to: '(async' },
    ],
  },
  {
    file: 'src/server/requestBatches.ts',
    tests: ['test/server/requestBatches.test.ts'],
    mutants: [
      {
        what: 'a free thread waits for answers',
        from: '        this.#start();\n      });\n',
        to: '      });\n      this.#plan();\n',
      },
      {
        what: 'lanes are served by what they had, whatever comes next',
        from: 'lane.served + lane.waiting[0].work;',
        to: 'lane.served;',
      },
      {
        what: 'the last of the lanes that are even',
        from: 'doneAt < soonest',
        to: 'doneAt <= soonest',
      },
      { what: 'every sentence is the same work', from: 'lane.served += one.work;', to: 'lane.served += 1;' },
      {
        what: 'who waits for nothing saves up turns',
        from: 'lane.served = Math.max(lane.served, this.#now);',
        to: '',
      },
      {
        what: 'a long sentence in the middle of a batch',
        from: '      if (batch.length > 0 && isLong(one)) break;\n',
        to: '',
      },
      {
        what: 'a failure is that of all requests in the batch',
        from: 'if (lanes.size === 1) for',
        to: 'if (lanes.size >= 1) for',
      },
      {
        what: 'the first thread takes all that waits',
        from: 'wordsIn(lanes, most)) / this.#threads;',
        to: 'wordsIn(lanes, most));',
      },
      {
        what: 'a client that is gone has its only job done',
        from: '    stop.on(onStop);\n    this.#underWay++;',
        to: '    this.#underWay++;',
      },
      {
        what: 'a busy thread gets a batch, however small',
        from: '      if (!isIdle && !areEnough(alike)) return;\n',
        to: '',
      },
      {
        what: 'batches wait behind a long sentence',
        from: '      if (!isIdle && this.#long > 0) return;\n',
        to: '',
      },
      {
        what: 'a thread with two batches makes another count as busy',
        from: 'this.#workers.idle > 0;',
        to: 'this.#running < this.#threads;',
      },
      {
        what: 'the next batch of a thread is its whole share',
        from: 'Math.max(share / AHEAD,',
        to: 'Math.max(share,',
      },
      {
        what: 'shares of what waits, whatever is being worked on',
        from: 'this.#runningWords + wordsIn(lanes, most)',
        to: 'wordsIn(lanes, most)',
      },
    ],
  },
  {
    file: 'src/library/crew.ts',
    tests: ['test/library/crew.test.ts'],
    mutants: [
      {
        what: 'the busiest thread gets the job',
        from: 'thread.load < freest.load',
        to: 'thread.load > freest.load',
      },
      {
        what: 'a job fails because of the one before it',
        from: 'if (!(error instanceof NotReached)) throw error;',
        to: 'throw error;',
      },
      {
        what: 'who waits for room waits for ever',
        from: '        for (const wake of this.#waiting.splice(0)) wake();\n',
        to: '',
      },
    ],
  },
  {
    file: 'src/library/answeringThread.ts',
    tests: ['test/library/crew.test.ts'],
    mutants: [
      {
        what: 'a thread gets jobs before it has started',
        from: 'this.#hasStarted ? this.#pending.length : Infinity',
        to: 'this.#pending.length',
      },
      {
        what: 'the program ends before the next job is done',
        from: '!this.#failure && this.#pending.length === 0',
        to: '!this.#failure',
      },
    ],
  },
  {
    file: 'src/server/room.ts',
    tests: ['test/server/room.test.ts'],
    mutants: [
      { what: 'who finds room waits on', from: '    if (this.isWorkedOn) return undefined;\n', to: '' },
    ],
  },
  {
    file: 'src/encoder/distinctRows.ts',
    tests: ['test/encoder/distinctRows.test.ts'],
    mutants: [
      {
        what: 'rows that are equal in their last column',
        from: 'column[row] * rows + places[row]',
        to: 'column[row]',
      },
      {
        what: 'groups in another order',
        from: '        firsts.push(row);',
        to: '        firsts.unshift(row);',
      },
    ],
  },
  {
    file: 'src/encoder/embedder.ts',
    tests: ['test/encoder/distinctRows.test.ts'],
    mutants: [
      { what: 'words alike whatever their tags', from: '[words, ...tags, ', to: '[words, ' },
      {
        what: 'words alike whatever their spelling',
        from: 'if (spellings) columns.push(identities(spellings));',
        to: '',
      },
    ],
  },
  {
    file: 'src/nn/coupledLstm.ts',
    tests: ['test/nn/bilstm.test.ts'],
    mutants: [
      {
        what: 'the old cell does not reach the input gate',
        from: '        addOldCells(carried, columnsFrom(oldCells, start), columnsFrom(gates, start));\n',
        to: '',
      },
      {
        what: 'the output gate sees the old cell',
        from: 'addCells(rows, columnsFrom(cells, start),',
        to: 'addCells(rows, columnsFrom(oldCells, start),',
      },
      {
        what: 'no gradient through the input gate to the old cell',
        from: '          gemmPacked(false, carried, 1, g, stride, toInput, 1, dCells, units);\n',
        to: '',
      },
    ],
  },
  {
    file: 'src/nn/lstm.ts',
    tests: ['test/nn/bilstm.test.ts'],
    mutants: [
      {
        what: 'the last step writes behind the gates',
        from: 'packing.rows - start - step.carried',
        to: 'packing.rows - start',
      },
      {
        what: 'gates that backward needs are spoilt',
        from: 'isFinal ? packing.rows - start - step.carried : step.spare',
        to: 'packing.rows - start - step.carried',
      },
    ],
  },
  {
    file: 'src/nn/packing.ts',
    tests: ['test/nn/packing.test.ts', 'test/nn/bilstm.test.ts'],
    mutants: [
      { what: 'carried rows count as spare', from: 'running[t]) - carried', to: 'running[t])' },
      {
        what: 'rows of steps that are done count as spare',
        from: '(before < t ? rows - starts[t] : running[t])',
        to: '(rows - starts[t])',
      },
    ],
  },
  {
    file: 'src/nn/weightMatrix.ts',
    tests: ['test/nn/bilstm.test.ts'],
    mutants: [{ what: 'a row that is not spare', from: 'spare > 0 && rows % group', to: 'rows % group' }],
  },
  {
    file: 'src/nn/bilstm.ts',
    tests: ['test/nn/bilstm.test.ts'],
    mutants: [{ what: 'places of packed rows', from: 'places[callers[row]]', to: 'places[row]' }],
  },
];
