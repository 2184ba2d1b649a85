// Level 3, the agreement of tags and relations: an aux is AUX, PUNCT is punct, and so on.
import { quoted } from '../conllu/quotation.js';
import type { CheckedWord } from './checkedWord.js';
import { type CheckRule, rule, warning } from './checkRule.js';

/** A rule about each word of a tree. */
function ofWords(
  name: string,
  about: string,
  problemOf: (word: CheckedWord) => string | undefined,
): CheckRule {
  return rule(name, about, function* ({ tree }) {
    for (const word of tree) {
      const text = problemOf(word);
      if (text !== undefined) yield { line: word.line, text };
    }
  });
}

/** The tag that a word's relation sees: ExtPos, the tag of the whole expression, if present. */
function externalTag(word: CheckedWord): string {
  return word.feature('ExtPos') ?? word.upos;
}

/** A relation only for words with these tags. */
function takes(
  relation: string,
  tags: readonly string[],
  isExempt: (word: CheckedWord) => boolean = () => false,
): CheckRule {
  const names = tags.join(', ');
  return ofWords(`rel-upos-${relation}`, `The relation ${relation} is for ${names}.`, (word) =>
    word.relation === relation && !tags.includes(externalTag(word)) && !isExempt(word)
      ? `${quoted(word.form)} is ${relation}, which takes ${names}, but is tagged ${quoted(externalTag(word))}`
      : undefined,
  );
}

/** A relation not for words with these tags. */
function takesNo(relation: string, tags: readonly string[]): CheckRule {
  const names = tags.join(', ');
  return ofWords(`rel-upos-${relation}`, `The relation ${relation} is not for ${names}.`, (word) =>
    word.relation === relation && tags.includes(externalTag(word))
      ? `${quoted(word.form)} is ${relation}, which does not take ${externalTag(word)}`
      : undefined,
  );
}

export const tagRules: readonly CheckRule[] = [
  takes('det', ['DET', 'PRON']),
  // Some languages have numerals that are nouns, and symbols can represent numbers.
  takes('nummod', ['NUM', 'NOUN', 'SYM']),
  // The tag of a word in pieces is not reliable.
  takes(
    'advmod',
    ['ADV', 'ADJ', 'CCONJ', 'DET', 'PART', 'SYM'],
    (word) => word.childrenBy('goeswith').length > 0,
  ),
  takes('expl', ['PRON', 'DET', 'PART']),
  takes('aux', ['AUX']),
  // Some languages have pronouns as copulas, and an equals sign is one.
  takes('cop', ['AUX', 'PRON', 'DET', 'SYM']),
  takes('punct', ['PUNCT']),
  takesNo('case', ['PROPN', 'ADJ', 'PRON', 'DET', 'NUM', 'AUX']),
  takesNo('mark', ['NOUN', 'PROPN', 'ADJ', 'PRON', 'DET', 'NUM', 'AUX', 'INTJ']),
  takesNo('cc', ['NOUN', 'PROPN', 'ADJ', 'PRON', 'DET', 'NUM', 'VERB', 'AUX', 'INTJ']),
  ofWords('upos-rel-punct', 'A word tagged PUNCT is punct or root.', (word) =>
    externalTag(word) === 'PUNCT' && !['punct', 'root'].includes(word.relation)
      ? `${quoted(word.form)} is tagged PUNCT, but its relation is ${quoted(word.row.deprel)} instead of punct`
      : undefined,
  ),
  ofWords('rel-upos-fixed', 'Names are flat, not fixed.', (word) =>
    externalTag(word) === 'PROPN' && (word.relation === 'fixed' || word.childrenBy('fixed').length > 0)
      ? `the name ${quoted(word.form)} is part of a fixed expression; names are flat`
      : undefined,
  ),
  warning(
    ofWords(
      'fixed-without-extpos',
      'The head of a fixed expression has the tag of the whole in ExtPos.',
      (word) => {
        const rest = word.childrenBy('fixed');
        if (rest.length === 0 || word.feature('ExtPos') !== undefined) return undefined;
        const expression = [word, ...rest].map(({ form }) => form).join(' ');
        return `the fixed expression ${quoted(expression)} lacks the feature ExtPos`;
      },
    ),
  ),
  warning(
    rule(
      'flat-foreign-upos-feats',
      'Both words of flat:foreign are X with Foreign=Yes.',
      function* ({ tree }) {
        const children = tree.filter(({ row }) => row.deprel === 'flat:foreign');
        const words = new Set(children.flatMap((word) => [word, ...(word.parent ? [word.parent] : [])]));
        for (const { line, form, upos, row } of words) {
          if (upos === 'X' && row.column('FEATS') === 'Foreign=Yes') continue;
          yield {
            line,
            text: `${quoted(form)} is in flat:foreign and should be X with only Foreign=Yes`,
          };
        }
      },
    ),
  ),
  warning(
    whereFeaturesAre('pron-det-without-prontype', 'PRON and DET have a PronType.', (word) =>
      ['PRON', 'DET'].includes(word.upos) && word.feature('PronType') === undefined
        ? `${quoted(word.form)} is tagged ${word.upos}, but lacks the feature PronType`
        : undefined,
    ),
  ),
  warning(
    ofWords('verbform-fin-without-mood', 'A finite verb has a Mood.', (word) =>
      word.feature('VerbForm') === 'Fin' && word.feature('Mood') === undefined
        ? `the finite verb ${quoted(word.form)} lacks the feature Mood`
        : undefined,
    ),
  ),
  whereFeaturesAre('goeswith-missing-typo', 'A word that goeswith continues has Typo=Yes.', (word) =>
    word.childrenBy('goeswith').length > 0 && word.feature('Typo') !== 'Yes'
      ? `${quoted(word.form)} is a word in pieces (goeswith), but lacks the feature Typo=Yes`
      : undefined,
  ),
];

/** A rule about each word in treebanks with features: it applies from the first sentence that has one. */
function whereFeaturesAre(
  name: string,
  about: string,
  problemOf: (word: CheckedWord) => string | undefined,
): CheckRule {
  const strict = ofWords(name, about, problemOf);
  return {
    ...strict,
    start() {
      const find = strict.start();
      let hasFeatures = false;
      return (block) => {
        hasFeatures ||= block.words.some(({ features }) => features.length > 0);
        return hasFeatures ? find(block) : [];
      };
    },
  };
}
