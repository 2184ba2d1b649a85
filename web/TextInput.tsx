// The text field and its examples.
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { FileButton } from './FileButton.js';
import { looksLikeConllu } from './treebank/openFile.js';

/** For a model of English. */
const examples = {
  'with the telescope': 'I saw the man with the telescope.',
  'time flies': 'Time flies like an arrow; fruit flies like a banana.',
  'the old man': 'The old man the boats.',
  'a longer one':
    'The woman who wrote the book that you were reading on the train yesterday told us, to everybody’s surprise, that she had never been to the city it describes.',
  'a story':
    'The lighthouse keeper woke before dawn. He climbed the stairs, counted the ships and lit the lamp. Nobody had told him that the war was over.',
};

export interface TextInputProps {
  readonly text: string;
  /** The code of the text's language. */
  readonly language: string | undefined;
  /** Shown above the text. */
  readonly children: ComponentChildren;
  readonly hasExamples: boolean;
  readonly onText: (text: string) => void;
  readonly onConllu: (conllu: string) => void;
  readonly onOpen: (files: readonly File[]) => void;
}

export function TextInput(props: TextInputProps) {
  const { text, language, children, hasExamples, onText, onConllu, onOpen } = props;
  const area = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    // As high as the text, up to the limit of the style sheet.
    const { current } = area;
    if (!current) return;
    current.style.height = 'auto';
    current.style.height = `${current.scrollHeight + 2}px`;
  }, [text]);
  return (
    <section class="input" aria-label="Input">
      <div class="above">
        <label for="text">Text, or CoNLL-U</label>
        {children}
      </div>
      <textarea
        id="text"
        ref={area}
        rows={2}
        lang={language}
        value={text}
        placeholder="Type a sentence."
        onInput={({ currentTarget: { value } }) => (looksLikeConllu(value) ? onConllu(value) : onText(value))}
        onPaste={(event) => {
          const pasted = event.clipboardData?.getData('text/plain') ?? '';
          if (!looksLikeConllu(pasted)) return;
          event.preventDefault();
          onConllu(pasted);
        }}
      />
      <div class="beneath">
        {/* The place of the examples stays, which keeps the button at its end of the line. */}
        <p class="examples">
          {hasExamples && <span>Try</span>}
          {hasExamples &&
            Object.entries(examples).map(([name, example]) => (
              <button type="button" class="plain" key={name} onClick={() => onText(example)}>
                {name}
              </button>
            ))}
        </p>
        <FileButton name="Open CoNLL-U" onOpen={onOpen} />
      </div>
    </section>
  );
}
