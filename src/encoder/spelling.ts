// Vectors of words from their spelling: the final states of a bidirectional LSTM over the characters. A word that
// occurs several times in a batch is read once.
import type { Random } from '../engine/random.js';
import { type IntegerTensor, type Tensor, useAll } from '../engine/tensor.js';
import { BiLstm, type LayerMasks } from '../nn/bilstm.js';
import { Embedding } from '../nn/embedding.js';
import { type Packing, pack } from '../nn/packing.js';
import type { Parameters } from '../nn/parameters.js';
import { identities } from './distinctRows.js';

export class SpellingReader {
  /** Columns of the output: both directions, concatenated. */
  readonly size: number;
  readonly characters: Embedding;
  readonly lstm: BiLstm;
  #parameters: Parameters;
  #units: number;
  /** The cached vectors of spellings. */
  #known = new WeakMap<Int32Array, Float32Array>(); // [size] each

  constructor(parameters: Parameters, name: string, characters: number, size: number, units: number) {
    this.size = 2 * units;
    this.#units = units;
    this.#parameters = parameters;
    this.characters = new Embedding(parameters, `${name}.characters`, characters, size);
    this.lstm = new BiLstm(parameters, name, size, [units]);
  }

  /** For training: writes the vectors into `output` [spellings, …], starting at `column`. */
  forward(spellings: readonly Int32Array[], output: Tensor, column: number, random: Random, dropout: number) {
    const { kernels } = this.#parameters.engine;
    const { words, backward } = this.#read([...new Set(spellings)], (packing) =>
      this.lstm.masks(packing, random, { input: dropout, recurrent: dropout }),
    );
    const rows = this.#integers(spellings.length);
    rows.set(identities(spellings));
    const stride = output.shape[1];
    const target = output.pointer + 4 * column;
    kernels.gatherRows(rows.size, this.size, rows.pointer, words.pointer, target, stride);
    return {
      backward: (dOutput: Tensor): void => {
        const dWords = this.#zeros(words.shape);
        const source = dOutput.pointer + 4 * column;
        kernels.scatterAddRows(rows.size, this.size, rows.pointer, source, stride, dWords.pointer);
        backward(dWords);
      },
    };
  }

  /** Only the output of forward. A model that is not being trained caches the words that it has read. */
  encode(spellings: readonly Int32Array[], output: Tensor, column: number): void {
    const { engine, isTrained } = this.#parameters;
    const known = isTrained ? new WeakMap<Int32Array, Float32Array>() : this.#known;
    const unread = [...new Set(spellings.filter((spelling) => !known.has(spelling)))];
    if (unread.length > 0) {
      engine.arena.scope(() => {
        this.#read(unread).words.use((words) => {
          for (const [at, spelling] of unread.entries()) {
            known.set(spelling, words.slice(at * this.size, (at + 1) * this.size));
          }
        });
      });
    }
    output.use((values) => {
      for (const [row, spelling] of spellings.entries()) {
        const word = known.get(spelling);
        if (word) values.set(word, row * output.shape[1] + column);
      }
    });
  }

  /** The vector of each spelling, [spellings, size]. */
  #read(spellings: readonly Int32Array[], masksOf?: (packing: Packing) => LayerMasks[]) {
    const { arena, kernels } = this.#parameters.engine;
    const units = this.#units;
    const lengths = spellings.map(({ length }) => length);
    const characters = this.#integers(lengths.reduce((sum, length) => sum + length, 0));
    // Treats the two halves of each output row as separate rows: takes the forward half at a word's last character, and
    // the backward half at its first, where each direction ends.
    const ends = this.#integers(2 * spellings.length);
    useAll([characters, ends], (ids, rows) => {
      let start = 0;
      for (const [word, spelling] of spellings.entries()) {
        ids.set(spelling, start);
        rows[2 * word] = 2 * (start + spelling.length - 1);
        rows[2 * word + 1] = 2 * start + 1;
        start += spelling.length;
      }
    });
    const input = arena.scratch([characters.size, this.characters.table.shape[1]]);
    const embedded = this.characters.forward(characters, input, 0);
    const packing = pack(arena, lengths);
    const read = this.lstm.forward(packing, input, masksOf?.(packing));
    const words = arena.scratch([spellings.length, this.size]);
    kernels.gatherRows(ends.size, units, ends.pointer, read.output.pointer, words.pointer, units);
    return {
      words,
      backward: (dWords: Tensor): void => {
        const dRead = this.#zeros(read.output.shape);
        kernels.scatterAddRows(ends.size, units, ends.pointer, dWords.pointer, units, dRead.pointer);
        embedded.backward(read.backward(dRead));
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
