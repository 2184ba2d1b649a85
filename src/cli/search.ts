// arcwise search: finds the matches of a pattern in treebanks or text.
import { parseArgs } from 'node:util';
import { counted, quoted } from '../conllu/quotation.js';
import { streamSentences } from '../conllu/reader.js';
import { commentValue, type Sentence } from '../conllu/sentence.js';
import { inputName, streamInput } from '../files/input.js';
import { OutputStream } from '../files/outputStream.js';
import { choice } from '../options/optionValues.js';
import { openPipeline, readingOptions, readSentencesOf } from '../options/reading.js';
import { type Options, type Usage, UsageError } from '../options/usage.js';
import { formatSentence } from '../render/formats.js';
import { htmlEnd, htmlFigure, htmlStart } from '../render/html.js';
import { sentenceJson } from '../render/json.js';
import { markedText } from '../render/markedText.js';
import { type Match, Pattern } from '../search/pattern.js';
import { PatternError } from '../search/patternError.js';

const outputs = ['list', 'count', 'conllu', 'tree', 'svg', 'html', 'json'] as const;

const searchOptions = {
  output: {
    type: 'string',
    default: 'list',
    takes: outputs.join('|'),
    help: 'a line per match, their number, each sentence with a match once (html is a page of them), or a line of JSON per match',
  },
  by: {
    type: 'string',
    multiple: true,
    takes: 'N.FEATURE',
    help: 'counts the matches by a property of a node or an edge, as in V.lemma or e.label',
  },
  parse: { type: 'boolean', help: 'parses CoNLL-U with the model first; text is always parsed' },
  ...readingOptions,
} as const satisfies Options;

export const usage: Usage = [
  {
    call: 'search PATTERN [FILE…]',
    about: 'Finds the matches of a pattern in treebanks or text; docs/search.md describes the notation.',
    options: searchOptions,
  },
];

/** A sentence and where it comes from. */
interface Source {
  readonly file: string;
  readonly sentence: Sentence;
}

export async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: searchOptions });
  const [text, ...paths] = positionals;
  if (text === undefined) throw new UsageError('A pattern is needed, as in: pattern { V -[nsubj]-> S }');
  const output = choice('--output', values.output, outputs);
  const { pattern, keys } = readQuery(text, values.by ?? []);
  const counts = keys.length > 0 ? new Map<string, number>() : undefined;
  const out = new OutputStream();
  const colour = process.stdout.hasColors?.() ?? false;
  const isPage = output === 'html' && !counts;
  let [matches, found, all] = [0, 0, 0];
  try {
    if (isPage) await out.write(htmlStart(text, 'auto'));
    for await (const { file, sentence } of sources(paths, values)) {
      all++;
      const own = pattern.matches(sentence);
      if (own.length === 0) continue;
      matches += own.length;
      found++;
      if (counts) for (const match of own) count(counts, keys, match);
      else if (output !== 'count') await out.write(written({ file, sentence }, own, output, colour));
      if (out.isClosed) return;
    }
    if (isPage) await out.write(htmlEnd);
    if (counts) await out.write(table(counts, values.by ?? [], matches, output === 'json'));
    else if (output === 'count') await out.write(`${matches}\n`);
  } finally {
    await out.flush();
  }
  console.error(`${counted(matches, 'match', 'matches')} in ${found} of ${counted(all, 'sentence')}.`);
}

function count(
  counts: Map<string, number>,
  keys: readonly ((match: Match) => string | undefined)[],
  match: Match,
): void {
  const key = keys.map((keyOf) => keyOf(match) ?? '_').join('\t');
  counts.set(key, (counts.get(key) ?? 0) + 1);
}

/** The matches of a sentence in an output format. */
function written(
  { file, sentence }: Source,
  matches: readonly Match[],
  output: Exclude<(typeof outputs)[number], 'count'>,
  colour: boolean,
): string {
  const marked = () => new Set(matches.flatMap(({ nodes }) => Object.values(nodes).map(({ id }) => id)));
  switch (output) {
    case 'list': {
      const place = sentence.line > 0 ? `${file}:${sentence.line}` : file;
      return matches.map(({ nodes }) => `${place}\t${markedText(sentence, nodes, { colour })}\n`).join('');
    }
    case 'json':
      return matches.map((match) => `${JSON.stringify(matchJson(file, sentence, match))}\n`).join('');
    case 'html': {
      const svg = formatSentence(sentence, 'svg', { theme: 'none', marked: marked() });
      return htmlFigure(sentence, svg, matches.map(matchNote));
    }
    case 'svg':
      return formatSentence(sentence, output, { marked: marked() });
    default:
      return formatSentence(sentence, output, { colour });
  }
}

/** The words of a match as a page lists them. */
function matchNote({ nodes, edges }: Match): string {
  const words = Object.entries(nodes).map(([name, { form }]) => `${name}: ${form}`);
  return [...words, ...Object.entries(edges).map(([name, { deprel }]) => `${name}: ${deprel}`)].join(', ');
}

function readQuery(text: string, by: readonly string[]) {
  try {
    const pattern = new Pattern(text);
    return { pattern, keys: by.map((key) => pattern.key(key)) };
  } catch (error) {
    if (error instanceof PatternError) throw new UsageError(error.message);
    throw error;
  }
}

/** The sentences of treebanks as they are, and those of text as the model parses them. */
async function* sources(
  paths: readonly string[],
  { input, model, threads, parse }: { input?: string; model?: string[]; threads?: string; parse?: boolean },
): AsyncGenerator<Source> {
  for (const path of paths.length === 0 ? ['-'] : paths) {
    const file = inputName(path);
    const isTreebank = input === undefined ? /\.conll(?:u|x)?$/u.test(path) : input === 'conllu';
    if (isTreebank && !parse) {
      const options = { file, heads: 'optional', onSeveralRoots: () => {} } as const;
      for await (const sentence of streamSentences(streamInput(path), options)) yield { file, sentence };
      continue;
    }
    const { pipeline, close } = await openPipeline({ model, threads });
    try {
      const read = readSentencesOf([path], input, pipeline);
      const sentences = (async function* () {
        for await (const { sentence } of read) yield sentence;
      })();
      for await (const { trees } of pipeline.stream(sentences, {}))
        yield { file, sentence: trees[0].sentence };
    } finally {
      await close();
    }
  }
}

function matchJson(file: string, sentence: Sentence, { nodes, edges }: Match) {
  const { text, words } = sentenceJson(sentence);
  const id = commentValue(sentence, 'sent_id');
  return {
    file,
    line: sentence.line,
    ...(id === undefined ? {} : { id }),
    text,
    nodes: Object.fromEntries(Object.entries(nodes).map(([name, word]) => [name, words[word.id - 1]])),
    edges: Object.fromEntries(Object.entries(edges).map(([name, word]) => [name, word.deprel])),
  };
}

/** Sorted by frequency, then alphabetically. */
function table(
  counts: ReadonlyMap<string, number>,
  by: readonly string[],
  all: number,
  asJson: boolean,
): string {
  const rows = [...counts].sort(([a, few], [b, many]) => many - few || (a < b ? -1 : 1));
  if (asJson) {
    const objects = rows.map(([key, count]) => {
      const values = key.split('\t').map((value, at) => [by[at], value] as const);
      return { ...Object.fromEntries(values), count };
    });
    return objects.map((object) => `${JSON.stringify(object)}\n`).join('');
  }
  const share = (count: number) => `${((100 * count) / all).toFixed(1)}%`;
  return rows.map(([key, count]) => `${count}\t${share(count)}\t${quotedKey(key)}\n`).join('');
}

/** Quotes only values with control characters, which a terminal might interpret. */
function quotedKey(key: string): string {
  return key
    .split('\t')
    .map((value) => (/[\p{Cc}\u2028\u2029]/u.test(value) ? quoted(value) : value))
    .join('\t');
}
