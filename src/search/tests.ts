// Whether words, labels and sentences pass the tests of a pattern.
import { commentValue } from '../conllu/sentence.js';
import type { FeatureTest, GlobalTest, LabelTest, NodeClause, ValueTest } from './clauses.js';
import { labelFeature } from './features.js';
import type { Graph } from './graph.js';

export function isOneOf(value: string, tests: readonly ValueTest[]): boolean {
  return tests.some((test) => (typeof test === 'string' ? test === value : test.test(value)));
}

function passes(value: string | undefined, { test, values }: FeatureTest): boolean {
  switch (test) {
    case 'absent':
      return value === undefined;
    case 'present':
      return value !== undefined;
    case 'is':
      return value !== undefined && isOneOf(value, values);
    case 'is not':
      return value !== undefined && !isOneOf(value, values);
  }
}

export function wordPasses(graph: Graph, word: number, { alternatives }: NodeClause): boolean {
  return alternatives.some((tests) => tests.every((test) => passes(graph.value(word, test.feature), test)));
}

export function labelPasses(label: string, test: LabelTest | undefined): boolean {
  if (!test) return true;
  if (test.test === 'parts')
    return test.parts.every((part) => passes(labelFeature(label, part.feature), part));
  return isOneOf(label, test.values) === (test.test === 'is');
}

export function sentencePasses(graph: Graph, test: GlobalTest): boolean {
  switch (test.test) {
    case 'projective':
      return graph.isProjective === test.is;
    case 'length':
      return compares(graph.n, test.holds, test.words);
    case 'comment': {
      const value = commentValue(graph.sentence, test.name);
      return value !== undefined && isOneOf(value, test.values) === test.is;
    }
  }
}

function compares(left: number, holds: '<' | '<=' | '=' | '>=' | '>', right: number): boolean {
  switch (holds) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '=':
      return left === right;
    case '>=':
      return left >= right;
    case '>':
      return left > right;
  }
}
