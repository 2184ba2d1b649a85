// One sentence: its tree, or two trees over it, with details and actions.
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Sentence } from '../../src/conllu/sentence.js';
import type { ParsedTree } from '../../src/pipeline/parsedSentence.js';
import { differencesOf, differingWord, textOf } from '../../src/render/drawing.js';
import { svgComparison, svgTree } from '../../src/render/svg.js';
import type { Theme } from '../../src/render/theme.js';
import type { Match } from '../../src/search/pattern.js';
import { counted } from '../counted.js';
import { Details } from './Details.js';
import { ExportMenu } from './ExportMenu.js';
import { KBest } from './KBest.js';
import { Table } from './Table.js';
import { Tree } from './Tree.js';
import { useWidth } from './useWidth.js';

/** The display settings and callbacks of cards. */
export interface CardSettings {
  readonly colours: 'light' | 'dark';
  /** Whether long sentences wrap. */
  readonly wraps: boolean;
  /** Whether the columns of the words are shown too. */
  readonly hasTable: boolean;
  readonly notify: (message: string) => void;
  readonly onExplore: (sentence: Sentence) => void;
}

export interface CardProps {
  /** Best first. */
  readonly trees: readonly ParsedTree[];
  /** The tree to compare with. */
  readonly gold?: Sentence;
  readonly warning?: string;
  /** What the search found in it. */
  readonly matches?: readonly Match[];
  /** Whether it says how to use it; the first of a list does. */
  readonly hasHint?: boolean;
  readonly settings: CardSettings;
}

export function Card({ trees, gold, warning, matches, hasHint, settings }: CardProps) {
  const { colours, wraps, hasTable, notify, onExplore } = settings;
  const [rank, setRank] = useState(0);
  const [selected, setSelected] = useState<number>();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  useLayoutEffect(() => {
    setRank(0);
    setSelected(undefined);
  }, [trees]);
  const tree = trees[rank] ?? trees[0];
  const { sentence, probabilities } = tree;
  const difference = gold && differingWord(gold, sentence);
  const compared = difference === undefined ? gold : undefined;
  const marked = useMemo(() => {
    return new Set(matches?.flatMap(({ nodes }) => Object.values(nodes).map(({ id }) => id)));
  }, [matches]);
  const drawn = useMemo(() => {
    return (theme: Theme) => {
      const options = { probabilities, theme, marked, width: wraps && width > 0 ? width : undefined };
      return compared ? svgComparison(compared, sentence, options) : svgTree(sentence, options);
    };
  }, [sentence, probabilities, compared, marked, wraps, width]);
  const svg = useMemo(() => (width > 0 ? drawn('none') : ''), [drawn, width]);
  const chosen = selected !== undefined && selected <= sentence.words.length ? selected : undefined;
  const exported = { sentence, probabilities, svg: () => drawn(colours) };
  return (
    <article class="card" aria-label={textOf(sentence)}>
      <header>
        <h2 dir="auto">{textOf(sentence)}</h2>
        <div class="actions">
          <button type="button" class="button" onClick={() => onExplore(sentence)}>
            Explore
          </button>
          <ExportMenu exported={exported} notify={notify} />
        </div>
      </header>
      {warning && <p class="note">{warning}</p>}
      {difference !== undefined && (
        <p class="note">
          The two trees have different words from word {difference} on, so only one is drawn.
        </p>
      )}
      {compared && <p class="note">{differenceOf(compared, sentence)}</p>}
      <div class="views">
        <div class="drawing" ref={box}>
          {svg && (
            <Tree svg={svg} room={width} sentence={sentence} selected={chosen} onSelect={setSelected} />
          )}
        </div>
        {hasTable && <Table exported={exported} selected={chosen} onSelect={setSelected} notify={notify} />}
      </div>
      <footer>
        {trees.length > 1 && <KBest trees={trees} rank={rank} onChange={setRank} />}
        <div class="about" aria-live="polite">
          {chosen !== undefined && <Details tree={tree} gold={compared} word={chosen} />}
          {chosen === undefined && hasHint && <Hint />}
        </div>
      </footer>
    </article>
  );
}

function differenceOf(gold: Sentence, sentence: Sentence): string {
  const differing = differencesOf(gold, sentence);
  if (differing === 0) return 'The two trees are the same.';
  return `${counted(differing, 'word')} of ${sentence.words.length} ${differing === 1 ? 'differs' : 'differ'}.`;
}

/** Fingers and pointers choose in different ways; the style sheet shows one of the two. */
function Hint() {
  return (
    <>
      <p class="hint for-pointers">Point at an arc or a word, or use the arrow keys.</p>
      <p class="hint for-fingers">Tap an arc or a word to see what the parser knows about it.</p>
    </>
  );
}
