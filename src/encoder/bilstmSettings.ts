// What the biLSTM encoder reads, and its sizes.
import { number, oneOf, type Values, whole } from '../learner/settings.js';

export const bilstmSettings = {
  tags: oneOf('upos', ['upos', 'xpos', 'both', 'none'], 'the tags that go in'),
  wordSize: whole(100, 0, 4096, 'the size of words’ learned vectors'),
  tagSize: whole(28, 0, 4096, 'the size of tags’ learned vectors'),
  minCount: whole(1, 1, 1_000_000, 'words rarer than this have no learned vector of their own'),
  vectorSize: whole(
    0,
    0,
    4096,
    'the size of pretrained vectors that stay as they are; with 0 the learned ones begin as them',
  ),
  vectorWords: whole(
    0,
    0,
    10_000_000,
    'how many of the most frequent pretrained words that the treebank lacks are kept',
  ),
  characterSize: whole(32, 1, 4096, 'the size of characters’ vectors'),
  characterUnits: whole(
    0,
    0,
    4096,
    'units of each direction of the LSTM that reads a word’s spelling; 0 for none',
  ),
  layers: whole(2, 1, 16, 'LSTM layers'),
  units: whole(128, 1, 4096, 'units of each direction of a layer'),
  forgetBias: number(
    0,
    -10,
    10,
    'the first bias of the forget gates: with 1 a fresh LSTM remembers much, with 0 it learns faster',
  ),
  lstmDropout: number(0.2, 0, 0.95, 'dropout of the LSTMs’ inputs and recurrent connections'),
  inputDropout: number(
    0,
    0,
    0.95,
    'how often a word’s vector, its tags’ and its spelling’s are each left out',
  ),
  wordDropout: number(
    0.25,
    0,
    1000,
    'd: a word seen c times is taken for unknown with probability d / (d + c)',
  ),
};

export type BiLstmSettings = Values<typeof bilstmSettings>;
