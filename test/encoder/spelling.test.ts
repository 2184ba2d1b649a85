import { describe, it } from 'vitest';
import { SpellingReader } from '../../src/encoder/spelling.js';
import { Random } from '../../src/engine/random.js';
import { beside, columns, expectClose, fill, matrixOf, randomMatrix, tensorOf } from '../support/matrices.js';
import { expectGradient, network } from '../support/network.js';
import { bilstm } from '../support/reference/bilstm.js';
import { lstm } from '../support/reference/lstm.js';

const UNITS = 3;
const SIZE = 4;

/** A reader with random weights, and what the textbook's LSTM reads with the same weights. */
function create() {
  const random = new Random(2);
  const made = network((parameters) => new SpellingReader(parameters, 'spelling', 6, SIZE, UNITS));
  const reader = made.layers;
  const [layer] = reader.lstm.layers;
  const direction = () => ({
    input: randomMatrix(random, SIZE, 4 * UNITS),
    recurrent: randomMatrix(random, UNITS, 4 * UNITS),
    bias: randomMatrix(random, 1, 4 * UNITS),
  });
  const [forward, reverse] = [direction(), direction()];
  fill(layer.input.value, beside(forward.input, reverse.input));
  fill(layer.bias.value, beside(forward.bias, reverse.bias));
  fill(layer.leftToRight.recurrent.value, forward.recurrent);
  fill(layer.rightToLeft.recurrent.value, reverse.recurrent);
  const characters = randomMatrix(random, 6, SIZE);
  fill(reader.characters.table.value, characters);
  const read = (spelling: Int32Array) => {
    const pass = bilstm(
      lstm,
      Array.from(spelling, (character) => characters[character]),
      [{ forward, reverse }],
    );
    const [first, last] = [pass.output[0], pass.output[spelling.length - 1]];
    return { pass, word: Float64Array.of(...last.subarray(0, UNITS), ...first.subarray(UNITS)) };
  };
  return { ...made, reader, read, layer };
}

const word = (...characters: number[]) => Int32Array.from(characters);
const [long, short, other] = [word(1, 2, 3, 4), word(5), word(2, 1)];
const spellings = [long, short, long, other];

describe('the reading of a spelling', () => {
  it('is what the LSTM knows of the word after its last character, and backwards after its first', () => {
    const { arena, reader, read, layer } = create();
    const expected = spellings.map((spelling) => read(spelling).word);
    const output = arena.scratch([spellings.length, 1 + reader.size]);
    const pass = reader.forward(spellings, output, 1, new Random(1), 0);
    expectClose(columns(matrixOf(output), 1, 1 + reader.size), expected);

    const encoded = arena.scratch([spellings.length, 1 + reader.size]);
    reader.encode(spellings, encoded, 1);
    expectClose(columns(matrixOf(encoded), 1, 1 + reader.size), expected);

    // The way back: the gradient of a word goes to the ends of its two readings.
    const dOutput = randomMatrix(new Random(4), spellings.length, 1 + reader.size);
    pass.backward(tensorOf(arena, dOutput));
    const gradients = spellings.map((spelling, at) => {
      const own = dOutput[at].subarray(1);
      const rows = Array.from(spelling, (_, place) =>
        Float64Array.of(
          ...own.subarray(0, UNITS).map((d) => (place === spelling.length - 1 ? d : 0)),
          ...own.subarray(UNITS).map((d) => (place === 0 ? d : 0)),
        ),
      );
      const [d] = read(spelling).pass.backward(rows).layers;
      return beside(d.forward.input, d.reverse.input);
    });
    const sum = gradients.reduce((a, b) => a.map((row, r) => row.map((x, c) => x + b[r][c])));
    expectGradient(layer.input, sum);
  });
});
