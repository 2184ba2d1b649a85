// Cuts words into subword pieces by the `tokenizer.json` of a pretrained encoder.
import { Tokenizer } from '@huggingface/tokenizers';
import { quoted } from '../conllu/quotation.js';
import { isRecord } from '../modelfile/safetensors.js';
import type { SubwordsData } from './subwordsData.js';
import { WeightsError } from './weightsError.js';

/** The cache is cleared at this many distinct words, since an endless stream has endless words. */
const MOST_WORDS = 50_000;
/** Characters; longer words are truncated, since no encoder has room for that many pieces of one word. */
const LONGEST_WORD = 200;

export class Subwords {
  readonly data: SubwordsData;
  /** The ids of the special pieces before and after a sentence: [CLS] and [SEP], or <s> and </s>. */
  readonly first: number;
  readonly last: number;
  readonly unknown: number;
  /** The piece that hides another one in training; the unknown one if the tokenizer has none for that. */
  readonly mask: number;
  #tokenizer: Tokenizer;
  /** What precedes a word within a sentence. */
  #blank: string;
  #known = new Map<string, Int32Array>();

  constructor(data: SubwordsData) {
    this.data = data;
    this.#tokenizer = tokenizerOf(data);
    this.#blank = needsBlank(data.pre_tokenizer) ? ' ' : '';
    this.first = this.#special(['[CLS]', '<s>']);
    this.last = this.#special(['[SEP]', '</s>']);
    this.unknown = this.#special(['[UNK]', '<unk>']);
    this.mask = this.#special(['[MASK]', '<mask>', '[UNK]', '<unk>']);
  }

  /** The pieces of `tokenizer.json`; truncation, padding and decoding are not used. */
  static of(tokenizer: unknown): Subwords {
    if (!isRecord(tokenizer) || !isRecord(tokenizer.model)) {
      throw new WeightsError('tokenizer.json does not describe a tokenizer.');
    }
    const { added_tokens = [], normalizer = null, pre_tokenizer = null, model } = tokenizer;
    return new Subwords({
      added_tokens,
      normalizer,
      pre_tokenizer,
      post_processor: null,
      decoder: null,
      model,
    });
  }

  /** Whether words in capitals have the same pieces as in lower case. */
  get isLowerCase(): boolean {
    return String(this.piecesOf('A')) === String(this.piecesOf('a'));
  }

  /** Rejects pieces that the encoder's table has no rows for. */
  checkPieces(rows: number): void {
    let most = 0;
    for (const [piece, number] of piecesIn(this.data)) {
      if (typeof number !== 'number' || !Number.isInteger(number) || number < 0) {
        throw new WeightsError(`The tokenizer has the piece ${quoted(piece)} without a number.`);
      }
      most = Math.max(most, number + 1);
    }
    if (most <= rows) return;
    throw new WeightsError(`The tokenizer has ${most} pieces, but the weights have rows for ${rows}.`);
  }

  /** The ids of a word's pieces: at least one, and the same array for the same word. */
  piecesOf(form: string): Int32Array {
    let pieces = this.#known.get(form);
    if (!pieces) {
      const word = Array.from(form).slice(0, LONGEST_WORD).join('');
      const { ids } = this.#tokenizer.encode(this.#blank + word, { add_special_tokens: false });
      pieces = Int32Array.from(ids.length > 0 ? ids : [this.unknown]);
      if (this.#known.size >= MOST_WORDS) this.#known.clear();
      this.#known.set(form, pieces);
    }
    return pieces;
  }

  #special(names: readonly string[]): number {
    for (const name of names) {
      const number = this.#tokenizer.token_to_id(name);
      if (number !== undefined) return number;
    }
    throw new WeightsError(`The tokenizer has none of the special pieces ${names.join(', ')}.`);
  }
}

function tokenizerOf(data: SubwordsData): Tokenizer {
  try {
    const tokenizer = new Tokenizer(data, {});
    // Some defects only show when it is used.
    tokenizer.encode('a word', { add_special_tokens: false });
    return tokenizer;
  } catch (error) {
    throw new WeightsError(
      `The tokenizer cannot be used: ${error instanceof Error ? error.message : error}.`,
    );
  }
}

/** Byte-level pieces include the blank before a word; without it, a word counts as the first of a text. */
function needsBlank(step: unknown): boolean {
  if (!isRecord(step)) return false;
  if (step.type === 'Sequence')
    return Array.isArray(step.pretokenizers) && step.pretokenizers.some(needsBlank);
  return step.type === 'ByteLevel' && step.add_prefix_space === false;
}

/** All pieces with their ids: the model's, in a table for WordPiece and BPE or a list for Unigram, and added ones. */
function* piecesIn({
  model,
  added_tokens: added,
}: SubwordsData): Generator<[piece: unknown, number: unknown]> {
  const vocabulary = isRecord(model) ? model.vocab : undefined;
  if (Array.isArray(vocabulary)) yield* vocabulary.map((piece, number): [unknown, number] => [piece, number]);
  else yield* Object.entries(Object(vocabulary));
  for (const token of Array.isArray(added) ? added : []) {
    const { content, id } = Object(token);
    yield [content, id];
  }
}
