// A CoNLL-U file: its trees, optionally compared with those of the model or of a second file.

import type { ComponentChildren } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { ParsedTree } from '../../src/pipeline/parsedSentence.js';
import { differencesOf } from '../../src/render/drawing.js';
import type { Match } from '../../src/search/pattern.js';
import { Check } from '../Check.js';
import type { Client } from '../client.js';
import { counted } from '../counted.js';
import { FileButton } from '../FileButton.js';
import type { Search } from '../search/useSearch.js';
import { Card, type CardSettings } from '../tree/Card.js';
import { CardList } from '../tree/CardList.js';
import { sentencesOf, type Trees } from './openFile.js';
import { Scoreboard } from './Scoreboard.js';

export interface TreebankViewProps {
  readonly gold: Trees;
  readonly system: Trees | undefined;
  readonly client: Client;
  readonly settings: CardSettings;
  readonly search: Search;
  /** Further controls. */
  readonly children: ComponentChildren;
  readonly onSystem: (system: Trees | undefined) => void;
  readonly onOpen: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

export function TreebankView(props: TreebankViewProps) {
  const { gold, system, client, settings, search, children, onSystem, onOpen, onClose } = props;
  const [parsed, setParsed] = useState<number>();
  const [differing, setDiffering] = useState(false);
  const [worstFirst, setWorstFirst] = useState(false);
  const control = useRef<AbortController>(null);
  useEffect(() => () => control.current?.abort(), [gold]);
  const parse = async () => {
    control.current?.abort();
    control.current = new AbortController();
    const { signal } = control.current;
    const trees: ParsedTree[] = [];
    const input = { sentences: sentencesOf(gold.trees), options: { rivals: 4, tag: true } };
    setParsed(0);
    try {
      for await (const sentence of client.stream('parseSentences', input, signal)) {
        trees.push(sentence.trees[0]);
        if (trees.length % 50 === 0) setParsed(trees.length);
      }
      if (!signal.aborted) onSystem({ name: 'the model', trees });
    } catch (error) {
      settings.notify((error as Error).message);
    }
    setParsed(undefined);
  };
  const words = gold.trees.reduce((sum, { sentence }) => sum + sentence.words.length, 0);
  const pairs = useMemo(() => {
    const all = gold.trees.map((tree, at) => {
      const other = system?.trees[at];
      // Without a counterpart everything differs.
      const differences = other ? differencesOf(tree.sentence, other.sentence) : tree.sentence.words.length;
      return { tree, other, differences };
    });
    const shown = all.filter(({ tree, differences }) => {
      const isFound = search.found?.has(tree.sentence) ?? true;
      return isFound && !(differing && system && differences === 0);
    });
    return worstFirst && system ? shown.sort((a, b) => b.differences - a.differences) : shown;
  }, [gold, system, differing, worstFirst, search.found]);
  return (
    <section aria-label="Treebank">
      <div class="file">
        <div class="file-names">
          <h2>
            {gold.name}
            {system && <span> compared with {system.name}</span>}
          </h2>
          <p>
            {counted(gold.trees.length, 'sentence')}, {counted(words, 'word')}
          </p>
        </div>
        <div class="actions">
          <button type="button" class="button" disabled={parsed !== undefined} onClick={parse}>
            {parsed === undefined ? 'Compare with the model' : `Parsing: ${parsed} of ${gold.trees.length}`}
          </button>
          <FileButton name="Compare with a file" onOpen={onOpen} />
          <button type="button" class="button" onClick={onClose}>
            Close
          </button>
        </div>
        {system && <Scoreboard gold={gold} system={system} />}
        <div class="choices-of-list">
          {system && (
            <>
              <Check name="Only sentences that differ" isChecked={differing} onChange={setDiffering} />
              <Check name="Most errors first" isChecked={worstFirst} onChange={setWorstFirst} />
            </>
          )}
          {children}
        </div>
        {system && (
          <p class="legend">
            Gold above, {system.name} below. Arcs of one tree only are dashed; labels that differ are
            underlined.
          </p>
        )}
      </div>
      <CardList
        items={pairs}
        card={({ tree, other }, at, isFirst) => (
          <PairCard
            key={`${gold.name}${at}`}
            hasHint={isFirst}
            tree={tree}
            other={other}
            matches={search.found?.get(tree.sentence)}
            settings={settings}
          />
        )}
      />
    </section>
  );
}

interface PairCardProps {
  readonly tree: ParsedTree;
  readonly other: ParsedTree | undefined;
  readonly matches: readonly Match[] | undefined;
  readonly hasHint: boolean;
  readonly settings: CardSettings;
}

function PairCard({ tree, other, ...rest }: PairCardProps) {
  const trees = useMemo(() => [other ?? tree], [tree, other]);
  return <Card trees={trees} gold={other && tree.sentence} {...rest} />;
}
