// A sentence as the table that its file is.
import type { Sentence } from '../../src/conllu/sentence.js';

const columns = ['form', 'lemma', 'upos', 'xpos', 'feats', 'head', 'deprel', 'misc'] as const;

export interface TableProps {
  readonly sentence: Sentence;
  /** The word that is pointed at. */
  readonly selected: number | undefined;
  readonly onSelect: (word: number | undefined) => void;
}

export function Table({ sentence, selected, onSelect }: TableProps) {
  return (
    <div class="table">
      <table onPointerLeave={() => onSelect(undefined)}>
        <thead>
          <tr>
            <th scope="col">id</th>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sentence.words.map((word) => (
            <tr
              key={word.id}
              class={word.id === selected ? 'selected' : undefined}
              onPointerEnter={() => onSelect(word.id)}
            >
              <th scope="row">{word.id}</th>
              {columns.map((column) => (
                <td key={column} dir="auto">
                  {column === 'feats' || column === 'misc'
                    ? word[column].replaceAll('|', ' | ')
                    : word[column]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
