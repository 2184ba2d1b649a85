// The details of one word: its head, and the other heads that it could have.
import type { Sentence } from '../../src/conllu/sentence.js';
import { rivalsOf } from '../../src/pipeline/candidates.js';
import type { ParsedTree } from '../../src/pipeline/parsedSentence.js';
import { percent } from './percent.js';
import { explained } from './relations.js';
import { WordColumns } from './WordColumns.js';

export interface DetailsProps {
  readonly tree: ParsedTree;
  /** The tree to compare with. */
  readonly gold?: Sentence;
  readonly word: number;
}

export function Details({ tree: { sentence, probabilities, candidates: known }, gold, word }: DetailsProps) {
  const { form, head, deprel } = sentence.words[word - 1];
  const meaning = explained(deprel);
  const right = gold?.words[word - 1];
  const differs = right && (right.head !== head || right.deprel !== deprel);
  const candidates =
    probabilities && known
      ? [
          { head, probability: probabilities[word] },
          ...rivalsOf(known, sentence.words.length, { id: word, head }),
        ]
      : [];
  return (
    <div class="details">
      <p class="arc-name">
        <b>{form}</b> <span class="relation">{deprel}</span>
        {head > 0 && (
          <>
            {' of '}
            <b>{formOf(sentence, head)}</b>
          </>
        )}
        {candidates.length === 0 && probabilities && <> · {percent(probabilities[word])}</>}
      </p>
      {right && (
        <p class={differs ? 'verdict wrong' : 'verdict'}>
          {differs
            ? `Gold: ${right.deprel}${right.head > 0 ? ` of ${formOf(sentence, right.head)}` : ''}`
            : 'As in the gold tree'}
        </p>
      )}
      <WordColumns word={sentence.words[word - 1]} />
      {meaning && (
        <p class="meaning">
          <a href={meaning.address} target="_blank" rel="noreferrer">
            {deprel}
          </a>
          : {meaning.meaning}
        </p>
      )}
      {candidates.length > 0 && (
        <ol class="rivals" aria-label={`Heads of ${form} by probability`}>
          {candidates.map((candidate, at) => (
            <li key={candidate.head} class={at === 0 ? 'chosen' : undefined}>
              <span class="form">
                {formOf(sentence, candidate.head)}
                {isRepeated(sentence, candidate.head) && <sub>{candidate.head}</sub>}
              </span>
              <span class="probability">{percent(candidate.probability)}</span>
              <meter min={0} max={1} value={candidate.probability} aria-hidden="true" />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}

/** Whether the form alone is ambiguous. */
function isRepeated({ words }: Sentence, position: number): boolean {
  return words.some(({ id, form }) => id !== position && form === words[position - 1]?.form);
}

function formOf({ words }: Sentence, position: number): string {
  return position === 0 ? 'ROOT' : words[position - 1].form;
}
