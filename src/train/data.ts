// Treebanks made ready for training: which sentences are learned from, and how non-projective ones are dealt with.
import { headsOf, labelsOf } from '../conllu/heads.js';
import type { Sentence } from '../conllu/sentence.js';
import type { ParserSettings } from '../parser/parserSettings.js';
import { isProjective } from '../tree/projectivity.js';
import { projectivize } from '../tree/pseudoProjective.js';

export interface TrainingData {
  readonly sentences: readonly Sentence[];
  /** Non-projective sentences, which were left out or lifted as the settings say. */
  readonly nonprojective: number;
}

/**
 * What the model learns from. Transition systems build projective trees only, and so does Eisner's algorithm: other trees
 * are left out, or lifted to projective ones with the lifts noted in the labels.
 */
export function trainingData(sentences: readonly Sentence[], settings: ParserSettings): TrainingData {
  if (settings.system === 'edge-factored' && settings.tree === 'spanning-tree') {
    return { sentences, nonprojective: 0 };
  }
  const projective = sentences.filter((sentence) => isProjective(headsOf(sentence)));
  const nonprojective = sentences.length - projective.length;
  if (settings.nonprojective === 'skip') return { sentences: projective, nonprojective };
  return { sentences: sentences.map(lifted), nonprojective };
}

function lifted(sentence: Sentence): Sentence {
  const { heads, labels } = projectivize(headsOf(sentence), labelsOf(sentence));
  const words = sentence.words.map((word, at) => ({ ...word, head: heads[at + 1], deprel: labels[at + 1] }));
  return { ...sentence, words };
}
