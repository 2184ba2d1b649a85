// Who does what to whom: subjects, verbs and objects by the relations of Universal Dependencies.
import type { SentenceTree } from './sentenceTree.js';
import type { TreeWord } from './treeWord.js';

/** A verb with its agent and patient, in active and passive clauses alike. */
export interface Triple {
  /** Who acts; absent in a passive clause without an agent. */
  readonly subject?: TreeWord;
  /** The verb; the copula where the predicate is a noun, an adjective or a clause. */
  readonly verb: TreeWord;
  /** What is acted on, or the predicate of a copula; absent if there is none. */
  readonly object?: TreeWord;
  readonly isPassive: boolean;
  /** Whether the verb is negated, or the determiner of the subject or the object: "not", "never", "no money". */
  readonly isNegated: boolean;
}

/**
 * The triples of a sentence, in the order of their verbs. Each conjunct counts: `Ann and Bob sing and dance` has four.
 * Coordinated verbs that share a subject or an object both get it.
 */
export function triplesOf({ words }: SentenceTree): Triple[] {
  return words.flatMap((word) => {
    const copulas = childrenBy(word, 'cop');
    const outer = word.children.filter(isOuter);
    const verbal = word.upos === 'VERB' ? verbalTriples(word, copulas.length > 0 && outer.length === 0) : [];
    if (copulas.length === 0) return verbal;
    if (outer.length === 0) return [...copularTriples(word, copulas[0], subjectsOf(word)), ...verbal];
    // "The problem is that this is a mess": the clause has a copula and a subject of its own.
    const inner = copulas.length > 1 ? copularTriples(word, copulas[1], subjectsOf(word)) : [];
    return [...copularTriples(word, copulas[0], outer), ...inner, ...verbal];
  });
}

/** The triples of a verb; its subjects are left out if they belong to a copula: "The idea is to eat cake." */
function verbalTriples(verb: TreeWord, isPredicate: boolean): Triple[] {
  const isPassive = isInPassive(verb);
  const grammatical = isPredicate ? [] : subjectsOf(verb);
  const subjects = isPassive ? childrenBy(verb, 'obl:agent') : grammatical;
  const objects = isPassive ? grammatical : objectsOf(verb);
  if (subjects.length === 0 && objects.length === 0) return [];
  return triples(verb, subjects, objects, { isPassive, isNegated: hasNegation(verb) });
}

function copularTriples(predicate: TreeWord, copula: TreeWord, subjects: readonly TreeWord[]): Triple[] {
  const isNegated = hasNegation(predicate) || hasNegation(copula);
  return triples(copula, subjects, [predicate], { isPassive: false, isNegated });
}

/**
 * Decided by its own subject or auxiliary. A participle without either shows it by its features or its agent, or it
 * follows the verb it is coordinated with; a past participle modifies what it is done to: "a letter written by hand".
 */
function isInPassive(verb: TreeWord): boolean {
  if (childrenBy(verb, 'nsubj:pass', 'csubj:pass', 'aux:pass').length > 0) return true;
  if (childrenBy(verb, 'nsubj', 'csubj', 'aux').length > 0 || verb.features.VerbForm !== 'Part') return false;
  if (verb.features.Voice === 'Pass' || childrenBy(verb, 'obl:agent').length > 0) return true;
  if (verb.deprel === 'acl') return verb.features.Tense === 'Past';
  return verb.relation === 'conj' && verb.parent !== undefined && isInPassive(verb.parent);
}

/** Its own objects, or else those of the verb it is coordinated with that follow both: "She buys and sells books." */
function objectsOf(verb: TreeWord): TreeWord[] {
  const own = childrenBy(verb, 'obj');
  if (own.length > 0 || verb.relation !== 'conj' || verb.parent?.upos !== 'VERB') return own;
  return objectsOf(verb.parent).filter(({ id }) => id > verb.id);
}

/**
 * Its own subjects, or else those of the word it is coordinated with: "She came and went." The subject of an xcomp is
 * the object of the verb above it, or else that verb's subject: "She let him go"; "she wants to go". That of a
 * participle is the noun that it modifies: "a man reading a book".
 */
function subjectsOf(word: TreeWord): TreeWord[] {
  const own = childrenBy(word, 'nsubj', 'csubj', 'nsubj:pass', 'csubj:pass').filter((it) => !isOuter(it));
  const { parent } = word;
  if (own.length > 0 || !parent) return own;
  if (word.relation === 'conj') return subjectsOf(parent);
  if (word.deprel === 'acl') return ['Part', 'Ger'].includes(word.features.VerbForm) ? [parent] : own;
  if (word.relation !== 'xcomp') return own;
  const objects = childrenBy(parent, 'obj', 'iobj');
  return objects.length > 0 ? objects : subjectsOf(parent);
}

/** Whether a word is the subject of a copula whose predicate is a clause with a subject of its own. */
function isOuter({ deprel }: TreeWord): boolean {
  return deprel === 'nsubj:outer' || deprel === 'csubj:outer';
}

/** The children with one of these relations; a relation without a subtype matches all subtypes except passive ones. */
function childrenBy(word: TreeWord, ...relations: readonly string[]): TreeWord[] {
  return word.children.filter(({ deprel, relation }) => {
    return relations.includes(deprel) || (!deprel.includes(':pass') && relations.includes(relation));
  });
}

const none: readonly (TreeWord | undefined)[] = [undefined];

/** One triple for each pair of conjuncts. */
function triples(
  verb: TreeWord,
  subjects: readonly TreeWord[],
  objects: readonly TreeWord[],
  { isPassive, isNegated }: Pick<Triple, 'isPassive' | 'isNegated'>,
): Triple[] {
  const each = (words: readonly TreeWord[]) => (words.length === 0 ? none : words.flatMap(conjuncts));
  return each(subjects).flatMap((subject) =>
    each(objects).map((object) => ({
      ...(subject && { subject }),
      verb,
      ...(object && { object }),
      isPassive,
      isNegated: isNegated || hasNegativeDeterminer(subject) || hasNegativeDeterminer(object),
    })),
  );
}

/** A word and its conjuncts; a conjunct that is a verb or has a subject or a copula is a clause of its own. */
function conjuncts(word: TreeWord): TreeWord[] {
  const others = childrenBy(word, 'conj').filter(
    (other) =>
      (other.upos !== 'VERB' || word.upos === 'VERB') &&
      childrenBy(other, 'nsubj', 'csubj', 'cop').length === 0,
  );
  return [word, ...others.flatMap(conjuncts)];
}

/** Languages mark negation by the polarity of a word or by its kind of pronoun: "never". */
function isNegative({ features }: TreeWord): boolean {
  return features.Polarity === 'Neg' || features.PronType === 'Neg';
}

function hasNegation(verb: TreeWord): boolean {
  if (verb.features.Polarity === 'Neg') return true;
  return verb.children.some((child) => {
    const { relation, deprel, upos } = child;
    if (relation === 'neg' || deprel === 'advmod:neg') return true;
    return ['advmod', 'aux', 'mark'].includes(relation) && upos !== 'VERB' && isNegative(child);
  });
}

function hasNegativeDeterminer(word: TreeWord | undefined): boolean {
  return word?.children.some((child) => child.relation === 'det' && isNegative(child)) ?? false;
}
