// The splitter: a bidirectional LSTM over the characters of a text, which decides for each whether a token, a multiword
// token or a sentence ends with it.

import { distinctRows } from '../encoder/distinctRows.js';
import { UNKNOWN } from '../encoder/lexicon.js';
import type { Engine } from '../engine/engine.js';
import { indexOfMaximum } from '../engine/maximum.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import type { Learner, ModelOptions } from '../learner/learner.js';
import { BiLstm } from '../nn/bilstm.js';
import { dropoutMask } from '../nn/dropout.js';
import { Embedding } from '../nn/embedding.js';
import { Linear } from '../nn/linear.js';
import { crossEntropy } from '../nn/losses.js';
import { type Packing, pack } from '../nn/packing.js';
import { Parameters } from '../nn/parameters.js';
import type { Alphabet, CharacterNumbers } from './alphabet.js';
import { classCount } from './characters.js';
import { decisionCount } from './decisions.js';
import { splitAccuracy } from './splitAccuracy.js';
import type { SplitterSettings } from './splitterSettings.js';

/** A piece of a paragraph; it may have context on both sides. */
export interface SplitterItem extends CharacterNumbers {
  /** The gold decisions; −1 in the context. */
  readonly gold: Int32Array; // [n]
  /** Whether the paragraph ends with it. */
  readonly closes: boolean;
}

export class Splitter implements Learner<SplitterItem, Uint8Array> {
  readonly kind = 'splitter';
  readonly settings: SplitterSettings;
  readonly vocabulary: Alphabet;
  readonly parameters: Parameters;
  /** The embeddings of characters, of classes and, if used, of words. */
  readonly tables: readonly Embedding[];
  readonly lstm: BiLstm;
  readonly choice: Linear;

  constructor(engine: Engine, settings: SplitterSettings, vocabulary: Alphabet, options: ModelOptions = {}) {
    const { characterSize, classSize, wordSize, layers, units } = settings;
    const { characters, words } = vocabulary.data;
    this.settings = settings;
    this.vocabulary = vocabulary;
    this.parameters = new Parameters(engine, options.name);
    const tables = [
      new Embedding(this.parameters, 'characters', characters.length, characterSize),
      new Embedding(this.parameters, 'classes', classCount, classSize),
    ];
    if (wordSize > 0) tables.push(new Embedding(this.parameters, 'words', words.length, wordSize));
    this.tables = tables;
    const width = characterSize + classSize + wordSize;
    this.lstm = new BiLstm(this.parameters, 'lstm', width, new Array(layers).fill(units));
    this.choice = new Linear(this.parameters, 'choice', 2 * units, decisionCount);
    this.parameters.allocate(options);
  }

  train(items: readonly SplitterItem[], random: Random): { loss: number } {
    const { engine } = this.parameters;
    const { arena, kernels } = engine;
    const { dropout } = this.settings;
    return arena.scope(() => {
      const packing = packed(engine, items);
      const columns = this.#columns(packing, items);
      this.#drop(columns, random);
      const { input, backward } = this.#embed(columns);
      const masks = this.lstm.masks(packing, random, { input: dropout, recurrent: 0 });
      const encoded = this.lstm.forward(packing, input, masks);
      const mask = dropoutMask(arena, random, encoded.output.shape, dropout);
      const masked = ({ size, pointer }: Tensor) => {
        if (mask) kernels.multiply(size, pointer, mask.pointer, pointer);
      };
      masked(encoded.output);
      const scores = this.choice.forward(encoded.output);
      const gold = joined(packing, items, (item) => item.gold);
      const { loss, gradient } = crossEntropy(engine, scores.output, gold);
      const dEncoded = scores.backward(gradient);
      masked(dEncoded);
      backward(encoded.backward(dEncoded));
      return { loss };
    });
  }

  /** The decision for each character. */
  predict(items: readonly CharacterNumbers[]): Uint8Array[] {
    const { engine } = this.parameters;
    return engine.arena.scope(() => {
      const packing = packed(engine, items);
      const columns = this.#columns(packing, items);
      const { firsts, places } = distinctRows(columns);
      const { input } = this.#embed(columns.map((column) => Int32Array.from(firsts, (row) => column[row])));
      const encoded = this.lstm.encode(packing, input, places);
      const scores = this.choice.forward(encoded).output; // [rows, decisions]
      let row = 0;
      return scores.use((score) =>
        items.map(({ n }) => {
          const decisions = new Uint8Array(n);
          for (let at = 0; at < n; at++, row += decisionCount) {
            decisions[at] = indexOfMaximum(score, row, decisionCount);
          }
          return decisions;
        }),
      );
    });
  }

  measure(items: readonly SplitterItem[], outputs: readonly Uint8Array[]): Record<string, number> {
    return splitAccuracy(items, outputs, this.vocabulary.data.blanks ?? false);
  }

  /** The numbers of all characters, one column for each table. */
  #columns(packing: Packing, items: readonly CharacterNumbers[]): Int32Array[] {
    const columns = [
      joined(packing, items, ({ characters }) => characters),
      joined(packing, items, ({ classes }) => classes),
    ];
    if (this.settings.wordSize > 0) columns.push(joined(packing, items, ({ words }) => words));
    return columns;
  }

  /** Replaces some characters and words by the unknown one. */
  #drop([characters, , words]: readonly Int32Array[], random: Random): void {
    const { characterDropout, wordDropout } = this.settings;
    const drop = (numbers: Int32Array, rate: number) => {
      for (let row = 0; rate > 0 && row < numbers.length; row++) {
        if (random.uniform() < rate) numbers[row] = UNKNOWN;
      }
    };
    drop(characters, characterDropout);
    if (words) drop(words, wordDropout);
  }

  #embed(columns: readonly Int32Array[]) {
    const { arena } = this.parameters.engine;
    const width = this.tables.reduce((sum, { table }) => sum + table.shape[1], 0);
    const rows = columns[0].length;
    const input = arena.scratch([rows, width]);
    let from = 0;
    const passes = this.tables.map((table, t) => {
      const ids = arena.scratchIntegers([rows]);
      ids.set(columns[t]);
      const pass = table.forward(ids, input, from);
      from += table.table.shape[1];
      return pass;
    });
    return {
      input,
      backward: (dInput: Tensor): void => {
        for (const pass of passes) pass.backward(dInput);
      },
    };
  }
}

function packed({ arena }: Engine, items: readonly CharacterNumbers[]): Packing {
  return pack(
    arena,
    items.map(({ n }) => n),
  );
}

/** A column of all items, concatenated. */
function joined<Item>({ rows }: Packing, items: readonly Item[], of: (item: Item) => Int32Array): Int32Array {
  const all = new Int32Array(rows);
  let row = 0;
  for (const item of items) {
    const values = of(item);
    all.set(values, row);
    row += values.length;
  }
  return all;
}
