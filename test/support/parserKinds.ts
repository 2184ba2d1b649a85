// Every kind of parser, as settings: what the suites over all kinds run through.
import type { Given } from '../../src/encoder/encoderSettings.js';
import type { ParserSettings } from '../../src/parser/parserSettings.js';
import type { Slot } from '../../src/structure/treeSettings.js';

const systems = ['arc-standard', 'arc-hybrid', 'arc-eager'] as const;
const featureSets: Slot[][] = [['s2', 's1', 's0', 'b0'], ['s1', 's0', 'b0'], ['s0', 'b0'], ['b0']];

export interface Kind {
  readonly name: string;
  readonly settings: Given<ParserSettings>;
  /** Whether its features show enough to tell any two trees apart. */
  readonly seesEnough: boolean;
}

const greedy: Kind[] = systems.flatMap((system) =>
  featureSets.map((features) => ({
    name: `${system}, local, {${features.join(', ')}}`,
    settings: { system, training: 'local', features },
    seesEnough: features.length > 2 || (features.length === 2 && system !== 'arc-standard'),
  })),
);

const exact: Kind[] = systems.flatMap((system) =>
  (['global', 'crf'] as const).map((training) => ({
    name: `${system}, ${training}`,
    settings: { system, training },
    seesEnough: true,
  })),
);

const edgeFactored: Kind[] = (['global', 'crf', 'softmax'] as const).flatMap((training) =>
  (['projective', 'spanning-tree'] as const).map((tree) => ({
    name: `edge-factored, ${training}, ${tree}`,
    settings: { system: 'edge-factored', training, tree },
    seesEnough: true,
  })),
);

export const kinds: Kind[] = [...greedy, ...exact, ...edgeFactored];
