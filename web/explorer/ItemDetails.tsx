// An item of the chart: its meaning, the rule that derived it, the sum of its value, and its rivals.
import { useState } from 'preact/hooks';
import type { ExploredItem, Payment } from '../../src/explore/exploredChart.js';
import { fullNameOf, itemText, scoreText, symbolOf } from './notation.js';
import { type Drawn, RulePicture } from './RulePicture.js';

export interface ItemDetailsProps {
  readonly items: readonly ExploredItem[];
  readonly place: number;
  /** ROOT, the words, and the end. */
  readonly words: readonly string[];
  readonly onSelect: (place: number) => void;
}

export function ItemDetails({ items, place, words, onSelect }: ItemDetailsProps) {
  const item = items[place];
  const [shown, setShown] = useState({ place, way: 0 });
  // For a new item, show the best way first.
  const way = shown.place === place ? shown.way : 0;
  const inference = item.inferences[way];
  const siblings = items.flatMap(({ i, j }, at) => (i === item.i && j === item.j ? [at] : []));
  const rule = inference?.rule ?? item.startedBy ?? 'axiom';
  return (
    <section class="item" aria-label="Item">
      <header>
        <h3>{itemText(item)}</h3>
        {item.winning && <span class="pill exact">winning derivation</span>}
      </header>
      {siblings.length > 1 && (
        <fieldset class="choices siblings">
          <legend class="hidden">Items of this span</legend>
          {siblings.map((at) => (
            <label key={at}>
              <input type="radio" name="sibling" checked={at === place} onChange={() => onSelect(at)} />
              <span>
                {itemText(items[at])} {scoreText(items[at].value)}
              </span>
            </label>
          ))}
        </fieldset>
      )}
      <p class="meaning">{meaningOf(item, words)}</p>
      <div class="rule-box">
        <RulePicture
          rule={rule}
          premises={inference ? inference.premises.map((at) => items[at]) : beforeOf(item, items)}
          conclusion={item}
          arc={inference?.arc}
          words={words}
        />
      </div>
      <p class="rule-name">{sentenceOf(item, rule)}</p>
      {inference && (
        <table class="sum">
          <tbody>
            {inference.premises.map((at) => (
              <tr key={at}>
                <th scope="row">
                  <button type="button" class="plain" onClick={() => onSelect(at)}>
                    {itemText(items[at])}
                  </button>
                </th>
                <td>{scoreText(items[at].value)}</td>
              </tr>
            ))}
            {inference.payments.map((payment, at) => (
              <tr key={at}>
                <th scope="row">
                  <b class="symbol">{symbolOf(payment.table)}</b> {argumentsOf(payment, words)}
                </th>
                <td>{scoreText(payment.score)}</td>
              </tr>
            ))}
            <tr class="total">
              <th scope="row">{itemText(item)}</th>
              <td>{scoreText(inference.value)}</td>
            </tr>
          </tbody>
        </table>
      )}
      {item.inferences.length > 1 && (
        <fieldset class="ways">
          <legend>
            {item.ways > item.inferences.length
              ? `The best ${item.inferences.length} of ${item.ways} ways to derive it`
              : `All ${item.ways} ways to derive it`}
          </legend>
          {item.inferences.map(({ rule, premises, value }, at) => (
            <label key={at}>
              <input
                type="radio"
                name="way"
                checked={at === way}
                onChange={() => setShown({ place, way: at })}
              />
              <b class="symbol">{symbolOf(rule)}</b>
              <span>{premises.map((premise) => itemText(items[premise])).join(' ')}</span>
              <span class="score">{scoreText(value)}</span>
            </label>
          ))}
        </fieldset>
      )}
    </section>
  );
}

/** The item after which a shift or right-arc starts it: that of the winning derivation, or else any that ends there. */
function beforeOf(
  { startedBy, startedAfter, i, h, b }: ExploredItem,
  items: readonly ExploredItem[],
): Drawn[] {
  if (startedBy === 'axiom') return [];
  if (startedAfter !== undefined) return [items[startedAfter]];
  const any = { i: i - 1, j: i, anyBeginning: true };
  return [{ ...any, ...(h !== undefined && { h: i - 1 }), ...(b !== undefined && { b: 0 }) }];
}

function argumentsOf({ table, row, column }: Payment, words: readonly string[]): string {
  return table === 'arc'
    ? `${words[row]} ${row < column ? '↷' : '↶'} ${words[column]}`
    : `(${words[row]}, ${words[column]})`;
}

function meaningOf({ i, j, h, b, f, inferences }: ExploredItem, words: readonly string[]): string {
  const isEnd = j === words.length - 1;
  const last = f === 1 ? `; the last step was ${fullNameOf(inferences[0].rule)}` : '';
  const front = `${isEnd ? 'the buffer is empty' : `“${words[j]}” is at the front of the buffer`}${last}`;
  if (h !== undefined) {
    const tree = `a subtree from “${words[i]}” to “${words[j - 1]}” with the head “${words[h]}”`;
    return `On top of the stack is ${j - i === 1 ? `“${words[i]}” alone` : tree}; ${front}.`;
  }
  const head = b === undefined || i === 0 ? '' : b === 1 ? ', with its head' : ', without a head yet';
  const between = `; all words ${isEnd ? 'after it' : 'between them'} have their heads`;
  return `“${words[i]}” is on top of the stack${head}, and ${front}${j - i > 1 ? between : ''}.`;
}

function sentenceOf({ startedBy }: ExploredItem, rule: string): string {
  if (rule === 'axiom') return 'The axiom: ROOT is on the stack. Its value is zero.';
  if (startedBy) {
    return `Started by ${fullNameOf(rule)}. Its value is zero: the score is added when the word is reduced.`;
  }
  return `Derived by ${fullNameOf(rule)}:`;
}
