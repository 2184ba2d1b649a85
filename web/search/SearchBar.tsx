// The field for a pattern, and a summary of its matches.
import { useState } from 'preact/hooks';
import { counted } from '../counted.js';
import { documentation } from '../documentation.js';
import type { Search } from './useSearch.js';

/** The number of clusters to show at first. */
const MOST = 12;

export function SearchBar({ search }: { readonly search: Search }) {
  const { pattern, setPattern, key, setKey, error, found, clusters } = search;
  const [showsAll, setShowsAll] = useState(false);
  const matches = found && [...found.values()].reduce((sum, { length }) => sum + length, 0);
  return (
    <section class="search" aria-label="Search">
      <div class="fields">
        <label>
          Search the trees
          <input
            type="text"
            class="pattern"
            spellcheck={false}
            value={pattern}
            placeholder="V [upos=VERB]; V -[nsubj]-> S"
            onInput={({ currentTarget }) => setPattern(currentTarget.value)}
          />
        </label>
        <label>
          Count by
          <input
            type="text"
            class="key"
            spellcheck={false}
            value={key}
            placeholder="V.lemma"
            onInput={({ currentTarget }) => setKey(currentTarget.value)}
          />
        </label>
      </div>
      <a class="notation" href={documentation('search')}>
        How to write patterns
      </a>
      <div aria-live="polite">
        {error && (
          <p class="note">
            {error.message}{' '}
            <code>
              {error.text.slice(0, error.at)}
              <mark>{error.text.slice(error.at, error.at + 1) || ' '}</mark>
              {error.text.slice(error.at + 1)}
            </code>
          </p>
        )}
        {!error && found && matches !== undefined && (
          <p class="note">
            {counted(matches, 'match', 'matches')} in {counted(found.size, 'sentence')}
          </p>
        )}
      </div>
      {clusters.length > 0 && (
        <ol class="clusters" aria-label={`Matches by ${key}`}>
          {clusters.slice(0, showsAll ? undefined : MOST).map(([value, count]) => (
            <li key={value}>
              <span>{value}</span> {count.toLocaleString('en')}
            </li>
          ))}
          {clusters.length > MOST && (
            <li>
              <button type="button" class="plain" onClick={() => setShowsAll(!showsAll)}>
                {showsAll ? 'Show fewer' : `Show ${counted(clusters.length - MOST, 'more value')}`}
              </button>
            </li>
          )}
        </ol>
      )}
    </section>
  );
}
