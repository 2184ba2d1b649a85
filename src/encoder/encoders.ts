// The kinds of encoders, by the name that settings have for them.
import type { Parameters } from '../nn/parameters.js';
import { bilstm } from './bilstmEncoder.js';
import type { Encoder, EncoderKind, Lexicon } from './encoder.js';
import type { EncoderSettings } from './encoderSettings.js';

const kinds: Record<EncoderSettings['kind'], EncoderKind> = { bilstm };

export function encoderKindOf({ kind }: EncoderSettings): EncoderKind {
  return kinds[kind];
}

/** An encoder that declares its parameters among the others of a model. */
export function encoderOf(parameters: Parameters, settings: EncoderSettings, lexicon: Lexicon): Encoder {
  return encoderKindOf(settings).create(parameters, settings, lexicon);
}
