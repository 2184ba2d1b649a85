// The sentences of a text or treebank, a few at first.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** The number of sentences to draw at first and per request. */
const SHOWN = 20;

export interface CardListProps<Item> {
  readonly items: readonly Item[];
  /** The card of an item; `isFirst` is set for the first one that is shown. */
  readonly card: (item: Item, at: number, isFirst: boolean) => ComponentChildren;
}

export function CardList<Item>({ items, card }: CardListProps<Item>) {
  const [count, setCount] = useState(SHOWN);
  const [first, setFirst] = useState(0);
  // A shorter list starts from the top.
  const start = first < items.length ? first : 0;
  const end = start + count;
  return (
    <div class="cards">
      {items.length > SHOWN && (
        <label class="jump">
          Go to sentence
          <input
            type="number"
            min={1}
            max={items.length}
            value={start + 1}
            onChange={({ currentTarget: { valueAsNumber } }) => {
              if (!Number.isNaN(valueAsNumber))
                setFirst(Math.min(items.length, Math.max(1, valueAsNumber)) - 1);
              setCount(SHOWN);
            }}
          />
          of {items.length.toLocaleString('en')}
        </label>
      )}
      {items.slice(start, end).map((item, at) => card(item, start + at, at === 0))}
      {items.length > end && (
        <button type="button" class="button more" onClick={() => setCount(count + SHOWN)}>
          Show more ({(items.length - end).toLocaleString('en')} left)
        </button>
      )}
    </div>
  );
}
