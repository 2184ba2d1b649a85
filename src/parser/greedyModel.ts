// Greedy models: one transition at a time, from what the features name, in time linear in the length.
import type { TransitionSystem } from '../transition/system.js';
import { GreedyScorer } from './greedy.js';
import type { StructuredModel } from './structuredModel.js';
import { projectiveTrees } from './treeClass.js';

export function greedyModel(transitions: TransitionSystem): StructuredModel {
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
