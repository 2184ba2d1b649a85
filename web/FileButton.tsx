// A button that opens files.
import { useRef } from 'preact/hooks';

export interface FileButtonProps {
  readonly name: string;
  readonly onOpen: (files: readonly File[]) => void;
}

export function FileButton({ name, onOpen }: FileButtonProps) {
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
        accept=".conllu,.conll,.txt,.tsv,text/plain"
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
