// The settings for using and fine-tuning a transformer encoder; its sizes come with its weights.
import { flag, number, type Values, whole } from '../learner/settings.js';

export const transformerSettings = {
  usedLayers: whole(0, 0, 100, 'how many layers of a pretrained encoder to use, from the lowest; 0 for all'),
  pieceDropout: number(0, 0, 0.95, 'how often training hides a piece: the mask piece replaces it'),
  sublayerDropout: number(0.1, 0, 0.95, 'dropout of its tables’ and its sublayers’ outputs'),
  attentionDropout: number(0.1, 0, 0.95, 'dropout of its attention weights'),
  frozenEmbeddings: flag(false, 'whether its tables are frozen'),
  frozenLayers: whole(0, 0, 100, 'how many of its lowest layers are frozen, together with its tables'),
};

export type TransformerSettings = Values<typeof transformerSettings>;
