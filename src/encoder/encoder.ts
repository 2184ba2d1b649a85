// The interface of encoders: words in, one vector per position out, ROOT's first.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import type { Parameters, ParameterTable } from '../nn/parameters.js';
import type { PretrainedEncoder } from '../pretrained/pretrainedEncoder.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import type { Batch, Input } from './batch.js';
import type { EncoderSettings } from './encoderSettings.js';
import type { WordList } from './wordList.js';

/** The columns of a word that an encoder may read. */
export type TaggedForm = Pick<Word, 'form' | 'upos' | 'xpos'>;

/** Pretrained values that an encoder starts from; each kind of encoder uses its own and ignores the other. */
export interface Pretrained {
  /** Vectors of words in lower case with all digits replaced by 0. */
  readonly vectors?: WordVectors;
  /** A transformer of the BERT family, for settings with a transformer encoder. */
  readonly transformer?: PretrainedEncoder;
}

/** The tables in which an encoder looks up words. */
export interface Lexicon {
  /** The form stored in a model file. */
  readonly data: object;
}

/** `Own` is what this encoder reads of a sentence. It only receives inputs that it made itself. */
export interface Encoder<Own extends Input = Input> {
  /** Columns of the output. */
  readonly size: number;
  /** Whether it reads tags besides forms. */
  readonly readsTags: boolean;
  /** Fixed pretrained vectors and their words, which the models of a file share. */
  readonly vectors?: { readonly words: WordList; readonly table: ParameterTable };
  inputOf(words: readonly TaggedForm[]): Own;
  /** Words from + 1…to of an input as a separate input. */
  cut(input: Own, from: number, to: number): Own;
  /** For training, with dropout: the output [rows, size] and its backward pass. */
  forward(batch: Batch<Own>, random: Random): Pass;
  /** For parsing: the output [rows, size]. */
  encode(batch: Batch<Own>): Tensor;
  /** Rows from…to − 1 of a sentence of any length, computed without the others: [to − from, size]. */
  encodeRows(input: Own, from: number, to: number): Tensor;
  /** Overwrites the initial values with pretrained ones. */
  fill(pretrained: Pretrained): void;
}

export interface Pass {
  readonly output: Tensor; // [rows, size]
  backward(dOutput: Tensor): void;
}

/** Creates encoders of one kind. */
export interface EncoderKind<Settings = EncoderSettings, Own extends Lexicon = Lexicon> {
  /** The lexicon of an encoder trained on the sentences. */
  lexiconOf(sentences: readonly Sentence[], settings: Settings, pretrained?: Pretrained): Own;
  /** The lexicon of a model file; undefined if invalid. */
  readLexicon(data: Readonly<Record<string, unknown>>, settings: Settings): Own | undefined;
  create(parameters: Parameters, settings: Settings, lexicon: Own): Encoder;
}
