// Which labels go with which heads: labels seen in training only on arcs from ROOT, such as `root`, are not used on
// other arcs, and labels seen only on arcs from words are not used for dependents of ROOT.
import type { Sentence } from '../conllu/sentence.js';
import type { LabelHead, Vocabulary } from './vocabulary.js';

/** The heads of each label in the sentences. */
export function labelHeadsIn(sentences: readonly Sentence[], labels: readonly string[]): LabelHead[] {
  const seen = { root: new Set<string>(), word: new Set<string>() };
  for (const { words } of sentences) {
    for (const { head, deprel } of words) seen[head === 0 ? 'root' : 'word'].add(deprel);
  }
  return labels.map((label) => {
    if (seen.root.has(label)) return seen.word.has(label) ? 'both' : 'root';
    return 'word';
  });
}

/** The heads of each label of a model. Older models lack them: if they have `root`, it is the only label from ROOT. */
export function labelHeadsOf({ outputs, labelHeads }: Vocabulary): readonly LabelHead[] {
  const labels = outputs.deprel ?? [];
  if (labelHeads) return labelHeads;
  if (!labels.includes('root')) return labels.map(() => 'both');
  return labels.map((label) => (label === 'root' ? 'root' : 'word'));
}
