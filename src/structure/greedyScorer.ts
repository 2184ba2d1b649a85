// The greedy models: they score one transition at a time from the positions that the features name, and train with a
// dynamic oracle on the configurations that the model itself reaches (the paper's local training).

import type { TransitionScorer } from '../decode/search.js';
import type { Engine } from '../engine/engine.js';
import type { Random } from '../engine/random.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { dropoutMask } from '../nn/dropout.js';
import { excluded, hinge, right, wrong } from '../nn/losses.js';
import type { Parameters } from '../nn/parameters.js';
import { type Projections, type SlotMask, Slots } from '../nn/slots.js';
import { Configuration } from '../transition/configuration.js';
import type { OracleSystem } from '../transition/system.js';
import { projectiveTrees } from '../tree/treeClass.js';
import { addRows, configurationScorer } from './configurationScorer.js';
import type { TreeBatch } from './instance.js';
import type { Scorer, TrainingStep } from './scorer.js';
import type { StructuredModel } from './structuredModel.js';
import type { TreeSettings } from './treeSettings.js';

class GreedyScorer implements Scorer {
  readonly isLikelihood = false;
  // It scores no pairs, but the encoder's last steps over long sentences have few rows.
  readonly pairCost = 1 / 450;
  readonly system: OracleSystem;
  readonly slots: Slots;
  #engine: Engine;
  #settings: TreeSettings;

  constructor(parameters: Parameters, settings: TreeSettings, inputs: number, system: OracleSystem) {
    this.system = system;
    const { features, hidden } = settings;
    this.slots = new Slots(parameters, 'greedy', inputs, features.length, hidden, system.transitions.length);
    this.#engine = parameters.engine;
    this.#settings = settings;
  }

  train(batch: TreeBatch, encoded: Tensor, random: Random): TrainingStep {
    const { arena } = this.#engine;
    const projections = this.slots.project(encoded);
    const mask = dropoutMask(
      arena,
      random,
      [batch.instances.length, this.slots.hidden],
      this.#settings.hiddenDropout,
    );
    // The configurations reached, and the status of each transition there.
    const rows: number[] = [];
    const sentences: number[] = [];
    const statuses: number[] = [];
    const count = this.system.transitions.length;
    const costs = new Float32Array(count);
    this.#run(batch, projections, mask, (s, configuration, scores, at) => {
      this.system.costs(configuration, batch.instances[s].heads, costs);
      let [bestRight, bestWrong] = [-1, -1];
      for (let t = 0; t < count; t++) {
        const status = costs[t] === Infinity ? excluded : costs[t] === 0 ? right : wrong;
        statuses.push(status);
        if (status === right && (bestRight < 0 || scores[at + t] > scores[at + bestRight])) bestRight = t;
        if (status === wrong && (bestWrong < 0 || scores[at + t] > scores[at + bestWrong])) bestWrong = t;
      }
      addRows(rows, batch.starts[s], configuration, this.#settings.features);
      sentences.push(s);
      // Exploration: the model continues from its errors, and occasionally from near errors.
      if (bestWrong < 0) return bestRight;
      const lead = scores[at + bestRight] - scores[at + bestWrong];
      const errs = lead <= 0 || (lead < 1 && random.uniform() < this.#settings.exploration);
      return errs ? bestWrong : bestRight;
    });
    const pass = this.#score(projections, rows, sentences, mask);
    const { loss, gradient } = hinge(this.#engine, pass.scores, statuses);
    pass.backward(gradient);
    return { loss, gradient: projections.backward() };
  }

  parse(batch: TreeBatch, encoded: Tensor): Int32Array[] {
    const count = this.system.transitions.length;
    return this.#run(batch, this.slots.project(encoded), undefined, (_s, configuration, scores, at) => {
      let best = -1;
      for (let t = 0; t < count; t++) {
        if (!this.system.isLegal(configuration, t)) continue;
        if (best < 0 || scores[at + t] > scores[at + best]) best = t;
      }
      return best;
    });
  }

  configurations(batch: TreeBatch, encoded: Tensor): (sentence: number) => TransitionScorer {
    const transitions = [...this.system.transitions.keys()];
    const part = { slots: this.slots, sees: this.#settings.features, transitions };
    return configurationScorer([part], batch, encoded);
  }

  /** Runs all sentences in parallel, so that each step scores one configuration per sentence; returns the heads. */
  #run(
    batch: TreeBatch,
    projections: Projections,
    mask: Tensor | undefined,
    choose: (s: number, configuration: Configuration, scores: Float32Array, at: number) => number,
  ): Int32Array[] {
    const { arena } = this.#engine;
    const configurations = batch.instances.map(({ n }) => new Configuration(n, this.#settings.singleRoot));
    let running = batch.instances.map((_, s) => s).filter((s) => !configurations[s].isTerminal);
    while (running.length > 0) {
      arena.scope(() => {
        const rows: number[] = [];
        for (const s of running) addRows(rows, batch.starts[s], configurations[s], this.#settings.features);
        this.#score(projections, rows, running, mask).scores.use((scores) => {
          for (const [at, s] of running.entries()) {
            const transition = choose(s, configurations[s], scores, at * this.system.transitions.length);
            this.system.apply(configurations[s], transition);
          }
        });
      });
      running = running.filter((s) => !configurations[s].isTerminal);
    }
    return configurations.map(({ heads }) => heads);
  }

  #score(projections: Projections, rows: number[], sentences: number[], masks: Tensor | undefined) {
    const { features } = this.#settings;
    const slotMask: SlotMask | undefined = masks && {
      masks,
      rows: this.#integers(sentences, [sentences.length]),
    };
    return this.slots.score(projections, this.#integers(rows, [sentences.length, features.length]), slotMask);
  }

  #integers(values: number[], shape: readonly number[]): IntegerTensor {
    const tensor = this.#engine.arena.scratchIntegers(shape);
    tensor.set(values);
    return tensor;
  }
}

/** The greedy model of a transition system: its time is linear in the sentence length. */
export function greedyModel(transitions: OracleSystem): StructuredModel {
  return {
    name: `${transitions.name}, greedy`,
    system: transitions.name,
    trainings: ['local'],
    trees: projectiveTrees,
    power: 1,
    longest: 500,
    transitions,
    scorer: (parameters, settings, inputs) => new GreedyScorer(parameters, settings, inputs, transitions),
  };
}
