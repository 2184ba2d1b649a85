// Reads and writes the formats of UDPipe's service.
import { readSentences } from '../conllu/reader.js';
import { newSentence, newWord, type Sentence } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import { writeSentence } from '../conllu/writer.js';
import { escapeXml } from '../render/xml.js';

/** Reads the sentences of a request one by one; `ignored` heads, which the parser replaces, may be anything. */
export type Read = (data: string, heads?: 'optional' | 'ignored') => Iterable<Sentence>;

/** Writes a sentence; some formats need closing text. */
export interface Write {
  (sentence: Sentence): string;
  end?: string;
}

export const readers: ReadonlyMap<string, Read> = new Map<string, Read>([
  ['conllu', readConllu],
  ['horizontal', readHorizontal],
  ['vertical', readVertical],
]);

/** By name; the argument is the name followed by its options. */
export const writers: ReadonlyMap<string, (format: string) => Write> = new Map<
  string,
  (format: string) => Write
>([
  ['conllu', () => (sentence) => writeSentence(sentence)],
  ['horizontal', () => writeHorizontal],
  ['vertical', () => writeVertical],
  ['plaintext', (format) => (/=(.*;)?normalized_spaces\b/.test(format) ? writeLines() : writeText)],
  ['matxin', () => matxinWriter()],
]);

function* readConllu(data: string, heads: 'optional' | 'ignored' = 'optional'): Generator<Sentence> {
  const lines = data.replaceAll('\r\n', '\n').trim();
  if (lines === '') return;
  yield* readSentences(lines, { heads, onSeveralRoots: () => {} });
}

/** One sentence per line, words separated by blanks; blanks inside words are no-break spaces. */
function* readHorizontal(data: string): Generator<Sentence> {
  const numbered = new NumberedSentences();
  for (const line of linesOf(data)) {
    const forms = line.split(/[ \t]+/).filter((form) => form !== '');
    yield* numbered.add(forms.map((form) => form.replaceAll('\u00a0', ' ')));
  }
}

/** One word per line, up to a tab; an empty line ends a sentence. */
function* readVertical(data: string): Generator<Sentence> {
  const numbered = new NumberedSentences();
  let forms: string[] = [];
  for (const line of linesOf(data)) {
    const [form] = line.replace(/^\t+/, '').split('\t', 1);
    if (form !== '') {
      forms.push(form);
      continue;
    }
    yield* numbered.add(forms);
    forms = [];
  }
  yield* numbered.add(forms);
}

function* linesOf(data: string): Generator<string> {
  if (data.includes('\0')) throw new Error('the data contain a NUL');
  let start = 0;
  for (const { 0: lineEnd, index } of data.matchAll(/\r\n|\r|\n/g)) {
    yield data.slice(start, index);
    start = index + lineEnd.length;
  }
  yield data.slice(start);
}

/** Sentences as a document of one paragraph; those without words are left out. */
class NumberedSentences {
  #count = 0;

  *add(forms: readonly string[]): Generator<Sentence> {
    if (forms.length === 0) return;
    const comments = this.#count++ === 0 ? ['# newdoc', '# newpar'] : [];
    yield newSentence(
      forms.map((form, word) => newWord(word + 1, form)),
      [...comments, `# sent_id = ${this.#count}`],
    );
  }
}

function writeHorizontal({ words }: Sentence): string {
  return `${words.map(({ form }) => form.replaceAll(' ', '\u00a0')).join(' ')}\n`;
}

function writeVertical({ words }: Sentence): string {
  return `${words.map(({ form }) => `${form}\n`).join('')}\n`;
}

function writeText(sentence: Sentence): string {
  return tokensOf(sentence)
    .map(({ columns: { form, misc } }) => (misc.split('|').includes('SpaceAfter=No') ? form : `${form} `))
    .join('');
}

/** One sentence per line, an empty line between paragraphs. */
function writeLines(): Write {
  let isFirst = true;
  return (sentence) => {
    const isNew = sentence.comments.some((comment) => /^#\s*new(doc|par)\b/.test(comment));
    const before = isNew && !isFirst ? '\n' : '';
    isFirst = false;
    return `${before}${writeText(sentence).trimEnd()}\n`;
  };
}

/** The trees as XML, each word nested in its head. */
function matxinWriter(): Write {
  let count = 0;
  const write: Write = ({ words }) => {
    const lines: string[] = [];
    const childrenOf: number[][] = Array.from({ length: words.length + 1 }, () => []);
    for (const { id, head } of words) childrenOf[Math.max(head, 0)].push(id);
    const open = (id: number, depth: number): void => {
      const { form, lemma, feats, deprel } = words[id - 1];
      const [lem, mi, si] = [lemma, feats, deprel].map((column) => escapeXml(column === '_' ? '' : column));
      const children = childrenOf[id];
      const pad = ' '.repeat(depth);
      const node = `${pad}<NODE ord="${id}" alloc="0" form="${escapeXml(form)}" lem="${lem}" mi="${mi}" si="${si}"`;
      lines.push(children.length === 0 ? `${node}/>` : `${node}>`);
      for (const child of children) open(child, depth + 1);
      if (children.length > 0) lines.push(`${pad}</NODE>`);
    };
    // Words without a head are placed like the root.
    for (const id of childrenOf[0]) open(id, 1);
    count++;
    const start = count === 1 ? '<corpus>' : '';
    return `${start}\n<SENTENCE ord="${count}" alloc="0">\n${lines.map((line) => `${line}\n`).join('')}</SENTENCE>\n`;
  };
  write.end = '</corpus>\n';
  return write;
}
