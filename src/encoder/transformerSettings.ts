// What a transformer encoder is: its sizes, which come with its weights, and how it is trained further.
import { counted } from '../conllu/quotation.js';
import { flag, number, readValues, SettingsError, type Values, whole } from '../learner/settings.js';

export const transformerSettings = {
  layers: whole(12, 1, 100, 'layers that are used, from the lowest on'),
  size: whole(384, 1, 8192, 'columns of the vectors'),
  heads: whole(12, 1, 1024, 'heads of attention'),
  intermediate: whole(1536, 1, 65_536, 'units of the feed-forward layers'),
  positions: whole(512, 3, 100_000, 'rows of the table of positions'),
  positionOffset: whole(0, 0, 1000, 'the row of a sentence’s first piece in it'),
  pieces: whole(30_522, 1, 10_000_000, 'subword pieces'),
  embeddingSize: whole(384, 1, 8192, 'columns of the tables'),
  types: whole(2, 0, 1000, 'rows of the table of token types, of which the first is used; 0 for none'),
  epsilon: number(1e-12, 0, 1, 'what layer norms add to the variance'),
  first: whole(101, 0, 10_000_000, 'the number of the special piece before a sentence'),
  last: whole(102, 0, 10_000_000, 'the number of the special piece after a sentence'),
  hiddenDropout: number(0.1, 0, 0.95, 'dropout of the tables’ and the sublayers’ outputs'),
  attentionDropout: number(0.1, 0, 0.95, 'dropout of the weights of attention'),
  frozenEmbeddings: flag(false, 'whether the tables stay as they are'),
  frozenLayers: whole(0, 0, 100, 'lower layers that stay as they are, and the tables with them'),
};

export type TransformerSettings = Values<typeof transformerSettings>;

/** A transformer's settings from any JSON; what makes no sense is refused with one sentence. */
export function readTransformerSettings(given: unknown): TransformerSettings {
  const settings = readValues(transformerSettings, given);
  const { size, heads, layers, frozenLayers, positions, positionOffset } = settings;
  if (size % heads !== 0) {
    throw new SettingsError(
      `The ${counted(size, 'column')} of a transformer cannot be divided among ${counted(heads, 'head')}.`,
    );
  }
  if (positions - positionOffset < 3) {
    throw new SettingsError('A transformer needs positions for a piece and the two special ones around it.');
  }
  if (frozenLayers > layers) {
    throw new SettingsError(
      `A transformer of ${counted(layers, 'layer')} cannot keep ${frozenLayers} of them frozen.`,
    );
  }
  return settings;
}
