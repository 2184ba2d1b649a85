// The kinds of encoders, by their names in settings. The transformer's code is loaded on demand, since most models do not
// need it.
import type { Parameters } from '../nn/parameters.js';
import { bilstm } from './bilstmEncoder.js';
import type { Encoder, EncoderKind, Lexicon } from './encoder.js';
import type { EncoderSettings } from './encoderSettings.js';

type Kind = EncoderSettings['kind'];

const loaded = new Map<Kind, EncoderKind>([['bilstm', bilstm as EncoderKind]]);

/** The encoder kind of these settings, loaded if it was not yet. It accepts only settings of its own kind. */
export async function loadEncoderKind({ kind }: Pick<EncoderSettings, 'kind'>): Promise<EncoderKind> {
  if (kind === 'transformer' && !loaded.has(kind)) {
    const { transformer } = await import('./transformerEncoder.js');
    loaded.set(kind, transformer as EncoderKind);
  }
  return encoderKindOf({ kind });
}

/** An encoder kind that was loaded. */
export function encoderKindOf({ kind }: Pick<EncoderSettings, 'kind'>): EncoderKind {
  const found = loaded.get(kind);
  if (!found) throw new Error(`The code of the encoder ${kind} was not loaded.`);
  return found;
}

/** An encoder that declares its parameters among those of a model. */
export function encoderOf(parameters: Parameters, settings: EncoderSettings, lexicon: Lexicon): Encoder {
  return encoderKindOf(settings).create(parameters, settings, lexicon);
}
