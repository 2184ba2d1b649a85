// The status line of the page.
import { counted } from './counted.js';
import { megabytes } from './megabytes.js';
import type { ModelsState } from './useModels.js';
import type { Parses } from './useParses.js';

export interface StatusProps {
  readonly models: ModelsState;
  readonly parses: Parses;
}

export function Status({ models, parses }: StatusProps) {
  const { loading, chosen, progress, error, retry } = models;
  if (error) {
    return (
      <div class="alert" role="alert">
        <p>{error}</p>
        <button type="button" class="button" onClick={retry}>
          Try again
        </button>
      </div>
    );
  }
  if (loading) {
    const { loaded = 0, total } = progress ?? {};
    return (
      <div class="loading">
        <label for="loading">
          Loading {chosen && models.ready ? chosen.title : 'the model'}
          {total ? `, ${megabytes(loaded)} of ${megabytes(total)} MB` : ''}
        </label>
        <progress id="loading" max={total ?? 1} value={total ? loaded : undefined} />
      </div>
    );
  }
  return (
    <p class="status" aria-live="polite" aria-busy={parses.busy}>
      {parses.error ?? (parses.busy ? progressOf(parses) : summary(parses))}
    </p>
  );
}

function progressOf({ sentences, total }: Parses): string {
  if (total === undefined) return 'Parsing…';
  return `Parsing: ${sentences.length.toLocaleString('en')} of ${counted(total, 'sentence')}`;
}

function summary({ sentences }: Parses): string {
  if (sentences.length === 0) return 'Nothing to parse yet.';
  const words = sentences.reduce((sum, { trees }) => sum + trees[0].sentence.words.length, 0);
  return `${counted(sentences.length, 'sentence')}, ${counted(words, 'word')}`;
}
