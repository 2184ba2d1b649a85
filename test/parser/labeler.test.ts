// Labels fit their heads: `root` is on ROOT's dependents alone, and these have what training saw there.
import { describe, expect, it } from 'vitest';
import type { Sentence } from '../../src/conllu/sentence.js';
import { batchOf } from '../../src/encoder/batch.js';
import { labelHeadsOf } from '../../src/encoder/labelHeads.js';
import { Vocabulary } from '../../src/encoder/vocabulary.js';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { saveModel } from '../../src/models/saved.js';
import { Ensemble } from '../../src/parser/ensemble.js';
import { Parser } from '../../src/parser/parser.js';
import { analyze } from '../../src/pipeline/analysis.js';
import type { ParseOptions } from '../../src/pipeline/options.js';
import { loadParser } from '../support/loadedModel.js';
import { labelScores } from '../support/lossesByHand.js';
import { instancesOf, randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';

const sentences = toyTreebank(30, 12, 3);

/** The sentences with other labels. */
function labelled(labelOf: (head: number, place: number) => string): Sentence[] {
  return sentences.map((sentence) => ({
    ...sentence,
    words: sentence.words.map((word) => ({ ...word, deprel: labelOf(word.head, word.id) })),
  }));
}

/** The labels of all trees by whether the words hang on ROOT. */
function labelsOf(members: readonly Parser[], options: ParseOptions = {}) {
  const instances = members.map((parser) => instancesOf(parser, sentences));
  const ensemble = new Ensemble(members);
  const ofMembers = sentences.map((_, s) => instances.map((member) => member[s]));
  const found = { root: new Set<string>(), word: new Set<string>() };
  for (const { trees } of analyze(ensemble, ofMembers, options)) {
    for (const { heads, labels } of trees) {
      for (let m = 1; m < heads.length; m++) {
        found[heads[m] === 0 ? 'root' : 'word'].add(ensemble.labels[labels?.[m] ?? -1]);
      }
    }
  }
  return { root: [...found.root].sort(), word: [...found.word].sort() };
}

/** A parser that does not say which heads its labels have, as older ones, with the weights of another. */
function older(parser: Parser, engine: Engine, labels = parser.labels): Parser {
  const vocabulary = new Vocabulary(parser.vocabulary.lexicon, { deprel: [...labels] });
  const copy = new Parser(engine, parser.settings, vocabulary, { name: `older ${labels}` });
  for (const [at, { value }] of parser.parameters.all.entries()) {
    copy.parameters.all[at].value.set(value.copy());
  }
  return copy;
}

describe('a word has the label `root` if and only if ROOT is its head', () => {
  const engine = createEngine();
  const parsers = [3, 4, 5].map((seed) => randomParser({}, sentences, { engine, seed }));
  const spanning = randomParser({ system: 'edge-factored', tree: 'spanning-tree' }, sentences, { engine });
  it.each<[string, Parser[], ParseOptions]>([
    ['the best tree', [parsers[0]], {}],
    ['the best tree of an older model', [older(parsers[0], engine)], {}],
    ['a greedy tree', [parsers[1]], { decoder: 'greedy' }],
    ['k best trees', [parsers[2]], { kBest: 4 }],
    ['an ensemble', parsers, { kBest: 2 }],
    ['a sentence in pieces', [spanning], { maxLength: 3 }],
  ])('in %s', (_, members, options) => {
    const { root, word } = labelsOf(members, options);
    expect(root).toEqual(['root']);
    expect(word).not.toContain('root');
    expect(word.length).toBeGreaterThan(1);
  });

  it('and the parser alone says the same', () => {
    const [parser] = parsers;
    for (const { heads, labels } of parser.predict(instancesOf(parser, sentences))) {
      const roots = Array.from(labels ?? [], (label) => Number(parser.labels[label] === 'root'));
      expect(roots.slice(1)).toEqual(Array.from(heads.subarray(1), (head) => Number(head === 0)));
    }
  });
});

it('a label is the best of those that training saw with such a head', () => {
  const treebank = labelled((head, place) => (place % 2 === 0 ? 'any' : head === 0 ? 'top' : 'low'));
  const parser = randomParser({}, treebank);
  expect(parser.vocabulary.labelHeads).toEqual(
    parser.labels.map((label) => ({ any: 'both', top: 'root', low: 'word' })[label]),
  );
  const { labeler, encoder } = parser;
  if (!labeler) throw new Error('The parser has labels.');
  parser.parameters.engine.arena.scope(() => {
    for (const instance of instancesOf(parser, treebank)) {
      const { heads } = instance;
      const batch = batchOf([instance]);
      const encoded = encoder.encode(batch);
      const rows = labelScores(parser, instance, encoded);
      const [labels] = labeler.label(batch, encoded, [heads]);
      for (const [at, row] of rows.entries()) {
        const fit = parser.labels.filter((label) => label !== (heads[at + 1] === 0 ? 'low' : 'top'));
        const best = fit.reduce((a, b) =>
          row[parser.labels.indexOf(b)] > row[parser.labels.indexOf(a)] ? b : a,
        );
        expect(parser.labels[labels[at + 1]]).toBe(best);
      }
    }
  });
  const found = labelsOf([parser]);
  expect(found.root).toContain('any');
  expect(found.word).toContain('any');
});

it('an older model whose labels have no `root` may say anything', () => {
  const parser = randomParser({}, sentences);
  const labels = parser.labels.map((label) => (label === 'root' ? 'ROOT' : label));
  expect(labelHeadsOf(older(parser, createEngine(), labels).vocabulary)).toEqual(labels.map(() => 'both'));
});

it('who has seen no words below words has no vote on their labels', () => {
  const engine = createEngine();
  const single = sentences.filter(({ words }) => words.length === 1);
  const poor = randomParser({}, single, { engine });
  const rich = randomParser({}, sentences, { engine });
  expect(labelsOf([poor, rich])).toEqual({ root: ['root'], word: ['nmod', 'nsubj', 'obj'] });
});

it('goes into the model file and comes back', async () => {
  const parser = randomParser(
    {},
    labelled((head) => (head === 0 ? 'top' : 'low')),
  );
  const model = await loadParser(createEngine(), saveModel(parser, {}));
  expect(model.vocabulary.data).toEqual(parser.vocabulary.data);
  expect(labelsOf([model])).toEqual({ root: ['top'], word: ['low'] });
});
