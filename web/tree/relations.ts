// What the universal relations mean, each in a few words, and where they are defined.
import type { UniversalRelation } from '../../src/conllu/universal.js';

const meanings: Readonly<Record<UniversalRelation, string>> = {
  acl: 'a clause that modifies a noun',
  advcl: 'a clause that modifies a verb or an adjective',
  advmod: 'an adverb that modifies its head',
  amod: 'an adjective that modifies a noun',
  appos: 'a second name for the same thing',
  aux: 'an auxiliary of a verb',
  case: 'a preposition, postposition or case marker',
  cc: 'a conjunction between conjuncts',
  ccomp: 'a clause as complement, with its own subject',
  clf: 'a classifier of a numeral',
  compound: 'a part of a compound',
  conj: 'a further conjunct',
  cop: 'the copula of a predicate',
  csubj: 'a clause as subject',
  dep: 'a relation without a better name',
  det: 'a determiner',
  discourse: 'an interjection or discourse particle',
  dislocated: 'an element outside of the clause that it belongs to',
  expl: 'a pronoun without a meaning of its own',
  fixed: 'a part of a fixed expression',
  flat: 'a part of a name or a date',
  goeswith: 'a piece of a word that was written apart',
  iobj: 'the indirect object',
  list: 'a further item of a list',
  mark: 'a word that introduces a clause',
  nmod: 'a noun that modifies a noun',
  nsubj: 'the subject',
  nummod: 'a number that counts a noun',
  obj: 'the object',
  obl: 'a noun that modifies a verb or an adjective',
  orphan: 'a word whose head was left out',
  parataxis: 'a clause placed next to its head, not subordinated to it',
  punct: 'punctuation',
  reparandum: 'a word that the speaker corrects',
  root: 'the word on which all others depend',
  vocative: 'the person who is addressed',
  xcomp: 'a complement that shares a subject with its head',
};

/** What a label means, and the page of Universal Dependencies on it; nothing for a label that is not universal. */
export function explained(label: string): { readonly meaning: string; readonly address: string } | undefined {
  const relation = label.split(':', 1)[0];
  if (!Object.hasOwn(meanings, relation)) return undefined;
  const meaning = meanings[relation as UniversalRelation];
  return { meaning, address: `https://universaldependencies.org/u/dep/${relation}.html` };
}
