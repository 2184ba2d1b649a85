// The settings of the biLSTM encoder: its inputs and sizes.
import { number, oneOf, type Values, whole } from '../learner/settings.js';
import { lstmCells } from '../nn/bilstm.js';

export const bilstmSettings = {
  tags: oneOf('upos', ['upos', 'xpos', 'both', 'none'], 'the input tags'),
  wordSize: whole(100, 0, 4096, 'the size of learned word vectors'),
  tagSize: whole(28, 0, 4096, 'the size of learned tag vectors'),
  minCount: whole(1, 1, 1_000_000, 'words rarer than this have no learned vector'),
  vectorSize: whole(
    0,
    0,
    4096,
    'the size of fixed pretrained vectors; with 0 the pretrained vectors initialize the learned ones',
  ),
  vectorWords: whole(
    0,
    0,
    10_000_000,
    'the number of pretrained words to keep that are not in the treebank, most frequent first',
  ),
  characterSize: whole(32, 1, 4096, 'the size of character vectors'),
  characterUnits: whole(0, 0, 4096, 'units per direction of the LSTM over a word’s characters; 0 for none'),
  endingSize: whole(
    0,
    0,
    4096,
    'the size of learned vectors of a word’s last character and its last 2, 3 and 4 characters; 0 for none',
  ),
  layers: whole(2, 1, 16, 'LSTM layers'),
  units: whole(128, 1, 4096, 'units per direction of a layer'),
  cell: oneOf(
    'plain',
    lstmCells,
    'the cell of the LSTMs: plain has input, forget and output gates; coupled, as in the authors’ program, forgets what ' +
      'the input gate leaves, and its gates see the cell',
  ),
  forgetBias: number(
    0,
    -10,
    10,
    'the initial bias of the forget gates of plain cells: with 1 a new LSTM remembers much, with 0 it learns faster',
  ),
  lstmDropout: number(0.2, 0, 0.95, 'dropout of the LSTMs’ inputs and recurrent connections'),
  inputDropout: number(
    0,
    0,
    0.95,
    'the dropout of whole vectors: a word’s, its tags’ and its characters’, independently',
  ),
  wordDropout: number(
    0.25,
    0,
    1000,
    'd: a word seen c times is replaced by the unknown word with probability d / (d + c)',
  ),
};

export type BiLstmSettings = Values<typeof bilstmSettings>;
