// A button that opens files.
import { useRef } from 'preact/hooks';

export interface FileButtonProps {
  readonly name: string;
  /** The files that the dialog offers; by default treebanks and texts. */
  readonly accept?: string;
  readonly onOpen: (files: readonly File[]) => void;
}

const treebanks = '.conllu,.conll,.txt,.tsv,text/plain';

export function FileButton({ name, accept = treebanks, onOpen }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button" onClick={() => input.current?.click()}>
        {name}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={accept}
        aria-label={name}
        onChange={({ currentTarget }) => {
          onOpen([...(currentTarget.files ?? [])]);
          // Allow opening the same file again.
          currentTarget.value = '';
        }}
      />
    </>
  );
}
