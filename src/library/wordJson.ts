// The JSON of a word: what JSON.stringify writes, but faster. Words are most of what the service answers.
import type { TreeWord } from './treeWord.js';

/** What JSON.stringify escapes. */
const special = /["\\\p{Cc}\p{Cs}]/u;

export function wordJson(word: TreeWord): string {
  // Only words with probabilities may have rivals.
  if (word.probability !== undefined) return JSON.stringify(word);
  const { id, form, start, end, lemma, upos, xpos, feats, head, deprel } = word;
  return (
    `{"id":${id},"form":${quoted(form)},"start":${start},"end":${end},"lemma":${quoted(lemma)},` +
    `"upos":${quoted(upos)},"xpos":${quoted(xpos)},"feats":${quoted(feats)},"head":${head},"deprel":${quoted(deprel)}}`
  );
}

function quoted(text: string): string {
  if (text === '') return '""';
  return special.test(text) ? JSON.stringify(text) : `"${text}"`;
}
