import { describe, expect, it } from 'vitest';
import { treeAccuracy } from '../../src/parser/treeAccuracy.js';
import { fitTemperature } from '../../src/train/temperature.js';
import { instancesOf, randomParser } from '../support/randomParser.js';
import { toyTreebank } from '../support/toyTreebank.js';

const treebank = toyTreebank(30, 8, 5);

describe('the temperature', () => {
  it.each([
    { system: 'arc-eager', training: 'crf' },
    { system: 'edge-factored', training: 'crf', tree: 'spanning-tree' },
  ] as const)('is high where a sure parser is often wrong: $system', (settings) => {
    const parser = randomParser(settings, treebank, { sharpness: 6 });
    const instances = instancesOf(parser, treebank);
    const trees = parser.predict(instances);
    // Random weights know nothing, and are sure of it.
    expect(treeAccuracy(instances, trees).uas).toBeLessThan(70);
    const wrong = fitTemperature(parser, instances);
    expect(wrong).toBeGreaterThan(2);
    expect(parser.settings.temperature).toBe(1);
    // Were its trees right, it would have reason to be sure.
    const right = instances.map((instance, s) => ({ ...instance, heads: trees[s].heads }));
    expect(fitTemperature(parser, right)).toBeLessThan(wrong / 1.5);
  });

  it('is 1 for a parser without probabilities, and without sentences', () => {
    const greedy = randomParser({ training: 'local' }, treebank);
    expect(fitTemperature(greedy, instancesOf(greedy, treebank))).toBe(1);
    expect(fitTemperature(randomParser({}, treebank), [])).toBe(1);
  });
});
