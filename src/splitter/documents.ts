// A treebank as the raw text it was made of, with the places of its tokens: what splitting is learned from and measured on.
import { commentValue, type Sentence } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import { isBlank } from './characters.js';

/** A token of a text: from `start` up to `end`, in UTF-16 units. */
export interface TextToken {
  readonly start: number;
  readonly end: number;
  /** The forms of its words, if it is a multiword token. */
  readonly words?: readonly string[];
  /** Whether it is the last of its sentence. */
  readonly last: boolean;
}

/** A paragraph, which begins and ends with a token. */
export interface Paragraph {
  readonly text: string;
  readonly tokens: readonly TextToken[];
  /** Whether a document begins with it. */
  readonly newDocument: boolean;
}

/** Scripts without blanks between words, and those that have them. */
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;
const spaced = /[\p{L}\p{N}]/u;

/**
 * The paragraphs of a treebank, by its comments `# newdoc` and `# newpar`. The blanks between tokens are those of the
 * comment `# text`; where there is none, or it is the text of other words, SpaceAfter=No says where there is no blank.
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

/** The text of all paragraphs, an empty line between any two. */
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

/** The blanks before each token as the comment `# text` has them; undefined where it does not hold these tokens. */
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
 * Whether a blank stands between two tokens. A treebank that never says SpaceAfter=No does not tell; then there is one,
 * except in Chinese and other languages that write none, where it would only keep Latin words and numbers apart.
 */
function blanksOf(sentences: readonly Sentence[]): (left: SurfaceToken, right: SurfaceToken) => boolean {
  let [told, letters, without] = [false, 0, 0];
  for (const sentence of sentences) {
    for (const { form, spaceAfter } of surfaceOf(sentence)) {
      if (!spaceAfter) told = true;
      letters++;
      if (unspaced.test(form)) without++;
    }
  }
  if (told || 2 * without < letters) return (left) => left.spaceAfter;
  const keepsApart = (character: string) => spaced.test(character) && !unspaced.test(character);
  return (left, right) => keepsApart(left.form.at(-1) ?? '') && keepsApart(right.form[0]);
}
