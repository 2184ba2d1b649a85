// A sentence as the table that its file is.
import { tokensOf } from '../../src/conllu/token.js';
import { copy, type Exported } from './exports.js';

const always = ['form', 'lemma', 'upos', 'xpos', 'feats', 'head', 'deprel'] as const;
/** Columns that few treebanks fill. */
const rare = ['deps', 'misc'] as const;

export interface TableProps {
  readonly exported: Exported;
  /** The word that is pointed at. */
  readonly selected: number | undefined;
  readonly onSelect: (word: number | undefined) => void;
  /** Shows the outcome of copying to the user. */
  readonly notify: (message: string) => void;
}

export function Table({ exported, selected, onSelect, notify }: TableProps) {
  const { sentence } = exported;
  const columns = [...always, ...rare.filter((name) => sentence.words.some((word) => word[name] !== '_'))];
  const copyTable = async () => {
    try {
      await copy('CoNLL-U', exported);
      notify('Table copied as CoNLL-U');
    } catch (error) {
      notify((error as Error).message);
    }
  };
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
          {tokensOf(sentence).map(({ columns: token, first, last }) => (
            <>
              {first < last && (
                <tr key={`${first}-${last}`}>
                  <th scope="row">{`${first}-${last}`}</th>
                  <td dir="auto">{token.form}</td>
                  <td colSpan={columns.length - 1} />
                </tr>
              )}
              {sentence.words.slice(first - 1, last).map((word) => (
                <tr
                  key={word.id}
                  class={word.id === selected ? 'selected' : undefined}
                  onPointerEnter={() => onSelect(word.id)}
                >
                  <th scope="row">{word.id}</th>
                  {columns.map((column) => (
                    <td key={column} class={column} dir="auto">
                      {column === 'feats' || column === 'misc'
                        ? word[column].replaceAll('|', ' | ')
                        : word[column]}
                    </td>
                  ))}
                </tr>
              ))}
            </>
          ))}
        </tbody>
      </table>
      {/* Inside what scrolls, so that the keyboard can scroll it. */}
      <button type="button" class="plain" onClick={copyTable}>
        Copy table
      </button>
    </div>
  );
}
