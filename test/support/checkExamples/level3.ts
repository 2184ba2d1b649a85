// Examples for the rules of level 3.
import { type Examples, one, related } from './example.js';

/** A relation that goes to the left, and to the right. */
const turned = (relation: string, tag = 'NOUN', lemma = 'x') => ({
  bad: one(`>1 a ${lemma} ${tag} _ _ 2 ${relation} _ _`, '2 b b NOUN _ _ 0 root _ _'),
  good: one('1 a a NOUN _ _ 0 root _ _', `2 b ${lemma} ${tag} _ _ 1 ${relation} _ _`),
});

/** A function word that has a child with one relation, and with another. */
const leaf = (relation: string, tag: string, bad: string, good: string) => {
  const text = (child: string, mark: string) => {
    const [childRelation, childTag] = child.split('/');
    return one(
      '1 go go VERB _ _ 0 root _ _',
      `2 x x ${tag} _ _ 1 ${relation} _ _`,
      `${mark}3 y y ${childTag} _ _ 2 ${childRelation} _ _`,
    );
  };
  return { bad: text(bad, '>'), good: text(good, '') };
};

export const level3: Examples = {
  // Tags
  'rel-upos-det': { bad: related('det', 'NUM', '>'), good: related('det', 'PRON') },
  'rel-upos-nummod': { bad: related('nummod', 'PROPN', '>'), good: related('nummod:gov', 'NUM') },
  'rel-upos-advmod': { bad: related('advmod', 'ADP', '>'), good: related('advmod', 'PART') },
  'rel-upos-expl': { bad: related('expl', 'ADV', '>'), good: related('expl:pv', 'PRON') },
  'rel-upos-aux': { bad: related('aux', 'VERB', '>'), good: related('aux:pass', 'AUX') },
  'rel-upos-cop': { bad: related('cop', 'VERB', '>'), good: related('cop', 'PRON') },
  'rel-upos-punct': { bad: related('punct', 'SYM', '>'), good: related('punct', 'PUNCT') },
  'rel-upos-case': {
    bad: related('case', 'ADJ', '>'),
    good: one('1 go go VERB _ _ 0 root _ _', '2 due due ADJ _ ExtPos=ADP 1 case _ _'),
  },
  'rel-upos-mark': { bad: related('mark', 'PRON', '>'), good: related('mark', 'SCONJ') },
  'rel-upos-cc': { bad: related('cc', 'NOUN', '>'), good: related('cc', 'ADV') },
  'upos-rel-punct': { bad: related('obj', 'PUNCT', '>'), good: one('1 ? ? PUNCT _ _ 0 root _ _') },
  'rel-upos-fixed': {
    bad: one('1 x x ADP _ ExtPos=ADP 0 root _ _', '>2 y y PROPN _ _ 1 fixed _ _'),
    good: one('1 x x ADP _ ExtPos=ADP 0 root _ _', '2 y y NOUN _ _ 1 fixed _ _'),
  },
  'fixed-without-extpos': {
    bad: one('>1 x x ADP _ _ 0 root _ _', '2 y y NOUN _ _ 1 fixed _ _'),
    good: one('1 x x ADP _ ExtPos=ADP 0 root _ _', '2 y y NOUN _ _ 1 fixed _ _'),
  },
  'flat-foreign-upos-feats': {
    bad: one('>1 x x NOUN _ Foreign=Yes 0 root _ _', '2 y y X _ Foreign=Yes 1 flat:foreign _ _'),
    good: one('1 x x X _ Foreign=Yes 0 root _ _', '2 y y X _ Foreign=Yes 1 flat:foreign _ _'),
  },
  'pron-det-without-prontype': {
    bad: one('1 x x NOUN _ Case=Nom 0 root _ _', '>2 y y DET _ _ 1 det _ _'),
    good: one('1 x x NOUN _ Case=Nom 0 root _ _', '2 y y DET _ PronType=Dem 1 det _ _'),
  },
  'verbform-fin-without-mood': {
    bad: one('>1 x x VERB _ VerbForm=Fin 0 root _ _'),
    good: one('1 x x VERB _ Mood=Ind|VerbForm=Fin 0 root _ _'),
  },
  'goeswith-missing-typo': {
    bad: one('>1 be be VERB _ Mood=Imp 0 root _ _', '2 come _ X _ _ 1 goeswith _ _'),
    good: one('1 be be VERB _ Typo=Yes 0 root _ _', '2 come _ X _ _ 1 goeswith _ _'),
  },

  // Leaves
  'leaf-mark-case': leaf('case', 'ADP', 'nmod/NOUN', 'advmod/ADV'),
  'leaf-aux-cop': leaf('aux', 'AUX', 'obj/NOUN', 'conj/AUX'),
  'leaf-det': leaf('det', 'DET', 'acl/VERB', 'advmod/ADV'),
  'leaf-clf': leaf('clf', 'NOUN', 'amod/ADJ', 'advmod/ADV'),
  'leaf-cc': leaf('cc', 'CCONJ', 'cc/CCONJ', 'conj/CCONJ'),
  'leaf-fixed': {
    bad: one('1 x x ADP _ ExtPos=ADP 0 root _ _', '2 y y ADP _ _ 1 fixed _ _', '>3 z z ADV _ _ 2 advmod _ _'),
    good: one(
      '1 x x ADP _ ExtPos=ADP 0 root _ _',
      '2 y y ADP _ _ 1 fixed _ _',
      '3 - - PUNCT _ _ 2 punct _ _',
    ),
  },
  'leaf-goeswith': {
    bad: one(
      '1 be be VERB _ _ 0 root _ _',
      '2 come _ X _ _ 1 goeswith _ _',
      '>3 now now ADV _ _ 2 advmod _ _',
    ),
    good: one(
      '1 be be VERB _ _ 0 root _ _',
      '2 come _ X _ _ 1 goeswith _ _',
      '3 now now ADV _ _ 1 advmod _ _',
    ),
  },
  'leaf-punct': leaf('punct', 'PUNCT', 'obj/NOUN', 'punct/PUNCT'),

  // The shape of trees
  'right-to-left-conj': turned('conj'),
  'right-to-left-fixed': {
    ...turned('fixed'),
    good: one('1 a a NOUN _ ExtPos=ADP 0 root _ _', '2 b b NOUN _ _ 1 fixed _ _'),
    also: ['fixed-without-extpos'],
  },
  'right-to-left-flat': turned('flat'),
  'right-to-left-goeswith': turned('goeswith', 'X', '_'),
  'right-to-left-appos': turned('appos'),
  'too-many-subjects': {
    bad: one('1 a a NOUN _ _ 3 nsubj _ _', '2 b b NOUN _ _ 3 nsubj:pass _ _', '>3 c c VERB _ _ 0 root _ _'),
    good: one('1 a a NOUN _ _ 3 nsubj:outer _ _', '2 b b NOUN _ _ 3 nsubj _ _', '3 c c VERB _ _ 0 root _ _'),
  },
  'too-many-objects': {
    bad: one('>1 a a VERB _ _ 0 root _ _', '2 b b NOUN _ _ 1 obj _ _', '3 c c NOUN _ _ 1 obj _ _'),
    good: one('1 a a VERB _ _ 0 root _ _', '2 b b NOUN _ _ 1 iobj _ _', '3 c c NOUN _ _ 1 obj _ _'),
  },
  'obl-should-be-nmod': {
    bad: one('1 a a VERB _ _ 0 root _ _', '2 b b NOUN _ _ 1 obj _ _', '>3 c c NOUN _ _ 2 obl _ _'),
    good: one('1 a a NOUN _ _ 0 root _ _', '2 b b NOUN _ _ 1 obl _ _', '3 c c NOUN _ _ 2 nmod _ _'),
  },
  'orphan-parent': {
    bad: one('1 a a VERB _ _ 0 root _ _', '2 b b NOUN _ _ 1 obj _ _', '>3 c c NOUN _ _ 2 orphan _ _'),
    good: one('1 a a VERB _ _ 0 root _ _', '2 b b NOUN _ _ 1 conj _ _', '3 c c NOUN _ _ 2 orphan _ _'),
  },
  'fixed-gap': {
    bad: one('>1 a a ADP _ ExtPos=ADP 0 root _ _', '2 b b ADV _ _ 1 advmod _ _', '3 c c ADP _ _ 1 fixed _ _'),
    good: one(
      '1 a a ADP _ ExtPos=ADP 0 root _ _',
      '2 - - PUNCT _ _ 1 punct _ _',
      '3 c c ADP _ _ 1 fixed _ _',
    ),
  },
  'goeswith-gap': {
    bad: one('>1 a a NOUN _ _ 0 root _ _', '2 b b ADV _ _ 1 advmod _ _', '3 c _ X _ _ 1 goeswith _ _'),
    good: one('1 a a NOUN _ _ 0 root _ _', '2 b _ X _ _ 1 goeswith _ _', '3 c _ X _ _ 1 goeswith _ _'),
  },
  'goeswith-nospace': {
    bad: one('>1 a a NOUN _ _ 0 root _ SpaceAfter=No', '2 b _ X _ _ 1 goeswith _ _'),
    good: one('1 a a NOUN _ _ 0 root _ _', '2 b _ X _ _ 1 goeswith _ SpaceAfter=No'),
  },
  'goeswith-lemma': {
    bad: one('1 a a NOUN _ _ 0 root _ _', '>2 b b X _ _ 1 goeswith _ _'),
    good: one('1 a a NOUN _ _ 0 root _ _', '2 b _ X _ _ 1 goeswith _ _'),
  },
  'goeswith-upos': {
    bad: one('1 a a NOUN _ _ 0 root _ _', '>2 b _ NOUN _ _ 1 goeswith _ _'),
    good: one('1 a a NOUN _ _ 0 root _ _', '2 b _ X _ _ 1 goeswith _ _'),
  },
  'goeswith-feats': {
    bad: one('1 a a NOUN _ Typo=Yes 0 root _ _', '>2 b _ X _ Case=Nom 1 goeswith _ _'),
    good: one('1 a a NOUN _ Typo=Yes 0 root _ _', '2 b _ X _ _ 1 goeswith _ _'),
  },
  'goeswith-edeps': {
    bad: one('1 a a NOUN _ _ 0 root 0:root _', '>2 b _ X _ _ 1 goeswith 0:root|1:goeswith _'),
    good: one('1 a a NOUN _ _ 0 root 0:root _', '2 b _ X _ _ 1 goeswith 1:goeswith _'),
  },
  'punct-is-nonproj': {
    bad: one('1 a a NOUN _ _ 2 nsubj _ _', '2 b b VERB _ _ 0 root _ _', '>3 , , PUNCT _ _ 1 punct _ _'),
    good: one('1 a a NOUN _ _ 2 nsubj _ _', '2 b b VERB _ _ 0 root _ _', '3 , , PUNCT _ _ 2 punct _ _'),
  },
  'punct-causes-nonproj': {
    bad: one(
      '1 a a NOUN _ _ 4 nsubj _ _',
      '>2 , , PUNCT _ _ 4 punct _ _',
      '3 c c NOUN _ _ 1 nmod _ _',
      '4 d d VERB _ _ 0 root _ _',
    ),
    good: one(
      '1 a a NOUN _ _ 4 nsubj _ _',
      '2 , , PUNCT _ _ 3 punct _ _',
      '3 c c NOUN _ _ 1 nmod _ _',
      '4 d d VERB _ _ 0 root _ _',
    ),
  },
  'empty-node-after-eorphan': {
    bad: one(
      '1 a a VERB _ _ 0 root 0:root _',
      '2 b b NOUN _ _ 1 conj 1:orphan _',
      '>2.1 _ _ _ _ _ _ _ 1:conj _',
    ),
    good: one(
      '1 a a VERB _ _ 0 root 0:root _',
      '2 b b NOUN _ _ 1 conj 2.1:nsubj _',
      '2.1 _ _ _ _ _ _ _ 1:conj _',
    ),
  },
  'eorphan-after-empty-node': {
    bad: one(
      '1 a a VERB _ _ 0 root 0:root _',
      '1.1 _ _ _ _ _ _ _ 1:conj _',
      '>2 b b NOUN _ _ 1 conj 1:orphan _',
    ),
    good: one('1 a a VERB _ _ 0 root 0:root _', '2 b b NOUN _ _ 1 conj 1:orphan _'),
  },
};
