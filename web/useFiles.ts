// The open files: one to show, and a second one to compare with.
import { useCallback, useState } from 'preact/hooks';
import { isModelFile, openFile, type Trees } from './treebank/openFile.js';
import type { OpenedModel } from './worker.js';

export interface Files {
  readonly gold?: Trees;
  readonly system?: Trees;
  /** The error of the last file. */
  readonly error?: string;
}

/**
 * The open files, and functions to open them: the first is gold, each further one is compared with it. Texts and models
 * go elsewhere.
 */
export function useFiles(onText: (text: string) => void, onModel: (model: OpenedModel) => void) {
  const [files, setFiles] = useState<Files>({});
  const add = useCallback((name: string, content: string | Uint8Array) => {
    setFiles(({ gold, system }) => {
      try {
        const trees = openFile(name, content);
        return gold ? { gold, system: trees } : { gold: trees };
      } catch (error) {
        return { gold, system, error: (error as Error).message };
      }
    });
  }, []);
  const open = useCallback(
    async (list: readonly File[]) => {
      for (const file of list) {
        const bytes = new Uint8Array(await file.arrayBuffer());
        if (isModelFile(file.name, bytes)) onModel({ name: file.name, bytes });
        else if (/\.txt$/i.test(file.name)) onText(await file.text());
        else add(file.name, bytes);
      }
    },
    [add, onText, onModel],
  );
  // Copied lines rarely include the blank line after them.
  const paste = useCallback((text: string) => add('pasted text', `${text.trimEnd()}\n\n`), [add]);
  return { files, setFiles, open, paste };
}
