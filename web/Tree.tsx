// A drawing of a tree in the page.
import { useEffect, useRef } from 'preact/hooks';
import type { Sentence } from '../src/conllu/sentence.js';
import { svgTree } from '../src/render/svg.js';

export interface TreeProps {
  readonly sentence: Sentence;
  readonly probabilities?: ArrayLike<number>;
}

export function Tree({ sentence, probabilities }: TreeProps) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The policy of the page forbids styles in elements: the page's own sheet has those of trees.
    const svg = svgTree(sentence, { probabilities, theme: 'none' });
    const drawing = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
    box.current?.replaceChildren(document.adoptNode(drawing));
  }, [sentence, probabilities]);
  return <div class="tree" ref={box} />;
}
