// The features of words and labels that patterns can test.
import type { Word } from '../conllu/sentence.js';

/** Treebanks repeat the same few thousand values of FEATS and MISC, so each is parsed once. */
const known = new Map<string, ReadonlyMap<string, string>>();
const MOST_KNOWN = 20_000;

function featuresOf(column: string): ReadonlyMap<string, string> {
  const found = known.get(column);
  if (found) return found;
  const features = new Map<string, string>();
  if (column !== '_') {
    for (const item of column.split('|')) {
      const equals = item.indexOf('=');
      if (equals > 0) features.set(item.slice(0, equals), item.slice(equals + 1));
    }
  }
  if (known.size >= MOST_KNOWN) known.clear();
  known.set(column, features);
  return features;
}

/** A feature of a word: form, lemma, upos, xpos, or one of FEATS or MISC; undefined if its column is `_`. */
export function featureOf(word: Word, feature: string): string | undefined {
  switch (feature) {
    case 'form':
      return word.form;
    case 'lemma':
    case 'upos':
    case 'xpos':
      return word[feature] === '_' && word.form !== '_' ? undefined : word[feature];
    default:
      return featuresOf(word.feats).get(feature) ?? featuresOf(word.misc).get(feature);
  }
}

/** The features of a label. */
export const labelFeatures = ['label', '1', '2'];

/** A label or a part of it: 1 is the relation, 2 its subtype, everything after the first colon. */
export function labelFeature(label: string, feature: string): string | undefined {
  const colon = label.indexOf(':');
  if (feature === 'label') return label;
  if (feature === '1') return colon < 0 ? label : label.slice(0, colon);
  return colon < 0 ? undefined : label.slice(colon + 1);
}
