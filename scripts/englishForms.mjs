// The inflected forms of English words: plurals, forms of verbs, comparatives and superlatives.

const VOWEL = /[aeiou]/;
/** Words such as "plan" or "hot" double their last letter: one vowel, then one consonant. */
const DOUBLING = /^[^aeiou]*(?:qu)?[aeiouy][bdfgklmnprtvz]$/;

/** What a form may be an inflected form of, by its ending. */
export function baseFormsOf(form, { endings }) {
  return endings
    .filter(([from]) => form.endsWith(from))
    .map(([from, to]) => form.slice(0, -from.length) + to);
}

const withS = (word) =>
  /[^aeiou]y$/.test(word)
    ? `${word.slice(0, -1)}ies`
    : `${word}${/(?:s|x|z|ch|sh)$/.test(word) ? 'es' : 's'}`;

/** A word before the endings of a verb or an adjective that begin with a vowel; longer words may double a letter or not. */
function stemsOf(word) {
  const doubled = word + word.at(-1);
  if (/[^eo]e$/.test(word)) return [word.slice(0, -1)];
  if (DOUBLING.test(word)) return [doubled];
  return /[aeiou].*[^aeiou][aeiou][bdgklmnprt]$/.test(word) ? [word, doubled] : [word];
}

/** A word before an ending in -e, such as -ed or -er: "try" becomes "tri". */
const withI = (stem) => (/[^aeiou]y$/.test(stem) ? `${stem.slice(0, -1)}i` : stem);

const regular = {
  NOUN: (word) => [withS(word)],
  VERB: (word) => [withS(word), ...stemsOf(word).flatMap((stem) => [`${stem}ing`, `${withI(stem)}ed`])],
  // Longer ones take "more" and "most".
  ADJ: (word) =>
    word.length > 6 || !VOWEL.test(word)
      ? []
      : stemsOf(word).flatMap((stem) => [`${withI(stem)}er`, `${withI(stem)}est`]),
};

const past = 'Tense=Past|VerbForm=';
const finite = 'Mood=Ind|Number=Sing|Person=3|';
/** The tags and the features of an inflected form, by the part of speech and the ending; the first that fits counts. */
const inflections = {
  NOUN: [[/./, [['NNS', 'Number=Plur']]]],
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

/** The tags of words without a singular, and of irregular plurals, which a tagger may take for such words. */
const withoutSingular = ['NNS', 'Number=Ptan'];

/**
 * The inflected forms of words with lemmas and tags: form, lemma, UPOS, XPOS, features. Per part of speech, `known` has the
 * words and the irregular forms.
 */
export function* formsOf(known) {
  for (const [upos, part] of Object.entries(known)) {
    for (const [form, lemma] of lemmasOfForms(upos, part)) {
      if (!/^[a-z]+$/.test(form)) continue;
      const [, tags] = inflections[upos].find(([ending]) => ending.test(form));
      const isSpecial = upos === 'NOUN' && (form === lemma || part.irregular.has(form));
      for (const [xpos, feats] of isSpecial ? [...tags, withoutSingular] : tags) {
        yield [form, lemma, upos, xpos, feats];
      }
    }
  }
}

/** All words and their inflected forms. */
export function* spellingsOf(known) {
  for (const [upos, { words, irregular }] of Object.entries(known)) {
    yield* irregular.keys();
    for (const word of words) yield* [word, ...regular[upos](word)];
  }
}

/** The lemmas of all inflected forms that have only one. */
export function lemmasOfForms(upos, part) {
  const { irregular, words } = part;
  const lemmas = new Map();
  const add = (form, lemma) => lemmas.set(form, (lemmas.get(form) ?? new Set()).add(lemma));
  for (const word of words) for (const form of regular[upos](word)) add(form, word);
  // A form that is also a word of its own, such as "cola" or "goods", may be that.
  const isWord = (form) => words.has(form) && upos === 'NOUN';
  for (const [form, lemma] of irregular) if (words.has(lemma)) lemmas.set(form, new Set([lemma]));
  const unique = [...lemmas].filter(([form, { size }]) => size === 1 && !isWord(form));
  const found = new Map(unique.map(([form, [lemma]]) => [form, lemma]));
  if (upos === 'NOUN') {
    // Words such as "binoculars" have no singular; "axis", "bus" and "glass" are singular.
    const plurals = [...words].filter((word) => /[^isu]s$/.test(word) && !lemmas.has(word));
    for (const word of plurals)
      if (!baseFormsOf(word, part).some((one) => words.has(one))) found.set(word, word);
  }
  return found;
}
