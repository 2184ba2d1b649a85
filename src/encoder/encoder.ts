// What every encoder is to the models above it: words go in, and a vector for each position comes out, ROOT's first.
import type { Sentence, Word } from '../conllu/sentence.js';
import type { Random } from '../engine/random.js';
import type { Tensor } from '../engine/tensor.js';
import type { Parameters, ParameterTable } from '../nn/parameters.js';
import type { PretrainedEncoder } from '../pretrained/pretrainedEncoder.js';
import type { WordVectors } from '../vectors/vectorTable.js';
import type { Batch, Input } from './batch.js';
import type { EncoderSettings } from './encoderSettings.js';

/** What of a word an encoder may read. */
export type TaggedForm = Pick<Word, 'form' | 'upos' | 'xpos'>;

/** What was learned elsewhere and an encoder begins with: each kind takes its own, and leaves the other alone. */
export interface Pretrained {
  /** Vectors of words in lower case with digits as 0. */
  readonly vectors?: WordVectors;
  /** A transformer of the BERT family, for settings whose encoder is one. */
  readonly transformer?: PretrainedEncoder;
}

/** What an encoder looks words up in. */
export interface Lexicon {
  /** As a model file has it. */
  readonly data: object;
}

/** `Own` is what this encoder reads of a sentence. It gets no other inputs than those that it made. */
export interface Encoder<Own extends Input = Input> {
  /** Columns of the output. */
  readonly size: number;
  /** Whether it reads more of a word than its form. */
  readonly readsTags: boolean;
  /** Pretrained vectors that stay as they are, and their words: the models of a file share them. */
  readonly vectors?: { readonly words: readonly string[]; readonly table: ParameterTable };
  inputOf(words: readonly TaggedForm[]): Own;
  /** Words from + 1…to of an input as an input of its own. */
  cut(input: Own, from: number, to: number): Own;
  /** For training, with dropout: the output [rows, size], and a way back. */
  forward(batch: Batch<Own>, random: Random): Pass;
  /** For parsing: the output [rows, size]. */
  encode(batch: Batch<Own>): Tensor;
  /** Rows from…to − 1 of a sentence of any length, computed without sight of the others: [to − from, size]. */
  encodeRows(input: Own, from: number, to: number): Tensor;
  /** Puts what was learned elsewhere in the place of the first values. */
  fill(pretrained: Pretrained): void;
}

export interface Pass {
  readonly output: Tensor; // [rows, size]
  backward(dOutput: Tensor): void;
}

/** How encoders of a kind are made. */
export interface EncoderKind<Settings = EncoderSettings, Own extends Lexicon = Lexicon> {
  /** What an encoder that is trained on the sentences looks words up in. */
  lexiconOf(sentences: readonly Sentence[], settings: Settings, pretrained?: Pretrained): Own;
  /** The lexicon of a model file; undefined where it is unsound. */
  readLexicon(data: Readonly<Record<string, unknown>>, settings: Settings): Own | undefined;
  create(parameters: Parameters, settings: Settings, lexicon: Own): Encoder;
}
