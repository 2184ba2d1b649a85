// The scores of a system against gold trees.
import { useMemo } from 'preact/hooks';
import type { TreeScores } from '../../src/evaluate/scores.js';
import { scoresOf, type Trees } from './openFile.js';

const shown: readonly [key: 'uas' | 'las' | 'lem' | 'upos', name: string, meaning: string][] = [
  ['uas', 'UAS', 'words with the right head'],
  ['las', 'LAS', 'words with the right head and label'],
  ['lem', 'Exact', 'sentences without an error'],
  ['upos', 'UPOS', 'words with the right tag'],
];

export function Scoreboard({ gold, system }: { readonly gold: Trees; readonly system: Trees }) {
  const result = useMemo((): TreeScores | string => {
    try {
      return scoresOf(gold, system);
    } catch (error) {
      return (error as Error).message;
    }
  }, [gold, system]);
  if (typeof result === 'string') return <p class="note">{result}</p>;
  return (
    <dl class="scores" aria-label="Scores">
      {shown.map(([key, name, meaning]) => (
        <div key={key}>
          <dt>{name}</dt>
          <dd>
            <b>{result[key].toFixed(2)}%</b>
            <span>{meaning}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
