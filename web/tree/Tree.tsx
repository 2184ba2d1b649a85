// A drawing in the page, with arcs that respond to the pointer and the arrow keys.
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { Sentence } from '../../src/conllu/sentence.js';
import { enlarge, equip, focusArc, markArcs, wordAt } from './arcs.js';

export interface TreeProps {
  /** The drawing, without styles. */
  readonly svg: string;
  /** The width that it may fill, in pixels. */
  readonly room: number;
  /** The sentence whose tree the arrow keys follow. */
  readonly sentence: Sentence;
  /** The word whose arc is marked. */
  readonly selected: number | undefined;
  readonly onSelect: (word: number | undefined) => void;
}

export function Tree({ svg, room, sentence, selected, onSelect }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return;
    const focused = current.contains(document.activeElement) ? focusedWord() : undefined;
    const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
    const drawing = document.adoptNode(documentElement);
    equip(drawing);
    enlarge(drawing, room);
    current.replaceChildren(drawing);
    focusArc(drawing, focused);
  }, [svg, room]);
  useEffect(() => {
    const { current } = box;
    if (!current) return;
    // On the box, because a drawing with a focus listener would itself be a tab stop.
    const control = new AbortController();
    const listen = <Name extends keyof HTMLElementEventMap>(
      name: Name,
      listener: (event: HTMLElementEventMap[Name]) => void,
    ) => current.addEventListener(name, listener, { signal: control.signal });
    listen('pointerover', ({ target }) => {
      const word = wordAt(target);
      if (word !== undefined) onSelect(word);
    });
    listen('pointerleave', () => onSelect(focusedWord()));
    listen('focusin', ({ target }) => onSelect(wordAt(target)));
    listen('focusout', () => onSelect(undefined));
    listen('click', ({ target }) => focusArc(current, wordAt(target)));
    listen('keydown', (event) => {
      const word = focusedWord();
      const next = word === undefined ? undefined : wordTowards(sentence, word, event.key);
      if (next === undefined) return;
      event.preventDefault();
      focusArc(current, next);
    });
    return () => control.abort();
  }, [sentence, onSelect]);
  useLayoutEffect(() => {
    if (box.current) markArcs(box.current, sentence, selected);
  }, [svg, room, sentence, selected]);
  return <div class="tree" ref={box} />;
}

function focusedWord(): number | undefined {
  return wordAt(document.activeElement);
}

/** The word that a key moves to: a neighbour, the head, or the first dependent. */
function wordTowards({ words }: Sentence, word: number, key: string): number | undefined {
  const inside = (next: number) => (next >= 1 && next <= words.length ? next : undefined);
  switch (key) {
    case 'ArrowRight':
      return inside(word + 1);
    case 'ArrowLeft':
      return inside(word - 1);
    case 'ArrowUp':
      return inside(words[word - 1].head);
    case 'ArrowDown':
      return words.find(({ head }) => head === word)?.id;
    case 'Home':
      return 1;
    case 'End':
      return words.length;
    default:
      return undefined;
  }
}
