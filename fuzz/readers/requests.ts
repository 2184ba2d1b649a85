// The readers of HTTP bodies: JSON, text and the two kinds of forms.
import { ConlluError } from '../../src/conllu/error.js';
import { OptionsError } from '../../src/pipeline/options.js';
import { formOf } from '../../src/server/body.js';
import { Refusal } from '../../src/server/limits.js';
import { readParseRequest } from '../../src/server/parse.js';
import { readers } from '../../src/server/udpipeFormats.js';
import { expectThat, type Reader, utf8 } from '../reader.js';

const row = '1\tba\t_\t_\t_\t_\t0\troot\t_\t_\n\n';

const parseRequests: Reader = {
  name: 'HTTP, JSON',
  share: 6,
  seeds: [
    { text: 'Kelu moba.', decoder: 'beam', beam: 4, tag: true },
    { sentences: [['Kelu', 'moba'], ['.']], kBest: 3 },
    { conllu: row, marginals: true, decoder: 'exact' },
  ].map((body) => utf8(JSON.stringify(body))),
  refusals: [Refusal, ConlluError, OptionsError],
  read(input) {
    const { input: given, options } = readParseRequest('application/json; charset=utf-8', input, '');
    if (typeof given !== 'string')
      for (const { words } of given()) expectThat(words.length >= 0, 'sentences are read');
    const { beam = 1, kBest = 1 } = options;
    expectThat(beam >= 1 && beam <= 100 && kBest >= 1 && kBest <= 100, 'options keep to their limits');
  },
};

const boundary = '----x';
const part = (name: string, value: string, file = '') =>
  `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
const multipart = `${part('data', 'Kelu moba.')}${part('input', 'horizontal', '; filename="a.txt"')}--${boundary}--\r\n`;

function formReader(name: string, type: string, share: number, seeds: readonly string[]): Reader {
  return {
    name,
    share,
    seeds: seeds.map(utf8),
    refusals: [Refusal],
    async read(input) {
      const fields = await formOf(type, input);
      expectThat(
        [...fields.values()].every((value) => typeof value === 'string'),
        'fields are texts',
      );
    },
  };
}

const tokenized: Reader = {
  name: 'HTTP, sentences in the formats of UDPipe',
  share: 3,
  seeds: [row.trim(), 'Kelu moba .\nTa ?\n', 'Kelu\nmoba\n\n\nTa\tx\n'].map(utf8),
  refusals: [ConlluError],
  read(input) {
    // A NUL is refused for all of them at once.
    const data = new TextDecoder().decode(input).replaceAll('\0', ' ');
    for (const name of ['horizontal', 'vertical', 'conllu']) {
      for (const { words } of readers.get(name)?.(data) ?? [])
        expectThat(words.length > 0, 'sentences have words');
    }
  },
};

export const requestReaders: readonly Reader[] = [
  parseRequests,
  formReader('HTTP, urlencoded form', 'application/x-www-form-urlencoded', 0.3, [
    'data=Kelu+moba%21&tagger=&parser',
    'a=%',
  ]),
  formReader('HTTP, multipart form', `multipart/form-data; boundary=${boundary}`, 0.3, [multipart]),
  tokenized,
];
