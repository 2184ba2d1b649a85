// A gold treebank of two sentences, and what a system makes of it: other tokens, tags, labels and heads.
import { conllu, treebank } from './evaluation.js';

const goldSentences = [
  `1 She she PRON PRP Case=Nom|Number=Sing 4 nsubj
   2-3 didn’t
   2 did do AUX VBD Tense=Past 4 aux
   3 n’t not PART RB Polarity=Neg 4 advmod
   4 cry cry VERB VB VerbForm=Inf 0 root
   5 . . PUNCT . _ 4 punct`,
  `1 Tapes tape NOUN NNS Number=Plur 3 nsubj:pass
   2 were be AUX VBD Mood=Ind|Tense=Past 3 aux:pass
   3 sold sell VERB VBN Tense=Past|Voice=Pass 0 root`,
];
const systemSentences = [
  `1 She she PRON PRP Number=Sing|Style=Coll|Case=Nom 3 nsubj
   2 didn’t didn’t AUX VBD Tense=Past 3 aux
   3 cry cry VERB VBP VerbForm=Inf 0 root
   4 . . PUNCT . _ 3 punct`,
  `1 Tapes tape NOUN NNS Number=Plur 3 nsubj
   2 were be VERB VBD Mood=Ind|Tense=Past 3 aux:pass
   3 so so ADV RB _ 0 root
   4 ld ld X FW _ 3 goeswith`,
];

export const gold = treebank('gold', ...goldSentences);
export const system = treebank('system', ...systemSentences);
export const goldFile = conllu(...goldSentences);
export const systemFile = conllu(...systemSentences);
