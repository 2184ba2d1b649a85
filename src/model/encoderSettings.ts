// What goes into the encoder, and its sizes: the paper's values are the usual ones.
import { number, oneOf, type Values, whole } from './settings.js';

export const encoderSettings = {
  /** The tags that go in. */
  tags: oneOf('upos', ['upos', 'xpos', 'both', 'none']),
  /** The sizes of learned vectors of words and of tags. */
  wordSize: whole(100, 0, 4096),
  tagSize: whole(28, 0, 4096),
  /** Words rarer than this have no learned vector of their own. */
  minCount: whole(1, 1, 1_000_000),
  /** The size of pretrained vectors that stay as they are; 0 makes them the initial values of the learned ones. */
  vectorSize: whole(0, 0, 4096),
  /** So many of the most frequent pretrained words that the treebank lacks keep their vectors. */
  vectorWords: whole(0, 0, 10_000_000),
  /** The size of characters' vectors, and units of each direction of the LSTM that reads a word's spelling; 0 for none. */
  characterSize: whole(32, 1, 4096),
  characterUnits: whole(0, 0, 4096),
  /** LSTM layers, and units of each direction. */
  layers: whole(2, 1, 16),
  units: whole(128, 1, 4096),
  /** The first bias of the forget gates: with 1 a fresh LSTM remembers much, with 0 it learns faster. */
  forgetBias: number(0, -10, 10),
  /** Dropout of the LSTMs' inputs and recurrent connections. */
  lstmDropout: number(0.2, 0, 0.95),
  /** How often a word's vector, its tags' and its spelling's are each left out. */
  inputDropout: number(0, 0, 0.95),
  /** A word seen c times is taken for unknown with probability wordDropout / (wordDropout + c). */
  wordDropout: number(0.25, 0, 1000),
};

export type EncoderSettings = Values<typeof encoderSettings>;
