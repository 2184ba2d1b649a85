// The choice of one sentence among several.
import type { Sentence } from '../src/conllu/sentence.js';
import { textOf } from '../src/render/drawing.js';

export interface SentenceChoiceProps {
  readonly sentences: readonly Sentence[];
  readonly chosen: Sentence;
  readonly onChoose: (sentence: Sentence) => void;
}

export function SentenceChoice({ sentences, chosen, onChoose }: SentenceChoiceProps) {
  if (sentences.length < 2) return null;
  const texts = sentences.map(textOf);
  return (
    <label class="sentence-choice">
      Sentence
      <select
        value={texts.indexOf(textOf(chosen))}
        onChange={({ currentTarget }) => onChoose(sentences[Number(currentTarget.value)])}
      >
        {texts.map((text, at) => (
          <option key={at} value={at}>
            {at + 1}. {text}
          </option>
        ))}
      </select>
    </label>
  );
}
