// The readers of treebanks and of tokens. What a treebank's reader takes it also gives back, byte for byte.
import { ConlluError } from '../../src/conllu/error.js';
import { readSentences, streamSentences } from '../../src/conllu/reader.js';
import type { Format, Sentence } from '../../src/conllu/sentence.js';
import { writeSentence } from '../../src/conllu/writer.js';
import { streamTokens } from '../../src/pipeline/tokens.js';
import { expectThat, type Reader, utf8 } from '../reader.js';

const row = (...cells: (string | number)[]) => `${cells.join('\t')}\n`;

const plain = `${row(1, 'Kelu', 'kelu', 'NOUN', 'N', 'Case=Nom|Number=Sing', 2, 'nsubj', '_', '_')}${row(2, 'moba', '_', 'VERB', '_', '_', 0, 'root', '_', 'SpaceAfter=No')}${row(3, '!', '!', 'PUNCT', '_', '_', 2, 'punct', '_', '_')}\n`;
const rich = `# newdoc id = a\n# text = ban't ünä\n${row('1-2', "ban't", '_', '_', '_', '_', '_', '_', '_', '_')}${row(1, 'ba', 'ba', 'VERB', '_', '_', 0, 'root', '0:root', '_')}${row(2, "n't", 'not', 'PART', '_', 'Polarity=Neg', 1, 'advmod', '1:advmod|2.1:x', '_')}${row('2.1', 'moba', '_', 'VERB', '_', '_', '_', '_', '0:root', '_')}${row(3, 'ünä', '_', 'X', '_', '_', 1, 'obj', '_', 'PHead=1|A')}\n`;
const older = `${row(1, 'Kelu', 'kelu', 'N', 'N', '_', 2, 'SBJ', 2, 'SBJ')}${row(2, 'moba', '_', 'V', 'V', '_', 0, 'ROOT', '_', '_')}\n`;

const conlluSeeds = [
  plain,
  rich,
  plain + rich,
  `\ufeff\n${plain}`,
  plain.replaceAll('\n', '\r\n'),
  `${rich}\n\n${plain}`,
];

function treebankReader(name: string, format: Format, seeds: readonly string[], share: number): Reader {
  return {
    name,
    share,
    seeds: seeds.map(utf8),
    refusals: [ConlluError],
    read(input) {
      let text = '';
      for (const sentence of readSentences(input, { format })) {
        if (format === 'conllu') text += writeSentence(sentence);
        else text += writeSentence(sentence, 'conllx');
      }
      const written = utf8(text);
      // The blank line that a file may lack at its end is added.
      const added = written.slice(input.length);
      const isEnded = added.length <= 4 && added.every((byte) => byte === 10 || byte === 13);
      const isSame = isEnded && isEqual(written.slice(0, input.length), input);
      expectThat(isSame, 'what was read is written as it was');
    },
  };
}

/** Never refuses: what is wrong is told, and the rest is read, in one piece or in two. */
const skipping: Reader = {
  name: 'CoNLL-U with errors passed over',
  share: 8,
  seeds: [...conlluSeeds, plain.replace('\t2\t', '\t_\t'), `${plain}x\n\n${plain}`].map(utf8),
  refusals: [],
  async read(input) {
    const told: string[] = [];
    const options = {
      heads: 'optional',
      onSkip: ({ message }: ConlluError) => void told.push(message),
      onSeveralRoots: () => {},
    } as const;
    const whole = [...readSentences(input, options)];
    const errors = told.splice(0);
    const half = input.length >> 1;
    const pieces: Sentence[] = [];
    for await (const sentence of streamSentences(
      chunks(input.subarray(0, half), input.subarray(half)),
      options,
    )) {
      pieces.push(sentence);
    }
    expectThat(JSON.stringify(pieces) === JSON.stringify(whole), 'two pieces are read as one');
    expectThat(told.join('\n') === errors.join('\n'), 'two pieces have the errors of one');
  },
};

const tokens: Reader = {
  name: 'tokens',
  share: 3,
  seeds: ['Kelu moba ta !\n\nsori  3.5\tünä ?\n', '\ufeffA.\r\nB\n'].map(utf8),
  refusals: [ConlluError],
  async read(input) {
    for await (const { words } of streamTokens(chunks(input))) {
      expectThat(words.length > 0 && words.every(({ form }) => /^\S+$/.test(form)), 'tokens have no blanks');
    }
  },
};

async function* chunks(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

function isEqual(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

export const treebankReaders: readonly Reader[] = [
  treebankReader('CoNLL-U', 'conllu', conlluSeeds, 20),
  treebankReader('CoNLL-X', 'conllx', [older, older + older, older.replaceAll('\n', '\r\n')], 15),
  skipping,
  tokens,
];
