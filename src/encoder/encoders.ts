// The kinds of encoders, by their names in settings.
import type { Parameters } from '../nn/parameters.js';
import { bilstm } from './bilstmEncoder.js';
import type { Encoder, EncoderKind, Lexicon } from './encoder.js';
import type { EncoderSettings } from './encoderSettings.js';
import { transformer } from './transformerEncoder.js';

const kinds: { [Kind in EncoderSettings['kind']]: EncoderKind<Extract<EncoderSettings, { kind: Kind }>> } = {
  bilstm,
  transformer,
};

/** The encoder kind of these settings. It accepts only settings of its own kind. */
export function encoderKindOf({ kind }: EncoderSettings): EncoderKind {
  return kinds[kind] as EncoderKind;
}

/** An encoder that declares its parameters among those of a model. */
export function encoderOf(parameters: Parameters, settings: EncoderSettings, lexicon: Lexicon): Encoder {
  return encoderKindOf(settings).create(parameters, settings, lexicon);
}
