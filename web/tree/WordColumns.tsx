// The columns of a word: its lemma, tags and features.
import type { Word } from '../../src/conllu/sentence.js';

const columns = [
  ['lemma', 'Lemma'],
  ['upos', 'UPOS'],
  ['xpos', 'XPOS'],
] as const;

export function WordColumns({ word }: { readonly word: Word }) {
  const features = word.feats === '_' ? [] : word.feats.split('|');
  return (
    <dl class="columns">
      {columns.map(
        ([column, name]) =>
          word[column] !== '_' && (
            <div key={column}>
              <dt>{name}</dt>
              <dd>{word[column]}</dd>
            </div>
          ),
      )}
      {features.map((feature) => {
        const [name, ...value] = feature.split('=');
        return (
          <div key={feature}>
            <dt>{name}</dt>
            <dd>{value.join('=')}</dd>
          </div>
        );
      })}
    </dl>
  );
}
