// Walking trees: relatives, spans, chunks, triples, patterns, and trees that come back from JSON.
import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { newSentence, newWord } from '../../src/conllu/sentence.js';
import { SentenceTree, sentenceTree, type SentenceTree as Tree } from '../../src/library/sentenceTree.js';
import type { TreeWord } from '../../src/library/treeWord.js';
import { allTrees } from '../support/trees.js';

/** A tree from lines of form, lemma, tag, features, head and label; `+` before a form joins it to the one before. */
function treeOf(lines: string, ranges: Record<string, string> = {}, given?: string): Tree {
  const rows = lines
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/u));
  let text = '';
  const file = rows.map(([form, lemma, upos, feats, head, deprel], at) => {
    const isJoined = rows[at + 1]?.[0].startsWith('+') ?? false;
    const own = form.replace(/^\+/u, '');
    text += own + (isJoined ? '' : ' ');
    const line = [at + 1, own, lemma, upos, '_', feats, head, deprel, '_', isJoined ? 'SpaceAfter=No' : '_'];
    const range = ranges[at + 1] === undefined ? '' : `${ranges[at + 1]}\n`;
    return `${range}${line.join('\t')}`;
  });
  const [sentence] = readSentences(
    `# sent_id = s1\n# text = ${given ?? text.trim()}\n${file.join('\n')}\n\n`,
  );
  return sentenceTree({ trees: [{ sentence }] });
}

const forms = (words: readonly TreeWord[]) => words.map(({ form }) => form).join(' ');

const dogs = treeOf(`
  The      the   DET   Definite=Def              4  det
  very     very  ADV   _                         3  advmod
  old      old   ADJ   Degree=Pos                4  amod
  dogs     dog   NOUN  Number=Plur               7  nsubj:pass
  were     be    AUX   Tense=Past                7  aux:pass
  not      not   PART  Polarity=Neg              7  advmod
  bitten   bite  VERB  VerbForm=Part|Voice=Pass  0  root
  by       by    ADP   _                         9  case
  cats     cat   NOUN  Number=Plur               7  obl:agent
  +.       .     PUNCT _                         7  punct`);

describe('a word', () => {
  const [the, , old, four, , , bitten, by] = dogs.words;

  it('has relatives', () => {
    expect(four.parent).toBe(bitten);
    expect(bitten.parent).toBeUndefined();
    expect(forms(bitten.children)).toBe('dogs were not cats .');
    expect(forms(bitten.leftChildren)).toBe('dogs were not');
    expect(forms(bitten.rightChildren)).toBe('cats .');
    expect(forms(old.ancestors)).toBe('dogs bitten');
    expect([bitten.depth, four.depth, old.depth]).toEqual([0, 1, 2]);
    expect(forms(four.subtree)).toBe('The very old dogs');
    expect(forms(old.pathTo(by))).toBe('old dogs bitten cats by');
    expect(forms(the.pathTo(the))).toBe('The');
    expect(four.dominates(old)).toBe(true);
    expect(old.dominates(four)).toBe(false);
    expect(old.dominates(old)).toBe(false);
  });

  it('has features and a relation', () => {
    expect(bitten.features).toEqual({ VerbForm: 'Part', Voice: 'Pass' });
    expect(by.features).toEqual({});
    expect(four.relation).toBe('nsubj');
  });

  it('spans its subtree', () => {
    const { text, start, end, words } = four.span;
    expect({ text, start, end, words: words.length }).toEqual({
      text: 'The very old dogs',
      start: 0,
      end: 17,
      words: 4,
    });
    expect(bitten.span.text).toBe(dogs.text);
  });

  it.each([1, 2, 3, 4])('of any tree of %d words has the relatives that its heads say', (n) => {
    for (const heads of allTrees(n)) {
      const words = Array.from(heads.subarray(1), (head, at) => ({ ...newWord(at + 1, `w${at}`), head }));
      const tree = sentenceTree({ trees: [{ sentence: newSentence(words) }] });
      for (const word of tree.words) {
        const below = tree.words.filter((other) => {
          for (let at = other.id; at > 0; at = heads[at]) if (at === word.id) return true;
          return false;
        });
        expect(word.subtree).toEqual(below);
        for (const other of tree.words) {
          const path = word.pathTo(other);
          if ([...heads.subarray(1)].filter((head) => head === 0).length > 1 && path.length === 0) continue;
          expect([path[0], path[path.length - 1]]).toEqual([word, other]);
          for (const [at, step] of path.slice(1).entries()) {
            expect(step.head === path[at].id || path[at].head === step.id).toBe(true);
          }
          expect(new Set(path).size).toBe(path.length);
        }
      }
    }
  });
});

const chunks = (tree: Tree) => tree.nounChunks().map(({ text }) => text);

describe('noun chunks', () => {
  it('are nouns with what belongs to their names', () => {
    expect(chunks(dogs)).toEqual(['The very old dogs', 'cats']);
    const tree = treeOf(`
      My      my     PRON  Poss=Yes 2  nmod:poss
      aunt    aunt   NOUN  _        5  nmod:poss
      +'s     's     PART  _        2  case
      garden  garden NOUN  _        5  compound
      gnome   gnome  NOUN  _        10 nsubj
      from    from   ADP   _        8  case
      old     old    ADJ   _        8  amod
      Berlin  Berlin PROPN _        5  nmod
      she     she    PRON  _        10 obj
      likes   like   VERB  _        0  root`);
    expect(chunks(tree)).toEqual(["My aunt's garden gnome", 'old Berlin', 'she']);
    expect(tree.nounChunks().map(({ root }) => root.form)).toEqual(['gnome', 'Berlin', 'she']);
  });

  it('are separate where they are coordinated', () => {
    const tree = treeOf(`
      Black  black ADJ   _ 2 amod
      cats   cat   NOUN  _ 6 nsubj
      and    and   CCONJ _ 5 cc
      white  white ADJ   _ 5 amod
      dogs   dog   NOUN  _ 2 conj
      sleep  sleep VERB  _ 0 root`);
    expect(chunks(tree)).toEqual(['Black cats', 'white dogs']);
  });

  it('may have no noun, and are no parts of fixed expressions', () => {
    const tree = treeOf(`
      In     in    ADP   _ 4 case
      spite  spite NOUN  _ 1 fixed
      of     of    ADP   _ 1 fixed
      rain   rain  NOUN  _ 5 obl
      came   come  VERB  _ 0 root
      all    all   DET   _ 5 nsubj
      at     at    ADP   _ 8 case
      least  least ADJ   _ 5 obl
      for    for   ADP   _ 11 case
      the    the   DET   _ 11 det
      other  other ADJ   _ 5 obj
      it     it    PRON  _ 5 expl`);
    expect(chunks(tree)).toEqual(['rain', 'all', 'the other']);
  });
});

/** subject verb object, with ! for not and ~ for passive. */
const triples = (tree: Tree) =>
  tree.triples().map(({ subject, verb, object, isPassive, isNegated }) => {
    return `${subject?.form ?? '-'} ${isNegated ? '!' : ''}${isPassive ? '~' : ''}${verb.form} ${object?.form ?? '-'}`;
  });

describe('triples', () => {
  it('turn the passive around, and know negation', () => {
    expect(triples(dogs)).toEqual(['cats !~bitten dogs']);
  });

  it('have each conjunct', () => {
    const tree = treeOf(`
      Ann    Ann   PROPN _ 4 nsubj
      and    and   CCONJ _ 3 cc
      Bob    Bob   PROPN _ 1 conj
      buy    buy   VERB  _ 0 root
      and    and   CCONJ _ 6 cc
      sell   sell  VERB  _ 4 conj
      books  book  NOUN  _ 4 obj
      and    and   CCONJ _ 9 cc
      pens   pen   NOUN  _ 7 conj`);
    const pairs = ['Ann', 'Bob'].flatMap((who) => ['books', 'pens'].map((what) => [who, what]));
    expect(triples(tree)).toEqual(
      ['buy', 'sell'].flatMap((verb) => pairs.map(([who, what]) => `${who} ${verb} ${what}`)),
    );
  });

  it('do not share an object that stands before the second verb', () => {
    const tree = treeOf(`
      She   she  PRON  _ 2 nsubj
      ate   eat  VERB  _ 0 root
      fish  fish NOUN  _ 2 obj
      and   and  CCONJ _ 5 cc
      slept sleep VERB _ 2 conj`);
    expect(triples(tree)).toEqual(['She ate fish', 'She slept -']);
  });

  it('follow the voice of each verb', () => {
    const tree = treeOf(`
      She   she  PRON  _             2 nsubj
      came  come VERB  VerbForm=Fin  0 root
      and   and  CCONJ _             5 cc
      was   be   AUX   _             5 aux:pass
      seen  see  VERB  VerbForm=Part 2 conj
      and   and  CCONJ _             7 cc
      heard hear VERB  VerbForm=Part 5 conj`);
    expect(triples(tree)).toEqual(['She came -', '- ~seen She', '- ~heard She']);
  });

  it('know who does what a verb makes, lets or wants be done', () => {
    const tree = treeOf(`
      She  she  PRON _ 2 nsubj
      let  let  VERB _ 0 root
      him  he   PRON _ 2 obj
      try  try  VERB _ 2 xcomp
      to   to   PART _ 6 mark
      sing sing VERB _ 4 xcomp`);
    expect(triples(tree)).toEqual(['She let him', 'him try -', 'him sing -']);
  });

  it('know the nouns that participles modify', () => {
    const tree = treeOf(`
      Letters letter NOUN  _                         10 nsubj:pass
      written write  VERB  Tense=Past|VerbForm=Part  1 acl
      by      by     ADP   _                         4 case
      hand    hand   NOUN  _                         2 obl:agent
      to      to     ADP   _                         6 case
      men     man    NOUN  _                         2 obl
      reading read   VERB  VerbForm=Ger              6 acl
      books   book   NOUN  _                         7 obj
      were    be     AUX   _                         10 aux:pass
      kept    keep   VERB  Tense=Past|VerbForm=Part  0 root
      hidden  hide   VERB  VerbForm=Part|Voice=Pass  10 xcomp
      +,      ,      PUNCT _                         13 punct
      to      to     PART  _                         14 mark
      wait    wait   VERB  VerbForm=Inf              6 acl`);
    expect(triples(tree)).toEqual([
      'hand ~written Letters',
      'men reading books',
      '- ~kept Letters',
      '- ~hidden Letters',
    ]);
  });

  it('tell the subject of a copula from that of the clause that is its predicate', () => {
    const clause = treeOf(`
      The     the     DET  _ 2 det
      problem problem NOUN _ 6 nsubj:outer
      is      be      AUX  _ 6 cop
      that    that    SCONJ _ 6 mark
      he      he      PRON _ 6 nsubj
      eats    eat     VERB _ 0 root
      cake    cake    NOUN _ 6 obj`);
    expect(triples(clause)).toEqual(['problem is eats', 'he eats cake']);
    const twice = treeOf(`
      Trouble trouble NOUN  _ 6 nsubj:outer
      is      be      AUX   _ 6 cop
      this    this    PRON  _ 6 nsubj
      was     be      AUX   _ 6 cop
      a       a       DET   _ 6 det
      mess    mess    NOUN  _ 0 root`);
    expect(triples(twice)).toEqual(['Trouble is mess', 'this was mess']);
    const infinitive = treeOf(`
      My   my   PRON _ 2 nmod:poss
      plan plan NOUN _ 5 nsubj
      is   be   AUX  _ 5 cop
      to   to   PART _ 5 mark
      eat  eat  VERB _ 0 root
      cake cake NOUN _ 5 obj`);
    expect(triples(infinitive)).toEqual(['plan is eat', '- eat cake']);
  });

  it('do not take a verb for a second predicate of the copula', () => {
    const tree = treeOf(`
      I    I    PRON  _ 3 nsubj
      am   be   AUX   _ 3 cop
      old  old  ADJ   _ 0 root
      and  and  CCONJ _ 6 cc
      often often ADV _ 6 advmod
      sing sing VERB  _ 3 conj`);
    expect(triples(tree)).toEqual(['I am old', 'I sing -']);
  });

  it.each([
    ['never never ADV PronType=Neg 3 advmod', 'She !saw money'],
    ['niet niet ADV _ 3 neg', 'She !saw money'],
    ['non non PART _ 3 advmod:neg', 'She !saw money'],
    ['nai nai AUX Polarity=Neg 3 aux', 'She !saw money'],
    ['no no DET PronType=Neg 4 det', 'She !saw money'],
    ['ever ever ADV _ 3 advmod', 'She saw money'],
    ['what what PRON PronType=Int 4 det', 'She saw money'],
  ])('know negation by %s', (line, expected) => {
    const tree = treeOf(`
      She   she   PRON _ 3 nsubj
      ${line}
      saw   see   VERB _ 0 root
      money money NOUN _ 3 obj`);
    expect(triples(tree)).toEqual([expected]);
  });

  it('keep coordinated clauses apart', () => {
    const tree = treeOf(`
      She     she     PRON  _ 3 nsubj
      is      be      AUX   _ 3 cop
      old     old     ADJ   _ 0 root
      but     but     CCONJ _ 7 cc
      he      he      PRON  _ 7 nsubj
      is      be      AUX   _ 7 cop
      young   young   ADJ   _ 3 conj`);
    expect(triples(tree)).toEqual(['She is old', 'he is young']);
  });

  it('have the copula as their verb', () => {
    const tree = treeOf(`
      She    she    PRON _            5 nsubj
      is     be     AUX  _            5 cop
      not    not    PART Polarity=Neg 5 advmod
      a      a      DET  _            5 det
      doctor doctor NOUN _            0 root`);
    expect(triples(tree)).toEqual(['She !is doctor']);
  });
});

describe('a sentence', () => {
  const au = treeOf(
    `
    Il   il  PRON Person=3 2 nsubj
    va   aller VERB _      0 root
    à    à   ADP  _        5 case
    le   le  DET  _        5 det
    lac  lac NOUN _        2 obl
    +.   .   PUNCT _       2 punct`,
    { 3: '3-4\tau\t_\t_\t_\t_\t_\t_\t_\t_' },
    'Il va au lac.',
  );

  it('has the tokens of its text', () => {
    expect(dogs.tokens.slice(-2)).toEqual([
      { form: 'cats', first: 9, last: 9, start: 37, end: 41, isJoined: true },
      { form: '.', first: 10, last: 10, start: 41, end: 42, isJoined: false },
    ]);
    expect(au.tokens[2]).toEqual({ form: 'au', first: 3, last: 4, start: 6, end: 8, isJoined: false });
  });

  it('returns the words that a pattern finds', () => {
    const found = dogs.match('pattern { V -[1=nsubj]-> S } without { V -[obj]-> O }');
    expect(found.map(({ V, S }) => `${V.form} ${S.form}`)).toEqual(['bitten dogs']);
    expect(found[0].V).toBe(dogs.words[6]);
  });

  it.each([
    ['JSON', (tree: Tree) => JSON.parse(JSON.stringify(tree))],
    ['structuredClone', (tree: Tree) => structuredClone(tree)],
  ])('comes back from %s', (_, copied) => {
    for (const tree of [dogs, au]) {
      const again = SentenceTree.from(copied(tree));
      expect(again).toEqual(tree);
      expect(again).toBeInstanceOf(SentenceTree);
      expect(again.toConllu()).toBe(tree.toConllu());
      expect(again.tokens).toEqual(tree.tokens);
      expect(forms(again.words[0].ancestors)).toBe(forms(tree.words[0].ancestors));
    }
  });

  it('comes back with probabilities, rivals and alternatives', () => {
    const sentence = dogs.toSentence();
    const n = sentence.words.length;
    const candidates = {
      rivals: 1,
      heads: Int32Array.from({ length: 2 * (n + 1) }, (_, at) => at % 2),
      probabilities: new Float32Array(2 * (n + 1)).fill(0.25),
    };
    const probabilities = new Float32Array(n + 1).fill(0.5);
    const best = { sentence, score: 2, probability: 0.5, probabilities, candidates };
    const tree = sentenceTree({ trees: [best, { ...best, score: 1 }], warning: 'Long.' });
    const again = SentenceTree.from(JSON.parse(JSON.stringify(tree)));
    expect(JSON.stringify(again)).toBe(JSON.stringify(tree));
    expect(again.words[3].rivals).toEqual([{ head: 0, probability: 0.25 }]);
    expect(again.alternatives?.[0]).toBeInstanceOf(SentenceTree);
    expect(again.toSvg()).toBe(tree.toSvg());
  });
});
