// The sentences of a text or treebank, a few at first.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';

/** So many are drawn at first, and more on request. */
const SHOWN = 20;

export interface CardListProps<Item> {
  readonly items: readonly Item[];
  readonly card: (item: Item, at: number) => ComponentChildren;
}

export function CardList<Item>({ items, card }: CardListProps<Item>) {
  const [count, setCount] = useState(SHOWN);
  return (
    <div class="cards">
      {items.slice(0, count).map(card)}
      {items.length > count && (
        <button type="button" class="button more" onClick={() => setCount(count + SHOWN)}>
          Show more ({(items.length - count).toLocaleString('en')} left)
        </button>
      )}
    </div>
  );
}
