// Which labels go with which heads: what training saw on arcs from ROOT alone, such as `root`, is no label of another
// arc, and what it saw on arcs from words alone is no label of ROOT's dependents.
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

/** The heads of each label that a model knows. Older models do not say: where they know `root`, it is ROOT's one label. */
export function labelHeadsOf({ outputs, labelHeads }: Vocabulary): readonly LabelHead[] {
  const labels = outputs.deprel ?? [];
  if (labelHeads) return labelHeads;
  if (!labels.includes('root')) return labels.map(() => 'both');
  return labels.map((label) => (label === 'root' ? 'root' : 'word'));
}
