// The paired bootstrap: whether two systems differ on a treebank by more than the choice of its sentences explains.
//
// Samples of as many sentences as the treebank has are drawn from it with replacement, the same for both systems. The
// p-value is two-sided: how often a sample would show a difference as large as the observed one if the systems were
// equally good. The samples' differences minus the observed one represent equally good systems.
import { Random } from '../engine/random.js';
import { percentage } from './rates.js';
import { sumOf, type Tally } from './scores.js';

/** How much better the second system is, and the probability of that by chance. */
export interface Difference {
  /** Both systems' scores, in per cent, and the second minus the first. */
  first: number;
  second: number;
  difference: number;
  /** Over the samples: the mean of the difference, and the interval that holds 95% of them. */
  mean: number;
  low: number;
  high: number;
  p: number;
}

export interface BootstrapOptions {
  samples?: number;
  seed?: number;
}

/** The metrics: a count and its total. */
const metrics = {
  uas: ['heads', 'words'],
  las: ['arcs', 'words'],
  uem: ['exactHeads', 'sentences'],
  lem: ['exactArcs', 'sentences'],
} as const;

/** The differences between two systems, by metric. */
export type Differences = Record<keyof typeof metrics, Difference>;

export const defaultSamples = 10_000;

/** From the tallies of two systems on the same gold sentences. */
export function bootstrap(
  first: readonly Tally[],
  second: readonly Tally[],
  { samples = defaultSamples, seed = 1 }: BootstrapOptions = {},
): Differences {
  const random = new Random(seed);
  const names = Object.keys(metrics) as (keyof typeof metrics)[];
  const totals = Int32Array.from(first.flatMap(({ words, sentences }) => [words, sentences])); // [sentences, 2]
  const gains = Int32Array.from(
    first.flatMap((tally, i) => names.map((name) => second[i][metrics[name][0]] - tally[metrics[name][0]])),
  ); // [sentences, metrics]
  const differences = names.map(() => new Float64Array(samples)); // [metrics][samples]
  const gain = new Int32Array(names.length);
  for (let sample = 0; sample < samples; sample++) {
    gain.fill(0);
    let words = 0;
    let sentences = 0;
    for (let draw = 0; draw < first.length; draw++) {
      const sentence = random.below(first.length);
      words += totals[2 * sentence];
      sentences += totals[2 * sentence + 1];
      for (let metric = 0; metric < gain.length; metric++) {
        gain[metric] += gains[sentence * gain.length + metric];
      }
    }
    names.forEach((name, metric) => {
      const total = metrics[name][1] === 'words' ? words : sentences;
      differences[metric][sample] = percentage(gain[metric], total);
    });
  }
  const differenceIn = (name: keyof typeof metrics) => {
    const [count, total] = metrics[name];
    const score = (tallies: readonly Tally[]) => percentage(sumOf(tallies, count), sumOf(tallies, total));
    return differenceOf(score(first), score(second), differences[names.indexOf(name)]);
  };
  return {
    uas: differenceIn('uas'),
    las: differenceIn('las'),
    uem: differenceIn('uem'),
    lem: differenceIn('lem'),
  };
}

function differenceOf(first: number, second: number, samples: Float64Array): Difference {
  const difference = second - first;
  const sorted = samples.slice().sort();
  const outside = Math.floor(0.025 * samples.length);
  const asLarge = samples.filter((sample) => Math.abs(sample - difference) >= Math.abs(difference)).length;
  return {
    first,
    second,
    difference,
    mean: samples.reduce((sum, sample) => sum + sample, 0) / samples.length,
    low: sorted[outside],
    high: sorted[samples.length - 1 - outside],
    // The treebank itself counts as one sample, so that the p-value is never 0.
    p: (asLarge + 1) / (samples.length + 1),
  };
}
