// The choice among the k best parses of a sentence.
import { useId } from 'preact/hooks';
import type { ParsedTree } from '../../src/pipeline/parsedSentence.js';
import { percent } from './percent.js';

export interface KBestProps {
  readonly trees: readonly ParsedTree[];
  readonly rank: number;
  readonly onChange: (rank: number) => void;
}

export function KBest({ trees, rank, onChange }: KBestProps) {
  const name = useId();
  const [best] = trees;
  return (
    <fieldset class="k-best">
      <legend>Best parses</legend>
      <div class="choices">
        {trees.map((tree, at) => (
          <label key={at}>
            <input type="radio" name={name} checked={at === rank} onChange={() => onChange(at)} />
            <span title={`Score ${tree.score?.toFixed(2)}`}>
              <b>{at + 1}</b> {chanceOf(tree, best)}
            </span>
          </label>
        ))}
      </div>
      {rank > 0 && <p class="difference">{differenceOf(best, trees[rank])}</p>}
    </fieldset>
  );
}

/** If the best tree is less probable, as in long sentences, relative probabilities are more informative. */
const FEW = 0.01;

/** The probability of a tree, absolute or relative to the best one; its score if there is none. */
function chanceOf(tree: ParsedTree, best: ParsedTree): string {
  const { score = 0, probability } = tree;
  if (!probability || !best.probability) return score.toFixed(2);
  if (tree === best || best.probability >= FEW) return percent(probability);
  return `${(probability / best.probability).toFixed(2)}×`;
}

/** The words in which a tree differs from the best one. */
function differenceOf(best: ParsedTree, other: ParsedTree): string {
  const changed = other.sentence.words.filter(({ head, deprel }, at) => {
    const own = best.sentence.words[at];
    return own.head !== head || own.deprel !== deprel;
  });
  return `Differs from the best in ${changed.map(({ form }) => `“${form}”`).join(', ')}`;
}
