// The open files: one to show, and a second one to compare with.
import { useCallback, useState } from 'preact/hooks';
import { openFile, type Trees } from './treebank/openFile.js';

export interface Files {
  readonly gold?: Trees;
  readonly system?: Trees;
  /** The error of the last file. */
  readonly error?: string;
}

/** The open files, and functions to open them: the first is gold, each further one is compared with it. */
export function useFiles(onText: (text: string) => void) {
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
        if (/\.txt$/i.test(file.name)) onText(await file.text());
        else add(file.name, new Uint8Array(await file.arrayBuffer()));
      }
    },
    [add, onText],
  );
  // Copied lines rarely include the blank line after them.
  const paste = useCallback((text: string) => add('pasted text', `${text.trimEnd()}\n\n`), [add]);
  return { files, setFiles, open, paste };
}
