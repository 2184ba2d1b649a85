// What a thread does with a batch of sentences: tags those that need it and parses all, with one pass through each
// model's encoder. Words come in as text and results go out as numbers, so that lookups happen in the threads and
// messages stay small. It also decides where words and sentences of a text end.

import type { TaggedForm } from '../encoder/encoder.js';
import type { Parts } from '../models/parts.js';
import { Ensemble } from '../parser/ensemble.js';
import type { CharacterNumbers } from '../splitter/alphabet.js';
import type { Splitter } from '../splitter/splitter.js';
import { unparsed } from '../structure/instance.js';
import { joinedTags, predictTags, type TagModel, type Tags, tagInputOf } from '../tagger/tagModel.js';
import { type Analysis, analyze, type TagReader } from './analysis.js';
import type { ParseOptions } from './options.js';
import { pooled } from './pooling.js';

/** A sentence as sent to a thread, which tags it if it has no tags. */
export interface PlainSentence {
  readonly forms: readonly string[];
  readonly tags?: { readonly upos: readonly string[]; readonly xpos: readonly string[] };
}

/** A batch; without options it is only tagged. */
export interface Job {
  readonly sentences: readonly PlainSentence[];
  readonly options?: ParseOptions;
  /** The index of its models among those of the threads; the first by default. */
  readonly group?: number;
}

/** Pieces of text, whose characters await decisions. */
export interface SplittingJob extends Pick<Job, 'group'> {
  readonly pieces: readonly CharacterNumbers[];
}

/** Has tags if the tagger was asked for them. */
export type Annotation = Analysis;

/** Sentences of more words are tagged piece by piece, so that time and memory are linear in the length. */
const PIECE = 1000;

export class Annotator {
  readonly tagger: TagModel | undefined;
  /** Absent without parsers. */
  readonly ensemble: Ensemble | undefined;
  #splitter: Splitter | undefined;
  /** Set if a parsing model also tags and no model reads tags: one pass through its encoder does both. */
  #readTags: TagReader | undefined;

  constructor({ splitter, tagger, parsers }: Parts) {
    this.#splitter = splitter;
    this.tagger = tagger;
    this.ensemble = parsers.length > 0 ? new Ensemble(parsers) : undefined;
    const place = parsers.findIndex((parser) => Object.is(parser, tagger));
    if (tagger && place >= 0 && !parsers.some(({ encoder }) => encoder.readsTags)) {
      this.#readTags = ({ batches, encoded }) => tagger.tagHead.tags(batches[place], encoded[place]);
    }
  }

  /** Does any job. */
  answer(job: Job | SplittingJob): Annotation[] | Uint8Array[] {
    return 'pieces' in job ? this.decide(job.pieces) : this.annotate(job);
  }

  /** What ends with each character of each piece. */
  decide(pieces: readonly CharacterNumbers[]): Uint8Array[] {
    if (!this.#splitter) throw new Error('There is no splitter among the models.');
    return this.#splitter.predict(pieces);
  }

  annotate(job: Job): Annotation[] {
    return pooled(this.#annotate(job));
  }

  #annotate({ sentences, options }: Job): Annotation[] {
    const { ensemble } = this;
    if (!options || !ensemble) return this.#tag(sentences).map((tags) => ({ trees: [], tags }));
    const tags = this.#readTags ? undefined : this.#tag(sentences);
    const instances = sentences.map((sentence, s) => {
      const words = this.#words(sentence, tags?.[s]);
      return ensemble.members.map((member) => unparsed(member.encoder.inputOf(words)));
    });
    const isUntagged = sentences.map((sentence) => !sentence.tags);
    const readTags = isUntagged.includes(true) ? this.#readTags : undefined;
    return analyze(ensemble, instances, options, readTags).map((analysis, s) => {
      if (tags) return { ...analysis, tags: tags[s] };
      return { ...analysis, tags: isUntagged[s] ? this.#ruled(sentences[s], analysis.tags) : undefined };
    });
  }

  async *annotateAll(jobs: AsyncIterable<Job>): AsyncGenerator<Annotation[]> {
    for await (const job of jobs) {
      yield this.annotate(job);
      // Lets a page or a server handle other events between batches.
      await new Promise((resolve) => setTimeout(resolve));
    }
  }

  /** The network's tags of a sentence, overridden by rule where one applies. */
  #ruled({ forms }: PlainSentence, tags: Tags | undefined): Tags | undefined {
    const head = this.tagger?.tagHead;
    return tags && head?.withRules(tags, head.ruledIn(forms.map((form) => ({ form }))));
  }

  /** The tags of the sentences that have none. */
  #tag(sentences: readonly PlainSentence[]): (Tags | undefined)[] {
    const { tagger } = this;
    if (!tagger) return sentences.map(() => undefined);
    const pieces = sentences.map(({ forms, tags }) => (tags ? [] : piecesOf(forms)));
    const inputs = pieces.flat().map((forms) => {
      const words = forms.map((form) => ({ form, upos: '_', xpos: '_' }));
      return tagInputOf(tagger, words);
    });
    const found = inputs.length > 0 ? predictTags(tagger, inputs) : [];
    return pieces.map(({ length }) => (length > 0 ? joinedTags(found.splice(0, length)) : undefined));
  }

  #words({ forms, tags: given }: PlainSentence, tags: Tags | undefined): TaggedForm[] {
    const [upos, xpos] = (['upos', 'xpos'] as const).map((name) => {
      const column = this.tagger?.tagHead.chosen.indexOf(name) ?? -1;
      if (!tags || !this.tagger || column < 0) return given?.[name];
      const outputs = this.tagger.vocabulary.outputs[name];
      return forms.map((_, at) => outputs[tags[column][at + 1]]);
    });
    return forms.map((form, at) => ({ form, upos: upos?.[at] ?? '_', xpos: xpos?.[at] ?? '_' }));
  }
}

/** At least one piece. */
function piecesOf(forms: readonly string[]): (readonly string[])[] {
  if (forms.length <= PIECE) return [forms];
  const count = Math.ceil(forms.length / PIECE);
  return Array.from({ length: count }, (_, piece) => forms.slice(piece * PIECE, (piece + 1) * PIECE));
}
