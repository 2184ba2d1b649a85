// The table of the CoNLL 2018 shared task on parsing raw text to Universal Dependencies. Punctuation counts (CLAS, MLAS
// and BLEX count only content words), labels exclude their subtypes, and features are the universal ones.
import { type Alignment, hasRightHead } from './alignment.js';
import { percentage, type Rates, ratesOf } from './rates.js';
import { none, type RawSpan, type Treebank } from './treebank.js';

const contentLabels = new Set(
  `nsubj obj iobj csubj ccomp xcomp obl vocative expl dislocated advcl advmod discourse nmod appos nummod acl amod conj
   fixed flat compound list parataxis orphan goeswith reparandum root dep`.split(/\s+/),
);
const functionalLabels = new Set('aux cop mark det clf case cc'.split(' '));
const universalFeatures = new Set(
  `PronType NumType Poss Reflex Foreign Abbr Gender Animacy Number Case Definite Degree VerbForm Mood Tense Aspect Voice
   Evident Polarity Person Polite`.split(/\s+/),
);

/** A row of the table. */
export interface Metric extends Rates {
  /** The aligned words, and the per cent of them that are correct, for metrics of aligned words. */
  aligned?: number;
  alignedAccuracy?: number;
}

export const metricNames = [
  'Tokens',
  'Sentences',
  'Words',
  'UPOS',
  'XPOS',
  'UFeats',
  'AllTags',
  'Lemmas',
  'UAS',
  'LAS',
  'CLAS',
  'MLAS',
  'BLEX',
] as const;

/** The table by the names of its rows. */
export type SharedTask = Record<(typeof metricNames)[number], Metric>;

/** The properties of a word that the metrics compare. */
interface Traits {
  upos: string;
  xpos: string;
  features: string;
  lemma: string;
  label: string;
  isContent: boolean;
  /** Its dependents with functional labels, as indices. */
  functional: number[];
}

/** Whether a gold word and its partner, given by index, agree in some property. */
type Agreement = (g: number, s: number) => boolean;

export function sharedTask(alignment: Alignment): SharedTask {
  const { gold, system, systemOf, goldOf } = alignment;
  const goldTraits = traitsOf(gold);
  const systemTraits = traitsOf(system);

  const agreeIn =
    (trait: keyof Traits): Agreement =>
    (g, s) =>
      goldTraits[g][trait] === systemTraits[s][trait];
  const upos = agreeIn('upos');
  const xpos = agreeIn('xpos');
  const features = agreeIn('features');
  const label = agreeIn('label');
  const lemma: Agreement = (g, s) =>
    goldTraits[g].lemma === '_' || goldTraits[g].lemma === systemTraits[s].lemma;
  const head: Agreement = (g) => hasRightHead(alignment, g);
  const arc: Agreement = (g, s) => label(g, s) && head(g, s);
  const functionalDependents: Agreement = (g, s) => {
    const [a, b] = [goldTraits[g].functional, systemTraits[s].functional];
    const same: Agreement = (c, d) => goldOf[d] === c && label(c, d) && upos(c, d) && features(c, d);
    return a.length === b.length && a.every((dependent, i) => same(dependent, b[i]));
  };

  const metric = (agree: Agreement, counts: (traits: Traits) => boolean = () => true): Metric => {
    let aligned = 0;
    let correct = 0;
    systemOf.forEach((s, g) => {
      if (s === none || !counts(goldTraits[g])) return;
      aligned++;
      if (agree(g, s)) correct++;
    });
    const rates = ratesOf(goldTraits.filter(counts).length, systemTraits.filter(counts).length, correct);
    return { ...rates, aligned, alignedAccuracy: percentage(correct, aligned) };
  };
  const ofContent = (agree: Agreement): Metric => metric(agree, (traits) => traits.isContent);

  return {
    Tokens: spansMetric(gold.tokenSpans, system.tokenSpans),
    Sentences: spansMetric(gold.sentenceSpans, system.sentenceSpans),
    Words: ratesOf(systemOf.length, goldOf.length, systemOf.filter((s) => s !== none).length),
    UPOS: metric(upos),
    XPOS: metric(xpos),
    UFeats: metric(features),
    AllTags: metric((g, s) => upos(g, s) && xpos(g, s) && features(g, s)),
    Lemmas: metric(lemma),
    UAS: metric(head),
    LAS: metric(arc),
    CLAS: ofContent(arc),
    MLAS: ofContent((g, s) => arc(g, s) && upos(g, s) && features(g, s) && functionalDependents(g, s)),
    BLEX: ofContent((g, s) => arc(g, s) && lemma(g, s)),
  };
}

function traitsOf(treebank: Treebank): Traits[] {
  const traits = treebank.words.map(({ word: { upos, xpos, feats, lemma, deprel } }): Traits => {
    const label = deprel.split(':', 1)[0];
    const features = feats
      .split('|')
      .filter((feature) => universalFeatures.has(feature.split('=', 1)[0]))
      .sort()
      .join('|');
    return { upos, xpos, features, lemma, label, isContent: contentLabels.has(label), functional: [] };
  });
  treebank.words.forEach(({ head }, word) => {
    if (head >= 0 && functionalLabels.has(traits[word].label)) traits[head].functional.push(word);
  });
  return traits;
}

function spansMetric(gold: readonly RawSpan[], system: readonly RawSpan[]): Metric {
  const ends = new Map(gold.map(({ start, end }) => [start, end]));
  const correct = system.filter(({ start, end }) => ends.get(start) === end).length;
  return ratesOf(gold.length, system.length, correct);
}
