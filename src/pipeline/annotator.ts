// What a thread does with a batch of sentences: it tags those that need it and parses all, with one pass through the
// encoder of each model. Words come in as text and everything goes out as numbers, so that threads have the work of
// looking things up, and little is sent.

import type { TaggedForm } from '../encoder/encoder.js';
import type { Parts } from '../models/bundle.js';
import { Ensemble } from '../parser/ensemble.js';
import { unparsed } from '../parser/instance.js';
import type { Tagger, Tags } from '../tagger/tagger.js';
import { type Analysis, analyze } from './analysis.js';
import type { ParseOptions } from './options.js';

/** A sentence as it goes to a thread; without tags it gets them there. */
export interface PlainSentence {
  readonly forms: readonly string[];
  readonly tags?: { readonly upos: readonly string[]; readonly xpos: readonly string[] };
}

/** A batch; without options it is tagged only. */
export interface Job {
  readonly sentences: readonly PlainSentence[];
  readonly options?: ParseOptions;
  /** The place of its models among those of the threads; the first by default. */
  readonly group?: number;
}

export interface Annotation extends Analysis {
  /** Those that the tagger gave, if it was asked. */
  readonly tags?: Tags;
}

/** A longer sentence, in words, is tagged piece by piece: time and memory grow with the length alone. */
const PIECE = 1000;

export class Annotator {
  readonly tagger: Tagger | undefined;
  /** Absent where nothing parses. */
  readonly ensemble: Ensemble | undefined;

  constructor({ tagger, parsers }: Parts) {
    this.tagger = tagger;
    this.ensemble = parsers.length > 0 ? new Ensemble(parsers) : undefined;
  }

  annotate({ sentences, options }: Job): Annotation[] {
    const tags = this.#tag(sentences);
    const { ensemble } = this;
    if (!options || !ensemble) return tags.map((own) => ({ trees: [], tags: own }));
    const instances = sentences.map((sentence, s) => {
      const words = this.#words(sentence, tags[s]);
      return ensemble.members.map((member) => unparsed(member.encoder.inputOf(words)));
    });
    return analyze(ensemble, instances, options).map((analysis, s) => ({ ...analysis, tags: tags[s] }));
  }

  /** The tags of the sentences that have none. */
  #tag(sentences: readonly PlainSentence[]): (Tags | undefined)[] {
    const { tagger } = this;
    if (!tagger) return sentences.map(() => undefined);
    const pieces = sentences.map(({ forms, tags }) => (tags ? [] : piecesOf(forms)));
    const inputs = pieces.flat().map((forms) => {
      const words = forms.map((form) => ({ form, upos: '_', xpos: '_' }));
      return tagger.inputOf(words);
    });
    const found = inputs.length > 0 ? tagger.predict(inputs) : [];
    return pieces.map(({ length }) => (length > 0 ? joined(found.splice(0, length)) : undefined));
  }

  #words({ forms, tags: given }: PlainSentence, tags: Tags | undefined): TaggedForm[] {
    const [upos, xpos] = (['upos', 'xpos'] as const).map((name) => {
      const column = this.tagger?.chosen.indexOf(name) ?? -1;
      if (!tags || !this.tagger || column < 0) return given?.[name];
      const outputs = this.tagger.vocabulary.outputs[name];
      return forms.map((_, at) => outputs[tags[column][at + 1]]);
    });
    return forms.map((form, at) => ({ form, upos: upos?.[at] ?? '_', xpos: xpos?.[at] ?? '_' }));
  }
}

/** At least one. */
function piecesOf(forms: readonly string[]): (readonly string[])[] {
  if (forms.length <= PIECE) return [forms];
  const count = Math.ceil(forms.length / PIECE);
  return Array.from({ length: count }, (_, piece) => forms.slice(piece * PIECE, (piece + 1) * PIECE));
}

/** The tags of the pieces of one sentence, as those of the whole. */
function joined(pieces: readonly Tags[]): Tags {
  if (pieces.length === 1) return pieces[0];
  return pieces[0].map((_, column) =>
    Int32Array.from(pieces.flatMap((tags, piece) => [...tags[column].subarray(piece === 0 ? 0 : 1)])),
  );
}
