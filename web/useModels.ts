// The models of the page: which there are, which one is in use, and which one is being loaded.
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import type { Progress } from '../src/library/modelBytes.js';
import { type PageModel, pageModelsName } from '../src/library/pageModels.js';
import type { Client } from './client.js';
import type { About, OpenedModel } from './worker.js';

type AnyModel = PageModel | OpenedModel;

/** What the page knows of a model. */
export interface ModelChoice {
  readonly name: string;
  readonly title: string;
  /** The size of its files. */
  readonly bytes: number;
}

export interface ModelsState {
  /** Those of the list, the default first; none until it is there. */
  readonly listed: readonly ModelChoice[];
  /** The one that the user opened. */
  readonly opened?: ModelChoice;
  /** The one that is asked for, in use or still loading. */
  readonly chosen?: ModelChoice;
  /** Whether there is one to parse with. */
  readonly ready: boolean;
  /** How often another model has taken the place of the one before. */
  readonly changes: number;
  /** Set while one is being loaded. */
  readonly loading: boolean;
  readonly progress?: Progress;
  /** Of the model in use. */
  readonly about?: About;
  /** Why the chosen one could not be loaded. */
  readonly error?: string;
  /** Tries once more. */
  readonly retry: () => void;
  /** Uses the model of a file, which can then be chosen too. */
  readonly open: (model: OpenedModel) => void;
  /** Uses that one again, or one of the list. */
  readonly preferOpened: (isPreferred: boolean) => void;
}

interface Loaded {
  readonly model: AnyModel;
  readonly about: About;
  readonly changes: number;
}

/** Loads the model that is asked for, by default the first one; the one before stays in use until it is there. */
export function useModels(client: Client, asked: string | undefined): ModelsState {
  const [list, setList] = useState<readonly PageModel[]>();
  const [opened, setOpened] = useState<OpenedModel>();
  const [isPreferred, preferOpened] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<Loaded>();
  const [state, setState] = useState<{ loading: boolean; progress?: Progress; error?: string }>({
    loading: true,
  });
  const inUse = useRef<Loaded | undefined>(undefined);
  const target = (isPreferred ? opened : undefined) ?? list?.find(({ name }) => name === asked) ?? list?.[0];

  useEffect(() => {
    if (list) return;
    const address = new URL(pageModelsName, document.baseURI).href;
    client.call('models', address).then(setList, (error: Error) => {
      setState({ loading: false, error: error.message });
    });
    setState({ loading: true });
  }, [client, attempt]);

  useEffect(() => {
    if (!list || !target) return;
    const control = new AbortController();
    const { signal } = control;
    const load = async (model: AnyModel) => {
      if (inUse.current?.model === model || signal.aborted) return;
      setState({ loading: true });
      for await (const step of client.stream('load', model, signal)) {
        if (!('about' in step)) setState({ loading: true, progress: step });
        else {
          const changes = inUse.current ? inUse.current.changes + 1 : 0;
          inUse.current = { model, about: step.about, changes };
          setLoaded(inUse.current);
        }
      }
    };
    const work = async () => {
      try {
        // The first tree comes from the small model, if it is one of the same language.
        const [first] = list;
        const isLarger = 'language' in target && target.language === first.language;
        if (!inUse.current && isLarger) await load(first);
        await load(target);
        if (!signal.aborted) setState({ loading: false });
      } catch (error) {
        if (!signal.aborted) setState({ loading: false, error: (error as Error).message });
      }
    };
    void work();
    return () => control.abort();
  }, [client, list, target, attempt]);

  return {
    listed: (list ?? []).map(choiceOf),
    opened: opened && choiceOf(opened),
    chosen: target && choiceOf(target),
    ready: loaded !== undefined,
    changes: loaded?.changes ?? 0,
    ...state,
    about: loaded?.about,
    retry: () => setAttempt(attempt + 1),
    open: useCallback((model) => {
      setOpened(model);
      preferOpened(true);
    }, []),
    preferOpened,
  };
}

function choiceOf(model: AnyModel): ModelChoice {
  if ('bytes' in model) return { name: model.name, title: model.name, bytes: model.bytes.length };
  const { name, title = name, files } = model;
  return { name, title, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0) };
}
