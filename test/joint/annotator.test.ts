// A joint model in the pipeline: tags and trees from one pass through its encoder.
import { expect, it, vi } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import type { Joint } from '../../src/joint/joint.js';
import { partsOf } from '../../src/models/parts.js';
import { Annotator } from '../../src/pipeline/annotator.js';
import { randomParser } from '../support/randomParser.js';
import { jointTreebank, tinyJoint } from '../support/tinyJoint.js';

const sentences = jointTreebank.map(({ words }) => ({ forms: words.map(({ form }) => form) }));
const encodings = ({ encoder }: Joint) => vi.spyOn(encoder, 'encode');

it('tags and parses with one pass, as the model itself does', () => {
  const joint = tinyJoint();
  const expected = joint.predict(jointTreebank.map((sentence) => joint.itemOf(sentence)));
  const encode = encodings(joint);
  const found = new Annotator(partsOf([joint])).annotate({ sentences, options: {} });
  expect(encode).toHaveBeenCalledTimes(1);
  expect(found.map(({ tags }) => tags)).toEqual(expected.map(({ tags }) => tags));
  expect(found.map(({ trees }) => trees[0].heads)).toEqual(expected.map(({ heads }) => heads));
  expect(found.map(({ trees }) => trees[0].labels)).toEqual(expected.map(({ labels }) => labels));
  const differing = found.flatMap(({ tags = [] }) =>
    Array.from(tags[0], (_, at) => tags.map((c) => c[at]).join()),
  );
  expect(new Set(differing).size).toBeGreaterThan(2);
});

it('gives no tags to sentences that have some', () => {
  const annotator = new Annotator(partsOf([tinyJoint()]));
  const tagged = sentences.map(({ forms }, s) => {
    const tags = { upos: forms.map(() => 'X'), xpos: forms.map(() => 'Y') };
    return s % 2 === 0 ? { forms, tags } : { forms };
  });
  const [some, all] = [tagged, sentences].map((list) => annotator.annotate({ sentences: list, options: {} }));
  expect(some.map(({ trees }) => trees)).toEqual(all.map(({ trees }) => trees));
  expect(some.map(({ tags }) => tags)).toEqual(all.map(({ tags }, s) => (s % 2 === 0 ? undefined : tags)));
});

it.each([
  { system: 'arc-eager', training: 'crf', shortcut: 'greedily' },
  { system: 'edge-factored', training: 'crf', shortcut: 'in pieces' },
] as const)('tags sentences that it parses $shortcut', ({ shortcut, ...settings }) => {
  const joint = tinyJoint(settings);
  const annotator = new Annotator(partsOf([joint]));
  const long = { forms: sentences.flatMap(({ forms }) => forms).slice(0, 40) };
  const tagsOf = (forms: readonly string[]) => annotator.annotate({ sentences: [{ forms }] })[0].tags;
  const [found] = annotator.annotate({ sentences: [long], options: { maxLength: 20 } });
  expect(found.shortcut).toBe(shortcut);
  if (shortcut === 'greedily') expect(found.tags).toEqual(tagsOf(long.forms));
  else {
    const halves = [tagsOf(long.forms.slice(0, 20)), tagsOf(long.forms.slice(20))];
    expect(found.tags?.map((column) => [...column])).toEqual(
      halves[0]?.map((column, c) => [...column, ...(halves[1]?.[c].subarray(1) ?? [])]),
    );
  }
});

it('has tags for a sentence without words', () => {
  const [found] = new Annotator(partsOf([tinyJoint()])).annotate({ sentences: [{ forms: [] }], options: {} });
  expect(found.tags?.map((column) => [...column])).toEqual([[-1], [-1], [-1], [-1]]);
});

it('tags emoji by rule', () => {
  const joint = tinyJoint();
  const annotator = new Annotator(partsOf([joint]));
  const emoji = [{ forms: ['worda', '😀'] }];
  const [[parsed], [tagged]] = [
    annotator.annotate({ sentences: emoji, options: {} }),
    annotator.annotate({ sentences: emoji }),
  ];
  expect(parsed.tags).toEqual(tagged.tags);
  expect(joint.vocabulary.outputs.upos[parsed.tags?.[0][2] ?? -1]).toBe('SYM');
});

it('tags first where another parser reads tags', () => {
  const engine = createEngine();
  const joint = tinyJoint({}, engine);
  const other = randomParser({ tags: 'upos' }, jointTreebank, { engine });
  const encode = encodings(joint);
  const annotator = new Annotator(partsOf([joint, other]));
  const found = annotator.annotate({ sentences, options: {} });
  expect(encode).toHaveBeenCalledTimes(2);
  expect(found.map(({ tags }) => tags)).toEqual(annotator.annotate({ sentences }).map(({ tags }) => tags));
});
