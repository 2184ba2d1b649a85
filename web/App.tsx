// The page: a text, and its trees or how they come about.
import { useEffect, useState } from 'preact/hooks';
import type { Progress } from '../src/library/modelBytes.js';
import type { Client } from './client.js';
import { Explorer } from './explorer/Explorer.js';
import { Tree } from './Tree.js';
import { useParses } from './useParses.js';

const views = ['Parse', 'Explorer'] as const;
type View = (typeof views)[number];

export function App({ client }: { readonly client: Client }) {
  const [view, setView] = useState<View>('Parse');
  const [text, setText] = useState('I saw the man with the telescope.');
  const [progress, setProgress] = useState<Progress>();
  const { sentences, error } = useParses(client, text);
  useEffect(() => {
    const load = async () => {
      const address = new URL('en/english.arcwise', document.baseURI).href;
      for await (const step of client.stream('load', address)) setProgress(step);
    };
    void load();
  }, [client]);
  const [first] = sentences;
  return (
    <>
      <header>
        <h1>arcwise</h1>
        <nav>
          {views.map((name) => (
            <button type="button" key={name} aria-pressed={name === view} onClick={() => setView(name)}>
              {name}
            </button>
          ))}
        </nav>
      </header>
      <main>
        <label for="text">Text</label>
        <textarea id="text" value={text} onInput={({ currentTarget }) => setText(currentTarget.value)} />
        <p aria-live="polite">{error ?? `${progress?.loaded ?? 0} of ${progress?.total ?? '?'} bytes`}</p>
        {view === 'Parse' &&
          sentences.map(({ trees: [{ sentence, probabilities }] }, at) => (
            <Tree key={at} sentence={sentence} probabilities={probabilities} />
          ))}
        {view === 'Explorer' && first && <Explorer sentence={first.trees[0].sentence} client={client} />}
      </main>
    </>
  );
}
