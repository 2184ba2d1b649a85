// Corpora of any size: generated sentences of about ten words from a small grammar and a vocabulary that keeps growing;
// the same seed yields the same sentences.
import { newSentence, newWord, type Sentence, type Word } from '../dist/conllu/sentence.js';
import { Random } from '../dist/engine/random.js';

/** The maximum number of distinct nouns, verbs or adjectives; the frequency of rank r is proportional to 1/r. */
const VOCABULARY = 100_000;
const closed: Record<string, readonly string[]> = {
  DET: ['ta', 'te', 'ti'],
  ADP: ['nu', 'na', 'ne', 'no'],
  PUNCT: ['.'],
};
const syllables = [...'bdfgklmnprsv'].flatMap((consonant) => [...'aeiou'].map((vowel) => consonant + vowel));

export function* madeUpSentences(count: number, seed: number): Generator<Sentence> {
  const random = new Random(seed);
  for (let s = 0; s < count; s++) yield madeUpSentence(random);
}

function madeUpSentence(random: Random): Sentence {
  const words: Word[] = [];
  const add = (upos: string, deprel: string): Word => {
    const word = { ...newWord(words.length + 1, formOf(upos, random)), upos, deprel, head: 0 };
    words.push(word);
    return word;
  };
  const nounPhrase = (deprel: string, depth: number): Word => {
    const before = [add('DET', 'det')];
    if (random.uniform() < 0.4) before.push(add('ADJ', 'amod'));
    const noun = add('NOUN', deprel);
    for (const word of before) word.head = noun.id;
    if (depth < 3 && random.uniform() < 0.3) prepositionalPhrase('nmod', depth + 1).head = noun.id;
    return noun;
  };
  const prepositionalPhrase = (deprel: string, depth: number): Word => {
    const preposition = add('ADP', 'case');
    const noun = nounPhrase(deprel, depth);
    preposition.head = noun.id;
    return noun;
  };
  const subject = nounPhrase('nsubj', 1);
  const verb = add('VERB', 'root');
  subject.head = verb.id;
  if (random.uniform() < 0.7) nounPhrase('obj', 1).head = verb.id;
  if (random.uniform() < 0.4) prepositionalPhrase('obl', 1).head = verb.id;
  add('PUNCT', 'punct').head = verb.id;
  return newSentence(words);
}

function formOf(upos: string, random: Random): string {
  const known = closed[upos];
  if (known) return known[random.below(known.length)];
  let rank = Math.floor(VOCABULARY ** random.uniform());
  // Adjectives, nouns and verbs have different endings.
  let form = { ADJ: 'l', NOUN: 'm', VERB: 's' }[upos] ?? '';
  for (; rank > 0; rank = Math.floor(rank / syllables.length))
    form = syllables[rank % syllables.length] + form;
  return form;
}
