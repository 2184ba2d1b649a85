// Prepares treebanks for training: selects the sentences, and skips or lifts non-projective ones.
import { headsOf, labelsOf } from '../conllu/heads.js';
import type { Sentence } from '../conllu/sentence.js';
import { structuredModelOf } from '../structure/structuredModels.js';
import type { TreeSettings } from '../structure/treeSettings.js';
import { projectivize } from '../tree/pseudoProjective.js';

export interface TrainingData {
  readonly sentences: readonly Sentence[];
  /** The number of non-projective sentences, which are skipped or lifted as the settings say. */
  readonly nonprojective: number;
}

/**
 * What the model learns from. Trees that it cannot build, for most models the non-projective ones, are skipped, or
 * lifted to projective ones with the lifts marked in the labels.
 */
export function trainingData(sentences: readonly Sentence[], settings: TreeSettings): TrainingData {
  const { trees } = structuredModelOf(settings);
  const isInside = sentences.map((sentence) => trees.includes(headsOf(sentence)));
  const inside = sentences.filter((_, at) => isInside[at]);
  const nonprojective = sentences.length - inside.length;
  if (settings.nonprojective === 'skip') return { sentences: inside, nonprojective };
  // Lifting does not change projective trees, but rejects labels that look like its own marks.
  const all = sentences.map((sentence, at) =>
    isInside[at] && !trees.isProjective ? sentence : lifted(sentence),
  );
  return { sentences: all, nonprojective };
}

function lifted(sentence: Sentence): Sentence {
  const { heads, labels } = projectivize(headsOf(sentence), labelsOf(sentence));
  const words = sentence.words.map((word, at) => ({ ...word, head: heads[at + 1], deprel: labels[at + 1] }));
  return { ...sentence, words };
}
