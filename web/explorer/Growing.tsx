// The tree so far: the drawing of the whole tree without the arcs still to come.
import { useEffect, useRef } from 'preact/hooks';
import type { Sentence } from '../../src/conllu/sentence.js';
import type { ExploredConfiguration, ExploredSequence } from '../../src/explore/sequence.js';
import { svgTree } from '../../src/render/svg.js';
import { useWidth } from '../tree/useWidth.js';

export interface GrowingProps {
  readonly sentence: Sentence;
  /** The sequence that builds the tree. */
  readonly sequence: ExploredSequence;
  readonly configuration: ExploredConfiguration;
  /** The configuration before it, to highlight the newest arc. */
  readonly before?: ExploredConfiguration;
}

export function Growing({ sentence, sequence, configuration, before }: GrowingProps) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  useEffect(() => {
    const { heads, labels } = sequence;
    const words = sentence.words.map((word) => ({
      ...word,
      head: heads[word.id],
      deprel: labels?.[word.id] ?? '_',
    }));
    const svg = svgTree({ ...sentence, words }, { theme: 'none', ...(width > 0 && { width }) });
    const { documentElement } = new DOMParser().parseFromString(svg, 'image/svg+xml');
    box.current?.replaceChildren(document.adoptNode(documentElement));
  }, [sentence, sequence, width]);
  useEffect(() => {
    const { stack, b0, heads } = configuration;
    for (const arc of box.current?.querySelectorAll<SVGElement>('.arc') ?? []) {
      const word = Number(arc.dataset.dependent);
      arc.classList.toggle('absent', heads[word] < 0);
      arc.classList.toggle('newest', before !== undefined && heads[word] >= 0 && before.heads[word] < 0);
    }
    for (const [at, text] of [...(box.current?.querySelectorAll('.word') ?? [])].entries()) {
      const word = at + 1;
      text.classList.toggle('front', word === b0);
      text.classList.toggle('top', word === stack[stack.length - 1]);
      text.classList.toggle('gone', word < b0 && !stack.includes(word));
      text.classList.toggle('waiting', word > b0);
    }
  }, [sentence, sequence, width, configuration, before]);
  return <div class="growing" ref={box} />;
}
