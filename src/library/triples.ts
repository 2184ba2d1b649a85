// Who does what to whom: subjects, verbs and objects by the relations of Universal Dependencies.
import type { SentenceTree } from './sentenceTree.js';
import type { TreeWord } from './treeWord.js';

/** A verb with its agent and patient, in active and passive clauses alike. */
export interface Triple {
  /** Who acts; absent in a passive clause without an agent. */
  readonly subject?: TreeWord;
  /** The verb; the copula where the predicate is a noun or an adjective. */
  readonly verb: TreeWord;
  /** What is acted on, or the predicate of a copula; absent if there is none. */
  readonly object?: TreeWord;
  readonly isPassive: boolean;
  readonly isNegated: boolean;
}

/**
 * The triples of a sentence, in the order of their verbs. Each conjunct counts: `Ann and Bob sing and dance` has four.
 * Coordinated verbs that share a subject or an object both get it.
 */
export function triplesOf({ words }: SentenceTree): Triple[] {
  return words.flatMap((word) => {
    const copula = childrenBy(word, 'cop')[0];
    if (copula) return copularTriples(word, copula);
    return word.upos === 'VERB' ? verbalTriples(word) : [];
  });
}

function verbalTriples(verb: TreeWord): Triple[] {
  const isPassive = isInPassive(verb);
  const grammatical = subjectsOf(verb);
  const subjects = isPassive ? childrenBy(verb, 'obl:agent') : grammatical;
  const objects = isPassive ? grammatical : objectsOf(verb);
  if (subjects.length === 0 && objects.length === 0) return [];
  const isNegated = hasNegation(verb);
  return pairs(subjects, objects).map((pair) => ({ ...pair, verb, isPassive, isNegated }));
}

/** Decided by its own subject or auxiliary; a participle without either follows the verb it is coordinated with. */
function isInPassive(verb: TreeWord): boolean {
  if (childrenBy(verb, 'nsubj:pass', 'csubj:pass', 'aux:pass').length > 0) return true;
  if (childrenBy(verb, 'nsubj', 'csubj', 'aux').length > 0 || verb.features.VerbForm !== 'Part') return false;
  return verb.relation === 'conj' && verb.parent !== undefined && isInPassive(verb.parent);
}

function copularTriples(predicate: TreeWord, copula: TreeWord): Triple[] {
  const isNegated = hasNegation(predicate) || hasNegation(copula);
  return pairs(subjectsOf(predicate), [predicate]).map((pair) => ({
    ...pair,
    verb: copula,
    isPassive: false,
    isNegated,
  }));
}

/** Its own objects, or else those of the verb it is coordinated with that follow both: "She buys and sells books." */
function objectsOf(verb: TreeWord): TreeWord[] {
  const own = childrenBy(verb, 'obj');
  if (own.length > 0 || verb.relation !== 'conj' || verb.parent?.upos !== 'VERB') return own;
  return objectsOf(verb.parent).filter(({ id }) => id > verb.id);
}

/**
 * Its own subjects, or else those of the word it is coordinated with: "She came and went." The subject of an xcomp is
 * the object of the verb above it, or else that verb's subject: "She let him go"; "she wants to go".
 */
function subjectsOf(word: TreeWord): TreeWord[] {
  const own = childrenBy(word, 'nsubj', 'csubj', 'nsubj:pass', 'csubj:pass');
  if (own.length > 0 || !word.parent) return own;
  if (word.relation === 'conj') return subjectsOf(word.parent);
  if (word.relation !== 'xcomp') return own;
  const objects = childrenBy(word.parent, 'obj', 'iobj');
  return objects.length > 0 ? objects : subjectsOf(word.parent);
}

/** The children with one of these relations; a relation without a subtype matches all subtypes except passive ones. */
function childrenBy(word: TreeWord, ...relations: readonly string[]): TreeWord[] {
  return word.children.filter(({ deprel, relation }) => {
    return relations.includes(deprel) || (!deprel.includes(':pass') && relations.includes(relation));
  });
}

const none: readonly (TreeWord | undefined)[] = [undefined];

function pairs(
  subjects: readonly TreeWord[],
  objects: readonly TreeWord[],
): Pick<Triple, 'subject' | 'object'>[] {
  const each = (words: readonly TreeWord[]) => (words.length === 0 ? none : words.flatMap(conjuncts));
  return each(subjects).flatMap((subject) =>
    each(objects).map((object) => ({ ...(subject && { subject }), ...(object && { object }) })),
  );
}

/** A word and its conjuncts; a conjunct with a subject or a copula is a clause of its own. */
function conjuncts(word: TreeWord): TreeWord[] {
  const others = childrenBy(word, 'conj').filter(
    (other) => childrenBy(other, 'nsubj', 'csubj', 'cop').length === 0,
  );
  return [word, ...others.flatMap(conjuncts)];
}

function hasNegation(verb: TreeWord): boolean {
  if (verb.features.Polarity === 'Neg') return true;
  return verb.children.some(({ relation, features, upos }) => {
    return ['advmod', 'aux', 'neg'].includes(relation) && features.Polarity === 'Neg' && upos !== 'VERB';
  });
}
