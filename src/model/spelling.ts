// Words by their spelling: an LSTM reads the characters from both sides, and where each reading ends it knows the word.
// A word that stands in a batch several times is read once.
import type { Random } from '../engine/random.js';
import type { IntegerTensor, Tensor } from '../engine/tensor.js';
import { BiLstm } from '../nn/bilstm.js';
import { Embedding } from '../nn/embedding.js';
import { pack } from '../nn/packing.js';
import type { Parameters } from '../nn/parameters.js';

export class SpellingReader {
  /** Columns of the output: the two readings side by side. */
  readonly size: number;
  readonly characters: Embedding;
  readonly lstm: BiLstm;
  #parameters: Parameters;
  #units: number;

  constructor(parameters: Parameters, name: string, characters: number, size: number, units: number) {
    this.size = 2 * units;
    this.#units = units;
    this.#parameters = parameters;
    this.characters = new Embedding(parameters, `${name}.characters`, characters, size);
    this.lstm = new BiLstm(parameters, name, size, [units]);
  }

  /** Writes what the readings give into `output` [spellings, …] from `column` on; with dropout when there are random numbers. */
  forward(
    spellings: readonly Int32Array[],
    output: Tensor,
    column: number,
    dropout?: { random: Random; rate: number },
  ) {
    const { arena, kernels } = this.#parameters.engine;
    const units = this.#units;
    const { different, places } = distinct(spellings);
    const lengths = different.map(({ length }) => length);
    const characters = this.#integers(lengths.reduce((sum, length) => sum + length, 0));
    // The two halves of a row of the LSTM's output count as rows of their own here: of each word the end of the reading
    // from left to right, and the beginning, where the other reading ends.
    const ends = this.#integers(2 * different.length);
    let start = 0;
    for (const [word, spelling] of different.entries()) {
      characters.data.set(spelling, start);
      ends.data[2 * word] = 2 * (start + spelling.length - 1);
      ends.data[2 * word + 1] = 2 * start + 1;
      start += spelling.length;
    }
    const input = arena.scratch([characters.size, this.characters.table.shape[1]]);
    const embedded = this.characters.forward(characters, input, 0);
    const packing = pack(arena, lengths);
    const masks = dropout && this.lstm.masks(packing, dropout.random, rates(dropout.rate));
    const read = dropout
      ? this.lstm.forward(packing, input, masks)
      : { output: this.lstm.encode(packing, input), backward: undefined };
    const words = arena.scratch([different.length, this.size]);
    kernels.gatherRows(ends.size, units, ends.pointer, read.output.pointer, words.pointer, units);
    const rows = this.#integers(spellings.length);
    rows.data.set(places);
    const stride = output.shape[1];
    const target = output.pointer + 4 * column;
    kernels.gatherRows(rows.size, this.size, rows.pointer, words.pointer, target, stride);
    return {
      backward: (dOutput: Tensor): void => {
        const dWords = this.#zeros(words.shape);
        const source = dOutput.pointer + 4 * column;
        kernels.scatterAddRows(rows.size, this.size, rows.pointer, source, stride, dWords.pointer);
        const dRead = this.#zeros(read.output.shape);
        kernels.scatterAddRows(ends.size, units, ends.pointer, dWords.pointer, units, dRead.pointer);
        if (read.backward) embedded.backward(read.backward(dRead));
      },
    };
  }

  #integers(size: number): IntegerTensor {
    return this.#parameters.engine.arena.scratchIntegers([size]);
  }

  #zeros(shape: readonly number[]): Tensor {
    const { arena, kernels } = this.#parameters.engine;
    const tensor = arena.scratch(shape);
    kernels.fill(tensor.size, 0, tensor.pointer);
    return tensor;
  }
}

const rates = (rate: number) => ({ input: rate, recurrent: rate });

/** The different ones of equal arrays, which are the same array, and the place of each among them. */
function distinct(spellings: readonly Int32Array[]): { different: Int32Array[]; places: number[] } {
  const numbers = new Map<Int32Array, number>();
  const places = spellings.map((spelling) => {
    const place = numbers.get(spelling) ?? numbers.size;
    numbers.set(spelling, place);
    return place;
  });
  return { different: [...numbers.keys()], places };
}
