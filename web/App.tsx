// The page: a text or a file, its trees, and their derivations.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Sentence } from '../src/conllu/sentence.js';
import { Check } from './Check.js';
import type { Client } from './client.js';
import { documentation } from './documentation.js';
import { exampleOf, isExample } from './examples.js';
import { Explorer } from './explorer/Explorer.js';
import { Header } from './Header.js';
import { Licence } from './Licence.js';
import { fragmentOf, type Place, placeOf } from './link.js';
import { ModelPicker } from './ModelPicker.js';
import { SentenceChoice } from './SentenceChoice.js';
import { Status } from './Status.js';
import { SearchBar } from './search/SearchBar.js';
import { useSearch } from './search/useSearch.js';
import { TextInput } from './TextInput.js';
import { Card, type CardSettings } from './tree/Card.js';
import { CardList } from './tree/CardList.js';
import { sentencesOf } from './treebank/openFile.js';
import { TreebankView } from './treebank/TreebankView.js';
import { useDrop } from './useDrop.js';
import { useFiles } from './useFiles.js';
import { useModels } from './useModels.js';
import { useParses } from './useParses.js';
import { useTheme } from './useTheme.js';

const start: Place = { view: 'Parse', text: exampleOf('en') };

export function App({ client }: { readonly client: Client }) {
  const [{ view, text, model }, setPlace] = useState<Place>(() => ({ ...start, ...placeOf(location.hash) }));
  const [colours, changeColours] = useTheme();
  const [wraps, setWraps] = useState(true);
  const [hasTable, setHasTable] = useState(false);
  const [explored, setExplored] = useState<Sentence>();
  const [message, notify] = useState('');
  const models = useModels(client, model);
  const parses = useParses(client, text, models.changes);
  const setText = useCallback((next: string) => {
    setExplored(undefined);
    setPlace((place) => ({ ...place, text: next }));
  }, []);
  const { files, setFiles, open, paste } = useFiles(setText, models.open);
  useEffect(() => setExplored(undefined), [files.gold, models.changes]);
  const dragging = useDrop(open);

  const { language = 'en' } = models.about ?? {};
  useEffect(() => {
    // An example in another language gives way to one in that of the model.
    setPlace((place) => (isExample(place.text) ? { ...place, text: exampleOf(language) } : place));
  }, [language]);
  const chooseModel = (name: string) => {
    const isListed = models.listed.some((choice) => choice.name === name);
    models.preferOpened(!isListed);
    const isDefault = name === models.listed[0]?.name;
    if (isListed) setPlace((place) => ({ ...place, model: isDefault ? undefined : name }));
  };

  const fragment = fragmentOf({ view, text, model });
  /** The view that the address has, or will have in a moment. */
  const shown = useRef(view);
  useEffect(() => {
    const follow = () => {
      const place = placeOf(location.hash);
      shown.current = place.view ?? shown.current;
      setPlace((before) => ({ ...before, ...place }));
    };
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  // At once: Back may come as soon as the view is there.
  useLayoutEffect(() => {
    if (shown.current === view) return;
    const before = fragmentOf({ view: shown.current, text, model });
    shown.current = view;
    if (fragment === undefined) return;
    // The text may be so new that the address does not contain it yet.
    history.replaceState(null, '', before);
    // Another view is another step of the history, to which the browser's Back leads.
    history.pushState(null, '', fragment);
  }, [fragment, view, text, model]);
  useEffect(() => {
    // Without files, the address contains the text. Browsers limit how often it may change.
    const timer = setTimeout(() => {
      // By now Back may have led to another view.
      if (shown.current === view) history.replaceState(null, '', fragment ?? location.pathname);
    }, 300);
    return () => clearTimeout(timer);
  }, [fragment, view]);
  useEffect(() => {
    if (message === '') return;
    const timer = setTimeout(() => notify(''), 4000);
    return () => clearTimeout(timer);
  }, [message]);

  const settings: CardSettings = {
    colours,
    wraps,
    hasTable,
    notify,
    onExplore: (sentence) => {
      setExplored(sentence);
      setPlace((place) => ({ ...place, view: 'Explorer' }));
      scrollTo({ top: 0 });
    },
  };
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(new URL(fragment ?? '', location.href).href);
      notify('Link copied');
    } catch {
      notify('Copy the link from the address bar: the browser does not allow this page to copy it.');
    }
  };
  const choices = (
    <>
      <Check name="Wrap long sentences" isChecked={wraps} onChange={setWraps} />
      <Check name="Table" isChecked={hasTable} onChange={setHasTable} />
    </>
  );
  const best = useMemo(
    () => (files.gold ? files.gold.trees : parses.sentences.map(({ trees }) => trees[0])),
    [files.gold, parses.sentences],
  );
  const search = useSearch(useMemo(() => sentencesOf(best), [best]));
  const sentence = explored ?? best[0]?.sentence;
  return (
    <>
      <Header
        view={view}
        onView={(next) => setPlace((place) => ({ ...place, view: next }))}
        colours={colours}
        onColours={changeColours}
      />
      <main>
        {!files.gold && (
          <TextInput
            text={text}
            language={models.about?.language}
            hasExamples={language === 'en'}
            onText={setText}
            onConllu={paste}
            onOpen={open}
          >
            <ModelPicker models={models} onChoose={chooseModel} onOpen={open} />
          </TextInput>
        )}
        {files.error && (
          <div class="alert" role="alert">
            <p>{files.error}</p>
            <button type="button" class="button" onClick={() => setFiles({ ...files, error: undefined })}>
              Dismiss
            </button>
          </div>
        )}
        {(!files.gold || !models.ready) && (
          <div class="bar">
            <Status models={models} parses={parses} />
            <div class="actions">
              {view === 'Parse' && choices}
              <button type="button" class="plain" disabled={fragment === undefined} onClick={copyLink}>
                Copy link
              </button>
            </div>
          </div>
        )}
        {view === 'Explorer' && sentence && (
          <>
            <SentenceChoice sentences={sentencesOf(best)} chosen={sentence} onChoose={setExplored} />
            <Explorer sentence={sentence} client={client} />
          </>
        )}
        {view === 'Parse' && <SearchBar search={search} />}
        {view === 'Parse' && files.gold && (
          <TreebankView
            gold={files.gold}
            system={files.system}
            client={client}
            settings={settings}
            search={search}
            onSystem={(system) => setFiles({ gold: files.gold, system })}
            onOpen={open}
            onClose={() => setFiles({})}
          >
            {choices}
          </TreebankView>
        )}
        {view === 'Parse' && !files.gold && (
          <CardList
            items={parses.sentences.filter(({ trees }) => search.found?.has(trees[0].sentence) ?? true)}
            card={({ trees, warning }, at, isFirst) => (
              <Card
                key={at}
                hasHint={isFirst}
                trees={trees}
                warning={warning}
                matches={search.found?.get(trees[0].sentence)}
                settings={settings}
              />
            )}
          />
        )}
      </main>
      <footer class="bottom">
        Everything happens in this page: what you type or open is not sent anywhere.{' '}
        <Licence {...models.about} /> <a href={documentation('README')}>Documentation</a>
      </footer>
      <p class="toast" role="status">
        {message}
      </p>
      {dragging && <p class="drop">Drop to open</p>}
    </>
  );
}
