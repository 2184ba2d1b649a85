// A model of the service, with its names, its pipeline and its splitter.

import { ModelNames } from '../models/modelNames.js';
import type { Parts } from '../models/parts.js';
import type { Card } from '../models/saved.js';
import type { LoadedModels } from '../node/parsing.js';
import { Pipeline } from '../pipeline/pipeline.js';
import type { DecodingGrowth } from '../pipeline/work.js';
import type { PlacedSentence } from '../splitter/sentences.js';
import { Splitting } from './splitting.js';

export class ServedModel {
  readonly names: ModelNames;
  readonly parts: Parts;
  readonly cards: readonly Card[];
  /** Works in this thread. */
  readonly pipeline: Pipeline;
  #splitting: Splitting;

  constructor(files: readonly string[], { parts, cards }: LoadedModels) {
    this.names = new ModelNames(files, cards);
    this.parts = parts;
    this.cards = cards;
    this.pipeline = new Pipeline(parts);
    this.#splitting = new Splitting(this.pipeline);
  }

  get name(): string {
    return this.names.name;
  }

  /** What its first card says about it, for a list of models. */
  get about(): { name: string; title?: string; language?: string } {
    const [card = {}] = this.cards;
    return {
      name: this.name,
      ...(typeof card.name === 'string' ? { title: card.name } : {}),
      ...(typeof card.language === 'string' ? { language: card.language } : {}),
    };
  }

  /** How parsing time grows with the length of a sentence. */
  get growth(): DecodingGrowth {
    return this.pipeline.growth;
  }

  /** The attributions and licences in its files. */
  get acknowledgements(): string[] {
    return this.cards.flatMap(({ attribution, licence }) =>
      typeof attribution !== 'string' ? [] : [attribution + (licence ? ` (${licence})` : '')],
    );
  }

  /** The sentences of a text; short texts are split together with those of other requests. */
  split(text: string): AsyncGenerator<PlacedSentence> {
    return this.#splitting.split(text);
  }
}
