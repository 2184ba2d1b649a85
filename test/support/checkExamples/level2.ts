// Examples for the rules of level 2.
import { alone, type Examples, identified, one, plain, related } from './example.js';

const bark = '2 bark bark VERB _ _ 0 root _ _';

/** Two words that bark, of which the first has these features. */
const withFeatures = (features: string, mark = '') =>
  one(`${mark}1 Dogs dog NOUN _ ${features} 2 nsubj _ _`, bark);

/** The same, with this MISC. */
const withMisc = (misc: string, mark = '') => one(`${mark}1 Dogs dog NOUN _ _ 2 nsubj _ ${misc}`, bark);

/** The same, with these DEPS at the first word. */
const withDeps = (deps: string, mark = '') =>
  one(`${mark}1 Dogs dog NOUN _ _ 2 nsubj ${deps} _`, '2 bark bark VERB _ _ 0 root 0:root _');

/** What the sentence may have to say about itself. */
const withComments = (...comments: readonly string[]) => `${comments.join('\n')}\n${plain}`;

export const level2: Examples = {
  // Comments
  'missing-sent-id': { bad: `# text = Go\n>${plain}`, good: one(alone) },
  'multiple-sent-id': {
    bad: withComments('# sent_id = a', '># sent_id = b', '# text = Go'),
    good: one(alone),
  },
  'invalid-sent-id': { bad: withComments('># sent_id a', '# text = Go'), good: one(alone) },
  'non-unique-sent-id': {
    bad: `${one(alone)}${one(alone).replace('#', '>#')}`,
    good: `${one(alone)}${identified('b', alone)}`,
  },
  'slash-in-sent-id': { bad: withComments('># sent_id = a/1', '# text = Go'), good: one(alone) },
  'multiple-parallel-id': {
    bad: withComments('# sent_id = a', '# parallel_id = c/1', '># parallel_id = c/2', '# text = Go'),
    good: withComments('# sent_id = a', '# parallel_id = c/1', '# text = Go'),
  },
  'invalid-parallel-id': {
    bad: withComments('# sent_id = a', '># parallel_id = one', '# text = Go'),
    good: withComments('# sent_id = a', '# parallel_id = c/one-2/alt1', '# text = Go'),
  },
  'non-unique-parallel-id': {
    bad: `# parallel_id = c/1\n${one(alone)}># parallel_id = c/1\n${identified('b', alone)}`,
    good: `# parallel_id = c/1/alt1\n${one(alone)}# parallel_id = c/1/alt2\n${identified('b', alone)}`,
  },
  'parallel-id-alt': {
    bad: `># parallel_id = c/1/alt2\n${one(alone)}># parallel_id = c/1\n${identified('b', alone)}`,
    good: `# parallel_id = c/1/alt1\n${one(alone)}# parallel_id = c/1/alt2\n${identified('b', alone)}`,
  },
  'parallel-id-part': {
    bad: `# parallel_id = c/1/part1\n${one(alone)}># parallel_id = c/1/part3\n${identified('b', alone)}`,
    good: `# parallel_id = c/1/part1\n${one(alone)}# parallel_id = c/1/part2\n${identified('b', alone)}`,
  },
  'multiple-newdoc': { bad: `# newdoc id = 1\n># newdoc\n${one(alone)}`, good: `# newdoc\n${one(alone)}` },
  'multiple-newpar': { bad: `# newpar\n># newpar\n${one(alone)}`, good: `# newpar\n# newdoc\n${one(alone)}` },
  'missing-text': { bad: `# sent_id = a\n>${plain}`, good: one(alone) },
  'multiple-text': {
    bad: withComments('# sent_id = a', '# text = Go', '># text = Go'),
    good: `# text_en = Go\n${one(alone)}`,
  },

  // Text
  'text-trailing-whitespace': { bad: withComments('# sent_id = a', '># text = Go·'), good: one(alone) },
  'text-form-mismatch': { bad: `# sent_id = a\n# text = Stay\n>${plain}`, good: one(alone) },
  'missing-spaceafter': {
    bad: one('>1 Go go VERB _ _ 0 root _ _', '2 ! ! PUNCT _ _ 1 punct _ _').replace('Go !', 'Go!'),
    good: one('1 Go go VERB _ _ 0 root _ SpaceAfter=No', '2 ! ! PUNCT _ _ 1 punct _ _'),
  },
  'text-extra-chars': { bad: withComments('# sent_id = a', '># text = Go on'), good: one(alone) },
  'nospaceafter-yes': { bad: withMisc('NoSpaceAfter=Yes', '>'), good: withMisc('SpaceAfter=No') },
  'spaceafter-value': { bad: withMisc('SpaceAfter=Yes', '>'), good: withMisc('SpaceAfter=No') },
  'spaceafter-empty-node': {
    bad: one(alone, '>1.1 _ _ _ _ _ _ _ _ SpaceAfter=No'),
    good: one(alone, '1.1 _ _ _ _ _ _ _ _ _'),
  },
  'spaceafter-mwt-node': {
    bad: one(`1-2 ab _ _ _ _ _ _ _ _`, '>1 a a VERB _ _ 0 root _ SpaceAfter=No', '2 b b NOUN _ _ 1 obj _ _'),
    good: one(`1-2 ab _ _ _ _ _ _ _ SpaceAfter=No`, '1 a a VERB _ _ 0 root _ _', '2 b b NOUN _ _ 1 obj _ _'),
  },
  'spaceafter-newdocpar': {
    bad: `${one('>1 Go go VERB _ _ 0 root _ SpaceAfter=No')}# newpar\n${identified('b', alone)}`,
    good: `${one(alone)}# newpar\n${identified('b', alone)}`,
  },

  // Columns
  'unknown-upos': { bad: related('obj', 'noun', '>'), good: related('obj', 'NOUN') },
  'empty-node-nonempty-field': {
    bad: one(alone, '>1.1 _ _ _ _ _ 1 _ _ _'),
    good: one(alone, '1.1 _ _ _ _ _ _ _ _ _'),
  },
  'invalid-feature': {
    bad: withFeatures('number=Sing', '>'),
    good: withFeatures('Number=Sing|Number[psor]=Plur'),
  },
  'unsorted-features': {
    bad: withFeatures('Number=Sing|Case=Nom', '>'),
    good: withFeatures('Case=Nom|Number=Sing'),
  },
  'repeated-feature': { bad: withFeatures('Case=Acc|Case=Nom', '>'), good: withFeatures('Case=Acc,Nom') },
  'unsorted-feature-values': { bad: withFeatures('Case=Nom,Acc', '>'), good: withFeatures('Case=Acc,Nom') },
  'repeated-feature-value': { bad: withFeatures('Case=Nom,Nom', '>'), good: withFeatures('Case=Nom') },
  'invalid-deprel': { bad: related('Obj', 'NOUN', '>'), good: related('obl:agent', 'NOUN') },
  'unknown-deprel': { bad: related('dobj', 'NOUN', '>'), good: related('obj', 'NOUN') },
  'repeated-misc': { bad: withMisc('Gloss=a|Gloss=b', '>'), good: withMisc('Gloss=a|X=1|X=2') },
  'empty-misc': { bad: withMisc('Gloss=a|', '>'), good: withMisc('Gloss=a') },
  'empty-misc-key': { bad: withMisc('=a', '>'), good: withMisc('a') },
  'misc-extra-space': { bad: withMisc('Gloss=·a', '>'), good: withMisc('Gloss=a·b') },
  'misc-attr-typo': { bad: withMisc('gloss=a', '>'), good: withMisc('Gloss=a') },

  // The tree
  'invalid-head': {
    bad: one(alone, '>2 on on ADV _ _ x advmod _ _'),
    good: one(alone, '2 on on ADV _ _ 1 advmod _ _'),
  },
  'unknown-head': {
    bad: one(alone, '>2 on on ADV _ _ 3 advmod _ _'),
    good: one(alone, '2 on on ADV _ _ 1 advmod _ _'),
  },
  'head-self-loop': {
    bad: one(alone, '>2 on on ADV _ _ 2 advmod _ _'),
    good: one(alone, '2 on on ADV _ _ 1 advmod _ _'),
  },
  'multiple-roots': {
    bad: one(alone, '>2 on on ADV _ _ 0 root _ _'),
    good: one(alone, '2 on on ADV _ _ 1 advmod _ _'),
  },
  'non-tree': {
    bad: one(alone, '>2 on on ADV _ _ 3 advmod _ _', '3 and and CCONJ _ _ 2 cc _ _'),
    good: one(alone, '2 on on ADV _ _ 1 advmod _ _', '3 and and CCONJ _ _ 2 cc _ _'),
  },
  '0-is-not-root': { bad: one('>1 Go go VERB _ _ 0 dep _ _'), good: one(alone) },
  'root-is-not-0': { bad: related('root', 'NOUN', '>'), good: related('obj', 'NOUN') },

  // The enhanced graph
  'invalid-deps': { bad: withDeps('2', '>'), good: withDeps('2:nsubj') },
  'invalid-ehead': { bad: withDeps('x:nsubj', '>'), good: withDeps('2:nsubj') },
  'unknown-ehead': { bad: withDeps('3:nsubj', '>'), good: withDeps('2:nsubj') },
  'unsorted-deps': { bad: withDeps('2:nsubj|0:root', '>'), good: withDeps('0:root|2:nsubj') },
  'unsorted-deps-2': { bad: withDeps('2:obj|2:nsubj', '>'), good: withDeps('2:nsubj|2:obj') },
  'repeated-deps': { bad: withDeps('2:nsubj|2:nsubj', '>'), good: withDeps('2:nsubj') },
  'deps-self-loop': { bad: withDeps('1:nsubj|2:nsubj', '>'), good: withDeps('2:nsubj') },
  'invalid-edeprel': { bad: withDeps('2:nsubj:X', '>'), good: withDeps('2:obl:in_front_of:gen') },
  'unknown-eudeprel': { bad: withDeps('2:subject', '>'), good: withDeps('2:ref') },
  'enhanced-0-is-not-root': { bad: withDeps('0:nsubj', '>'), good: withDeps('0:root') },
  'enhanced-root-is-not-0': { bad: withDeps('2:root', '>'), good: withDeps('2:nsubj') },
  'unconnected-egraph': {
    bad: one(
      '1 Go go VERB _ _ 0 root 0:root _',
      '>2 on on ADV _ _ 1 advmod 2.1:advmod _',
      '2.1 _ _ _ _ _ _ _ 2:conj _',
    ),
    good: one(
      '1 Go go VERB _ _ 0 root 0:root _',
      '2 on on ADV _ _ 1 advmod 2.1:advmod _',
      '2.1 _ _ _ _ _ _ _ 1:conj _',
    ),
  },
  'edeps-only-sometimes': {
    bad: `${withDeps('2:nsubj')}${identified('b', `>${alone}`)}`,
    good: `${withDeps('2:nsubj')}${identified('b', '1 Go go VERB _ _ 0 root 0:root _')}`,
  },
};
