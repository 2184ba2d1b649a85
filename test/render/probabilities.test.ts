import { expect, it } from 'vitest';
import { probabilitiesOf } from '../../src/render/probabilities.js';
import { sentenceOf } from '../support/drawings.js';

it('the probabilities of arcs are read from MISC, if all words have one', () => {
  const sentence = sentenceOf('a/X/0/root b/X/1/dep c/X/1/dep');
  const columns = ['Confidence=0.973', 'SpaceAfter=No|Confidence=1|X=y', 'A=b|Confidence=0'];
  for (const [index, misc] of columns.entries()) sentence.words[index].misc = misc;
  expect(probabilitiesOf(sentence)).toEqual([1, 0.973, 1, 0]);
  for (const misc of ['_', 'Confidence=', 'Confidence=2', 'Confidence=x', 'NoConfidence=0.5']) {
    sentence.words[1].misc = misc;
    expect(probabilitiesOf(sentence)).toBeUndefined();
  }
});
