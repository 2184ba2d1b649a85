// The field for a pattern, and a summary of its matches.
import { counted } from '../counted.js';
import type { Search } from './useSearch.js';

/** The number of clusters to show. */
const MOST = 12;

export function SearchBar({ search }: { readonly search: Search }) {
  const { pattern, setPattern, key, setKey, error, found, clusters } = search;
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
      <div aria-live="polite">
        {error && <pre class="note">{error}</pre>}
        {!error && found && matches !== undefined && (
          <p class="note">
            {counted(matches, 'match', 'matches')} in {counted(found.size, 'sentence')}
          </p>
        )}
      </div>
      {clusters.length > 0 && (
        <ol class="clusters" aria-label={`Matches by ${key}`}>
          {clusters.slice(0, MOST).map(([value, count]) => (
            <li key={value}>
              <span>{value}</span> {count.toLocaleString('en')}
            </li>
          ))}
          {clusters.length > MOST && <li>and {counted(clusters.length - MOST, 'more value')}</li>}
        </ol>
      )}
    </section>
  );
}
