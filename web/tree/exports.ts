// Exports of a tree, to the clipboard or to a file.
import type { Sentence } from '../../src/conllu/sentence.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { sentenceJson } from '../../src/render/json.js';

/** What a card can export. */
export interface Exported {
  readonly sentence: Sentence;
  readonly probabilities?: ArrayLike<number>; // [n+1]
  /** The drawing with its styles. */
  readonly svg: () => string;
}

export const forms = ['SVG', 'PNG', 'CoNLL-U', 'JSON'] as const;
export type Form = (typeof forms)[number];

const types: Record<Form, { readonly type: string; readonly extension: string }> = {
  SVG: { type: 'image/svg+xml', extension: 'svg' },
  PNG: { type: 'image/png', extension: 'png' },
  'CoNLL-U': { type: 'text/plain', extension: 'conllu' },
  JSON: { type: 'application/json', extension: 'json' },
};

/** Pixels of a PNG per pixel of the drawing. */
const SCALE = 2;

/** Copies a tree to the clipboard: PNG as an image, everything else as text. */
export async function copy(form: Form, tree: Exported): Promise<void> {
  if (!navigator.clipboard)
    throw new Error('Copying needs a secure page (https): save the tree as a file instead.');
  if (form === 'PNG') await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(tree) })]);
  else await navigator.clipboard.writeText(textOf(form, tree));
}

/** Saves a tree as a file. */
export async function save(form: Form, tree: Exported): Promise<void> {
  const { type, extension } = types[form];
  const content = form === 'PNG' ? await pngOf(tree) : new Blob([textOf(form, tree)], { type });
  const anchor = document.createElement('a');
  anchor.href = URL.createObjectURL(content);
  anchor.download = `tree.${extension}`;
  anchor.click();
  // The browser has saved it by then.
  setTimeout(() => URL.revokeObjectURL(anchor.href), 10_000);
}

function textOf(form: Exclude<Form, 'PNG'>, { sentence, probabilities, svg }: Exported): string {
  if (form === 'SVG') return svg();
  if (form === 'CoNLL-U') return writeSentence(sentence);
  return `${JSON.stringify(sentenceJson(sentence, { probabilities }), null, 2)}\n`;
}

async function pngOf({ svg }: Exported): Promise<Blob> {
  const image = new Image();
  image.src = URL.createObjectURL(new Blob([svg()], { type: types.SVG.type }));
  try {
    await image.decode();
    const canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [SCALE * image.width, SCALE * image.height];
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) =>
        blob ? resolve(blob) : reject(new Error('The drawing is too large for a PNG.')),
      ),
    );
  } finally {
    URL.revokeObjectURL(image.src);
  }
}
