// Which labels a system confuses, and in which sentences. Words with a wrong head count too, because this is about labels
// only.
import { commentValue, lineOfWord } from '../conllu/sentence.js';
import type { Alignment } from './alignment.js';
import { countingWords, type Punctuation } from './scores.js';
import { none, root, type Treebank } from './treebank.js';

/** A word or ROOT, which has the id 0. */
export interface Mention {
  id: number;
  form: string;
}

/** A gold word with a wrong label. */
export interface LabelError {
  /** The gold sentence's sent_id, if it has one, and its words. */
  sentence?: string;
  words: string[];
  /** The line of the word in the gold file. */
  line: number;
  word: Mention;
  goldHead: Mention;
  systemHead: Mention;
}

/** A gold label predicted as another, and where. */
export interface Confusion {
  /** The gold label and the predicted one. */
  gold: string;
  system: string;
  count: number;
  errors: LabelError[];
}

/** All confusions of labels, the most frequent first. */
export function confusions(alignment: Alignment, punctuation: Punctuation): Confusion[] {
  const { gold, system, systemOf } = alignment;
  const counting = countingWords(alignment, punctuation);
  const found = new Map<string, Confusion>();
  gold.words.forEach(({ word }, g) => {
    const s = systemOf[g];
    if (!counting.gold[g] || s === none || system.words[s].head === none) return;
    const given = system.words[s].word.deprel;
    if (given === word.deprel) return;
    const key = `${word.deprel}\t${given}`;
    const confusion = found.get(key) ?? { gold: word.deprel, system: given, count: 0, errors: [] };
    found.set(key, confusion);
    confusion.count++;
    confusion.errors.push(errorAt(alignment, g));
  });
  // The sort is stable: equally frequent confusions stay in order of appearance.
  return [...found.values()].sort((a, b) => b.count - a.count);
}

/** Splits `gold:system` into two labels; both may have subtypes, so the split is where both sides are known labels. */
export function labelPair(pair: string, ...treebanks: Treebank[]): [string, string] | undefined {
  const labels = new Set(treebanks.flatMap(({ words }) => words).map(({ word }) => word.deprel));
  const parts = pair.split(':');
  for (let cut = 1; cut < parts.length; cut++) {
    const [first, second] = [parts.slice(0, cut).join(':'), parts.slice(cut).join(':')];
    if (labels.has(first) && labels.has(second)) return [first, second];
  }
  return undefined;
}

function errorAt({ gold, system, systemOf }: Alignment, g: number): LabelError {
  const { word, sentence: index, head } = gold.words[g];
  const sentence = gold.sentences[index];
  return {
    sentence: commentValue(sentence, 'sent_id'),
    words: sentence.words.map(({ form }) => form),
    line: lineOfWord(sentence, word.id),
    word: { id: word.id, form: word.form },
    goldHead: mention(gold, head),
    systemHead: mention(system, system.words[systemOf[g]].head),
  };
}

function mention({ words }: Treebank, index: number): Mention {
  if (index === root) return { id: 0, form: 'ROOT' };
  const { id, form } = words[index].word;
  return { id, form };
}
