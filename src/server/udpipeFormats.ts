// The formats of UDPipe: what its service reads and writes, as sentences.
import { readSentences } from '../conllu/reader.js';
import { newSentence, newWord, type Sentence } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import { writeSentence } from '../conllu/writer.js';
import { escapeXml } from '../render/xml.js';
import type { PlacedSentence } from '../splitter/sentences.js';
import type { Exchange } from './exchange.js';
import type { Service } from './service.js';

export type Input = (data: string) => Sentence[];

/** Writes a sentence; some formats have an end. */
export interface Write {
  (sentence: Sentence): string;
  end?: string;
}

export const inputs: ReadonlyMap<string, Input> = new Map([
  ['conllu', readConllu],
  ['horizontal', readHorizontal],
  ['vertical', readVertical],
]);

/** By name; they are given their options, which follow it. */
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

/** Its end may lack the blank line. */
function readConllu(data: string): Sentence[] {
  const lines = data.replaceAll('\r\n', '\n').trim();
  if (lines === '') return [];
  return [...readSentences(`${lines}\n\n`, { heads: 'optional', onSeveralRoots: () => {} })];
}

/** A sentence a line, words between blanks; blanks inside of words are no-break spaces. */
function readHorizontal(data: string): Sentence[] {
  const sentences = linesOf(data).map((line) =>
    line
      .split(/[ \t]+/)
      .filter((form) => form !== '')
      .map((form) => form.replaceAll('\u00a0', ' ')),
  );
  return documentOf(sentences);
}

/** A word a line, up to a tab; an empty line ends a sentence. */
function readVertical(data: string): Sentence[] {
  const sentences: string[][] = [[]];
  for (const line of linesOf(data)) {
    const [form] = line.replace(/^\t+/, '').split('\t', 1);
    if (form === '') sentences.push([]);
    else sentences[sentences.length - 1].push(form);
  }
  return documentOf(sentences);
}

function linesOf(data: string): string[] {
  if (data.includes('\0')) throw new Error('the data contain a NUL');
  return data.split(/\r\n|\r|\n/);
}

/** The sentences that have words, as a document of one paragraph. */
function documentOf(forms: readonly (readonly string[])[]): Sentence[] {
  const sentences = forms.filter(({ length }) => length > 0);
  return sentences.map((words, at) => {
    const comments = at === 0 ? ['# newdoc', '# newpar'] : [];
    return newSentence(
      words.map((form, word) => newWord(word + 1, form)),
      [...comments, `# sent_id = ${at + 1}`],
    );
  });
}

/** The sentences of a text, numbered. `presegmented` takes each line for one, `ranges` tells the places of tokens. */
export async function readTokenized(
  data: string,
  options: string,
  service: Service,
  { signal }: Exchange,
): Promise<Sentence[]> {
  const given = new Set(options.split(';').map((option) => option.split('=', 1)[0]));
  // NUL stands in no file of sentences.
  const text = data.replaceAll('\0', ' ');
  const sentences: Sentence[] = [];
  const placed = given.has('presegmented') ? lineByLine(text, service) : service.split(text);
  const characters = given.has('ranges') ? characterCounts(text) : undefined;
  for await (const one of placed) {
    const { sentence } = one;
    const comments = sentences.length === 0 ? ['# newdoc'] : [];
    const [paragraph, rest] = [true, false].map((is) =>
      sentence.comments.filter((comment) => is === comment.startsWith('# newpar')),
    );
    comments.push(...paragraph, `# sent_id = ${sentences.length + 1}`, ...rest);
    if (characters) addRanges(one, characters);
    sentences.push({ ...sentence, comments });
    // To split takes this thread's time, which others want as well.
    if (sentences.length % 50 === 0) await new Promise((resolve) => setImmediate(resolve));
    signal.throwIfAborted();
  }
  return sentences;
}

/** What is found in one line, put together. */
async function* lineByLine(text: string, service: Service): AsyncGenerator<PlacedSentence> {
  let newParagraph = true;
  for (const match of text.matchAll(/[^\r\n]*(\r\n|\r|\n|$)/g)) {
    const line = match[0].trim();
    if (line === '') {
      newParagraph = true;
      continue;
    }
    const sentence = newSentence([], [...(newParagraph ? ['# newpar'] : []), `# text = ${line}`]);
    const [starts, ends]: number[][] = [[], []];
    for await (const part of service.split(match[0])) {
      const before = sentence.words.length;
      sentence.words.push(...part.sentence.words.map((word) => ({ ...word, id: word.id + before })));
      for (const range of part.sentence.ranges) {
        sentence.ranges.push({ ...range, first: range.first + before, last: range.last + before });
      }
      starts.push(...part.starts.map((place) => place + match.index));
      ends.push(...part.ends.map((place) => place + match.index));
    }
    newParagraph = false;
    if (sentence.words.length > 0) yield { sentence, starts, ends };
  }
}

/** The number of characters before each UTF-16 unit of a text. */
function characterCounts(text: string): Int32Array {
  const counts = new Int32Array(text.length + 1);
  for (let at = 0; at < text.length; at++) {
    const isSecond = at > 0 && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
    counts[at + 1] = counts[at] + (isSecond ? 0 : 1);
  }
  return counts;
}

function addRanges({ sentence, starts, ends }: PlacedSentence, characters: Int32Array): void {
  const add = (columns: { misc: string }, first: number, last: number) => {
    const range = `TokenRange=${characters[starts[first - 1]]}:${characters[ends[last - 1]]}`;
    columns.misc = columns.misc === '_' ? range : `${columns.misc}|${range}`;
  };
  for (const token of tokensOf(sentence)) add(token.columns, token.first, token.last);
}

function writeHorizontal({ words }: Sentence): string {
  return `${words.map(({ form }) => form.replaceAll(' ', '\u00a0')).join(' ')}\n`;
}

function writeVertical({ words }: Sentence): string {
  return `${words.map(({ form }) => `${form}\n`).join('')}\n`;
}

function writeText(sentence: Sentence): string {
  return [...tokensOf(sentence)]
    .map(({ columns: { form, misc } }) => (misc.split('|').includes('SpaceAfter=No') ? form : `${form} `))
    .join('');
}

/** A sentence a line, an empty line between paragraphs. */
function writeLines(): Write {
  let isFirst = true;
  return (sentence) => {
    const isNew = sentence.comments.some((comment) => /^#\s*new(doc|par)\b/.test(comment));
    const before = isNew && !isFirst ? '\n' : '';
    isFirst = false;
    return `${before}${writeText(sentence).trimEnd()}\n`;
  };
}

/** The trees as XML, each word inside of its head. */
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
    // Words without a head stand where the root stands.
    for (const id of childrenOf[0]) open(id, 1);
    count++;
    const start = count === 1 ? '<corpus>' : '';
    return `${start}\n<SENTENCE ord="${count}" alloc="0">\n${lines.map((line) => `${line}\n`).join('')}</SENTENCE>\n`;
  };
  write.end = '</corpus>\n';
  return write;
}
