// A treebank as raw text with the offsets of its tokens, for training and evaluating splitters.
import { commentValue, type Sentence } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import { hasUnspaced, isBlank } from './characters.js';

/** A token of a text: from `start` up to `end`, in UTF-16 units. */
export interface TextToken {
  readonly start: number;
  readonly end: number;
  /** The forms of its words, if it is a multiword token. */
  readonly words?: readonly string[];
  /** Whether it is the last of its sentence. */
  readonly last: boolean;
}

/** A paragraph, which starts and ends with a token. */
export interface Paragraph {
  readonly text: string;
  readonly tokens: readonly TextToken[];
  /** Whether it starts a document. */
  readonly newDocument: boolean;
}

/** What a blank may keep apart. */
const spaced = /[\p{L}\p{N}]/u;

/**
 * The paragraphs of a treebank, by its comments `# newdoc` and `# newpar`. The blanks between tokens come from the
 * comment `# text` or, if it is missing or does not match the words, from SpaceAfter=No.
 */
export function paragraphsOf(sentences: readonly Sentence[]): Paragraph[] {
  const blank = blanksOf(sentences);
  const paragraphs: Paragraph[] = [];
  let text = '';
  let tokens: TextToken[] = [];
  let newDocument = true;
  const close = () => {
    if (tokens.length > 0) paragraphs.push({ text, tokens, newDocument });
    [text, tokens, newDocument] = ['', [], false];
  };
  let before: SurfaceToken | undefined;
  for (const sentence of sentences) {
    const opensDocument = sentence.comments.some((comment) => /^#\s*newdoc\b/.test(comment));
    if (opensDocument || sentence.comments.some((comment) => /^#\s*newpar\b/.test(comment))) {
      close();
      newDocument = opensDocument;
      before = undefined;
    }
    const surface = [...surfaceOf(sentence)];
    const written = blanksWritten(sentence, surface);
    for (const [t, token] of surface.entries()) {
      const own = t > 0 ? written?.[t] : undefined;
      if (before) text += own ?? (blank(before, token) ? ' ' : '');
      const start = text.length;
      text += token.form;
      tokens.push({ start, end: text.length, words: token.words, last: t === surface.length - 1 });
      before = token;
    }
  }
  close();
  return paragraphs;
}

/** The text of all paragraphs, separated by empty lines. */
export function paragraphsText(paragraphs: readonly Paragraph[]): string {
  return paragraphs.map(({ text }) => `${text}\n`).join('\n');
}

interface SurfaceToken {
  readonly form: string;
  readonly words?: readonly string[];
  readonly spaceAfter: boolean;
}

function* surfaceOf(sentence: Sentence): Generator<SurfaceToken> {
  for (const { columns, first, last, isMultiword } of tokensOf(sentence)) {
    const words = isMultiword ? sentence.words.slice(first - 1, last).map(({ form }) => form) : undefined;
    yield { form: columns.form, words, spaceAfter: !columns.misc.split('|').includes('SpaceAfter=No') };
  }
}

/** The blanks before each token in the comment `# text`; undefined if it does not match the tokens. */
function blanksWritten(sentence: Sentence, surface: readonly SurfaceToken[]): string[] | undefined {
  const text = commentValue(sentence, 'text');
  if (text === undefined) return undefined;
  const blanks: string[] = [];
  let at = 0;
  for (const { form } of surface) {
    const start = at;
    while (at < text.length && isBlank(text.charCodeAt(at)) && !text.startsWith(form, at)) at++;
    if (!text.startsWith(form, at)) return undefined;
    blanks.push(text.slice(start, at));
    at += form.length;
  }
  return at === text.length ? blanks : undefined;
}

/**
 * Whether there is a blank between two tokens. If a treebank never has SpaceAfter=No, there is one between all tokens,
 * except in Chinese and other languages without spaces, where there is one only between Latin words and numbers.
 */
function blanksOf(sentences: readonly Sentence[]): (left: SurfaceToken, right: SurfaceToken) => boolean {
  let [marked, letters, without] = [false, 0, 0];
  for (const sentence of sentences) {
    for (const { form, spaceAfter } of surfaceOf(sentence)) {
      if (!spaceAfter) marked = true;
      letters++;
      if (hasUnspaced(form)) without++;
    }
  }
  if (marked || 2 * without < letters) return (left) => left.spaceAfter;
  const keepsApart = (character: string) => spaced.test(character) && !hasUnspaced(character);
  return (left, right) => keepsApart(left.form.at(-1) ?? '') && keepsApart(right.form[0]);
}
