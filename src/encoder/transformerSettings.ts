// The settings for using and fine-tuning a transformer encoder; its sizes come with its weights.
import { flag, number, type Values, whole } from '../learner/settings.js';

export const transformerSettings = {
  usedLayers: whole(0, 0, 100, 'layers of a pretrained encoder that are used, from the lowest on; 0 for all'),
  sublayerDropout: number(0.1, 0, 0.95, 'dropout of its tables’ and its sublayers’ outputs'),
  attentionDropout: number(0.1, 0, 0.95, 'dropout of its weights of attention'),
  frozenEmbeddings: flag(false, 'whether its tables stay as they are'),
  frozenLayers: whole(0, 0, 100, 'lower layers of it that stay as they are, and the tables with them'),
};

export type TransformerSettings = Values<typeof transformerSettings>;
