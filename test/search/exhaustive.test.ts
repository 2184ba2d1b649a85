// Matching against the definition: every assignment of different words to the nodes is tried, and each clause is
// evaluated by itself, without an order of search, an index or candidates.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newSentence, newWord, type Sentence, type Word } from '../../src/conllu/sentence.js';
import { Pattern } from '../../src/search/pattern.js';
import { TreebankIndex } from '../../src/search/treebankIndex.js';

const tags = ['N', 'V', 'D'];
const labels = ['a', 'b', 'b:x'];
const nodeNames = ['P', 'Q', 'R'];

/** Words 1…n in a tree: word i+1 of a random order hangs on an earlier one of that order, or on ROOT. */
const sentences: fc.Arbitrary<Sentence> = fc.integer({ min: 1, max: 6 }).chain((n) =>
  fc
    .record({
      order: fc.shuffledSubarray(
        Array.from({ length: n }, (_, at) => at + 1),
        { minLength: n },
      ),
      picks: fc.array(fc.nat(99), { minLength: n, maxLength: n }),
      tags: fc.array(fc.constantFrom(...tags), { minLength: n, maxLength: n }),
      labels: fc.array(fc.constantFrom(...labels), { minLength: n, maxLength: n }),
      lemmas: fc.array(fc.constantFrom('u', 'w'), { minLength: n, maxLength: n }),
      feats: fc.array(fc.constantFrom('_', 'F=1', 'F=2|G=1'), { minLength: n, maxLength: n }),
    })
    .map(({ order, picks, ...columns }) => {
      const words = order.map((_, at): Word => {
        const [upos, deprel] = [columns.tags[at], columns.labels[at]];
        return {
          ...newWord(at + 1, `w${at}`),
          upos,
          deprel,
          lemma: columns.lemmas[at],
          feats: columns.feats[at],
        };
      });
      for (const [place, id] of order.entries()) {
        words[id - 1].head = place === 0 ? 0 : order[picks[place] % place];
      }
      return newSentence(words);
    }),
);

/** A clause as it is written, and what it says of the words of the nodes. */
interface Written {
  readonly text: string;
  readonly nodes: readonly string[];
  readonly holds: (word: (node: string) => Word, sentence: Sentence) => boolean;
}

const node = fc.constantFrom(...nodeNames);

/** The labels that tests of their parts, or expressions, allow. */
const partLabels: Record<string, string[]> = {
  '1=b, 2=x': ['b:x'],
  '1=b, !2': ['b'],
  '2': ['b:x'],
  '1<>a': ['b', 'b:x'],
  '/:/': ['b:x'],
  're"b.*"': ['b', 'b:x'],
};

const clauses: fc.Arbitrary<Written> = fc.oneof(
  fc.tuple(node, fc.subarray(tags, { minLength: 1 })).map(
    ([a, some]): Written => ({
      text: `${a} [upos=${some.join('|')}]`,
      nodes: [a],
      holds: (word) => some.includes(word(a).upos),
    }),
  ),
  fc.tuple(node, fc.constantFrom(...tags)).map(
    ([a, tag]): Written => ({
      text: `${a} [upos<>${tag}, F]|[!F]`,
      nodes: [a],
      holds: (word) => word(a).feats === '_' || word(a).upos !== tag,
    }),
  ),
  fc.tuple(node, node, fc.subarray(labels, { minLength: 1 }), fc.boolean()).map(
    ([a, b, some, is]): Written => ({
      text: `${a} -[${is ? '' : '^'}${some.join('|')}]-> ${b}`,
      nodes: [a, b],
      holds: (word) => word(b).head === word(a).id && some.includes(word(b).deprel) === is,
    }),
  ),
  fc.tuple(node, fc.constantFrom(...labels)).map(
    ([a, label]): Written => ({
      text: `${a} -[1=${label.split(':')[0]}]-> *`,
      nodes: [a],
      holds: (word, { words }) =>
        words.some(({ head, deprel }) => head === word(a).id && deprel.split(':')[0] === label.split(':')[0]),
    }),
  ),
  fc.tuple(node, fc.constantFrom(...labels)).map(
    ([a, label]): Written => ({
      text: `* -[${label}]-> ${a}`,
      nodes: [a],
      holds: (word) => word(a).deprel === label,
    }),
  ),
  fc.tuple(node, node).map(
    ([a, b]): Written => ({
      text: `${a} ->> ${b}`,
      nodes: [a, b],
      holds: (word, { words }) => {
        for (let at = word(b); at.head > 0; at = words[at.head - 1]) if (at.head === word(a).id) return true;
        return false;
      },
    }),
  ),
  fc.tuple(node, node, fc.boolean()).map(
    ([a, b, direct]): Written => ({
      text: `${a} ${direct ? '<' : '<<'} ${b}`,
      nodes: [a, b],
      holds: (word) => (direct ? word(a).id + 1 === word(b).id : word(a).id < word(b).id),
    }),
  ),
  fc.tuple(node, fc.constantFrom('N|V', '[^N]', 'X'), fc.boolean()).map(
    ([a, source, whole]): Written => ({
      text: `${a} [upos=${whole ? `re"${source}"` : `/${source}/i`}]`,
      nodes: [a],
      holds: (word) => new RegExp(whole ? `^(${source})$` : source, whole ? 'u' : 'ui').test(word(a).upos),
    }),
  ),
  fc.tuple(node, fc.constantFrom('F', 'G'), fc.constantFrom('1', '2')).map(
    ([a, feature, value]): Written => ({
      text: `${a} [${feature}<>"${value}"]`,
      nodes: [a],
      holds: (word) => {
        const found = word(a)
          .feats.split('|')
          .find((item) => item.startsWith(feature));
        return found !== undefined && found !== `${feature}=${value}`;
      },
    }),
  ),
  fc.tuple(node, node, fc.constantFrom('1=b, 2=x', '1=b, !2', '2', '1<>a', '/:/', 're"b.*"')).map(
    ([a, b, label]): Written => ({
      text: `${a} -[${label}]-> ${b}`,
      nodes: [a, b],
      holds: (word) => word(b).head === word(a).id && partLabels[label].includes(word(b).deprel),
    }),
  ),
  fc.tuple(node, node).map(
    ([a, b]): Written => ({
      text: `${a} -> ${b}`,
      nodes: [a, b],
      holds: (word) => word(b).head === word(a).id,
    }),
  ),
  fc.tuple(node, node, fc.boolean()).map(
    ([a, b, equal]): Written => ({
      text: `${a}.lemma ${equal ? '=' : '<>'} ${b}.lemma; ${a} []; ${b} []`,
      nodes: [a, b],
      holds: (word) => (word(a).lemma === word(b).lemma) === equal,
    }),
  ),
);

const blocks = fc.array(clauses, { minLength: 1, maxLength: 4 });

/** All injective extensions of an assignment to further nodes. */
function* extensions(
  nodes: readonly string[],
  words: ReadonlyMap<string, Word>,
  all: readonly Word[],
): Generator<Map<string, Word>> {
  const [next, ...rest] = nodes;
  if (next === undefined) {
    yield new Map(words);
    return;
  }
  const taken = [...words.values()];
  for (const word of all)
    if (!taken.includes(word)) yield* extensions(rest, new Map([...words, [next, word]]), all);
}

function nodesOf(block: readonly Written[]): string[] {
  return [...new Set(block.flatMap(({ nodes }) => nodes))];
}

function holdsAll(block: readonly Written[], words: ReadonlyMap<string, Word>, sentence: Sentence): boolean {
  return block.every(({ holds }) => holds((name) => words.get(name) as Word, sentence));
}

/** A block after the main one. */
interface Other {
  readonly isWanted: boolean;
  readonly block: readonly Written[];
}

const others = fc.array(fc.record({ isWanted: fc.boolean(), block: blocks }), { maxLength: 2 });

/** A condition on the sentence, and whether it holds. */
interface Global {
  readonly text: string;
  readonly holds: (sentence: Sentence) => boolean;
}

/** By the definition: no two arcs cross, including those from ROOT. */
function crosses({ words }: Sentence): boolean {
  const arcs = words.map(({ id, head }) => [Math.min(id, head), Math.max(id, head)]);
  return arcs.some(([a, b]) => arcs.some(([c, d]) => a < c && c < b && b < d));
}

const globals: fc.Arbitrary<Global> = fc.constantFrom<Global>(
  { text: 'is_projective', holds: (sentence) => !crosses(sentence) },
  { text: 'is_not_projective', holds: crosses },
  { text: 'length > 3', holds: ({ words }) => words.length > 3 },
  {
    text: 'length <= 5; is_projective',
    holds: (sentence) => sentence.words.length <= 5 && !crosses(sentence),
  },
);

function expectedMatches(
  main: readonly Written[],
  further: readonly Other[],
  global: Global | null,
  sentence: Sentence,
): string[] {
  const found: string[] = [];
  const nodes = nodesOf(main);
  if (global && !global.holds(sentence)) return found;
  for (const words of extensions(nodes, new Map(), sentence.words)) {
    if (!holdsAll(main, words, sentence)) continue;
    const fits = further.every(({ isWanted, block }) => {
      const more = nodesOf(block).filter((name) => !nodes.includes(name));
      const exists = [...extensions(more, words, sentence.words)].some((all) =>
        holdsAll(block, all, sentence),
      );
      return exists === isWanted;
    });
    if (fits) found.push(nodeNames.map((name) => words.get(name)?.id ?? '').join(' '));
  }
  return found.sort();
}

const textOf = (main: readonly Written[], further: readonly Other[], global: Global | null) => {
  const block = (written: readonly Written[]) => `{ ${written.map(({ text }) => text).join('; ')} }`;
  const more = further.map(({ isWanted, block: own }) => `${isWanted ? 'with' : 'without'} ${block(own)}`);
  return [`pattern ${block(main)}`, ...more, ...(global ? [`global { ${global.text} }`] : [])].join(' ');
};

describe('matching', () => {
  it('finds what trying all words finds, with and without an index', () => {
    let matches = 0;
    const property = fc.property(
      fc.array(sentences, { minLength: 1, maxLength: 3 }),
      blocks,
      others,
      fc.option(globals),
      (treebank, main, further, global) => {
        const pattern = new Pattern(textOf(main, further, global));
        const expected = treebank.map((sentence) => expectedMatches(main, further, global, sentence));
        const name = (ids: Readonly<Record<string, Word>>) =>
          nodeNames.map((node) => ids[node]?.id ?? '').join(' ');
        const direct = treebank.map((sentence) =>
          pattern
            .matches(sentence)
            .map(({ nodes }) => name(nodes))
            .sort(),
        );
        expect(direct).toEqual(expected);
        const indexed = treebank.map((): string[] => []);
        for (const { at, nodes } of new TreebankIndex(treebank).search(pattern))
          indexed[at].push(name(nodes));
        expect(indexed.map((names) => names.sort())).toEqual(expected);
        expect(treebank.map((sentence) => pattern.fits(sentence))).toEqual(
          expected.map(({ length }) => length > 0),
        );
        matches += expected.flat().length;
      },
    );
    fc.assert(property, { numRuns: 1000, seed: 17 });
    // A generator whose patterns never match would prove nothing.
    expect(matches).toBeGreaterThan(400);
  });
});
