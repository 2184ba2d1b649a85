// The tokenizer of UDPipe's service and its options: `presegmented` makes each line a sentence, `ranges` adds the
// positions of tokens.
import { newSentence, type Sentence } from '../conllu/sentence.js';
import { tokensOf } from '../conllu/token.js';
import type { ReadSentence } from '../pipeline/placed.js';
import type { PlacedSentence } from '../splitter/sentences.js';
import type { ServedModel } from './servedModel.js';
import { type Source, textSource } from './source.js';

/** Whether the options of the tokenizer say that each line is a sentence. */
export function isPresegmented(options: string): boolean {
  return namesIn(options).has('presegmented');
}

function namesIn(options: string): Set<string> {
  return new Set(options.split(';').map((option) => option.split('=', 1)[0]));
}

/** The sentences of a text, numbered. */
export async function tokenizedSource(data: string, options: string, model: ServedModel): Promise<Source> {
  // CoNLL-U cannot contain NUL.
  const text = data.replaceAll('\0', ' ');
  const source = isPresegmented(options)
    ? { read: () => lineByLine(text, model) }
    : await textSource(text, model);
  const characters = namesIn(options).has('ranges') ? characterCounts(text) : undefined;
  return { read: () => numbered(source.read(), characters) };
}

async function* numbered(
  sentences: AsyncIterable<ReadSentence>,
  characters: Int32Array | undefined,
): AsyncGenerator<ReadSentence> {
  let count = 0;
  for await (const { sentence, places } of sentences) {
    const [paragraph, rest] = [true, false].map((is) =>
      sentence.comments.filter((comment) => is === comment.startsWith('# newpar')),
    );
    const comments = count++ === 0 ? ['# newdoc'] : [];
    comments.push(...paragraph, `# sent_id = ${count}`, ...rest);
    const one = { ...sentence, comments };
    yield { sentence: characters && places ? withRanges({ sentence: one, ...places }, characters) : one };
  }
}

/** Joins everything that the splitter finds in a line into one sentence. */
async function* lineByLine(text: string, model: ServedModel): AsyncGenerator<ReadSentence> {
  let newParagraph = true;
  for (const match of text.matchAll(/[^\r\n]*(\r\n|\r|\n|$)/g)) {
    const line = match[0].trim();
    if (line === '') {
      newParagraph = true;
      continue;
    }
    const sentence = newSentence([], [...(newParagraph ? ['# newpar'] : []), `# text = ${line}`]);
    const [starts, ends]: number[][] = [[], []];
    for await (const part of model.split(match[0])) {
      const before = sentence.words.length;
      sentence.words.push(...part.sentence.words.map((word) => ({ ...word, id: word.id + before })));
      for (const range of part.sentence.ranges) {
        sentence.ranges.push({ ...range, first: range.first + before, last: range.last + before });
      }
      starts.push(...part.starts.map((place) => place + match.index));
      ends.push(...part.ends.map((place) => place + match.index));
    }
    newParagraph = false;
    if (sentence.words.length > 0) yield { sentence, places: { starts, ends } };
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

/** A copy with the positions of its tokens in MISC; the original is left alone because it may be read again. */
function withRanges({ sentence, starts, ends }: PlacedSentence, characters: Int32Array): Sentence {
  const copy = {
    ...sentence,
    words: sentence.words.map((word) => ({ ...word })),
    ranges: sentence.ranges.map((range) => ({ ...range })),
  };
  for (const { columns, first, last } of tokensOf(copy)) {
    const range = `TokenRange=${characters[starts[first - 1]]}:${characters[ends[last - 1]]}`;
    columns.misc = columns.misc === '_' ? range : `${columns.misc}|${range}`;
  }
  return copy;
}
