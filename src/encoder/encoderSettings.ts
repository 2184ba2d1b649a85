// The settings of an encoder: its kind, and the settings of that kind.
import { oneOf, type Values } from '../learner/settings.js';
import { bilstmSettings } from './bilstmSettings.js';
import { transformerSettings } from './transformerSettings.js';

export const encoderSettings = {
  kind: oneOf('bilstm', ['bilstm', 'transformer'], 'the network that encodes words'),
  kinds: { bilstm: bilstmSettings, transformer: transformerSettings },
};

export type EncoderSettings = Values<{ encoder: typeof encoderSettings }>['encoder'];

/** A model's settings as callers may pass them: the encoder's either nested or flat among the others. */
export type Given<Settings extends { readonly encoder: object }> = Partial<Omit<Settings, 'encoder'>> &
  Partial<Omit<Own<Settings, 'bilstm'>, 'kind'>> &
  Partial<Omit<Own<Settings, 'transformer'>, 'kind'>> & {
    readonly encoder?: EncoderSettings['kind'] | Partial<Settings['encoder']>;
  };

type Own<Settings extends { readonly encoder: object }, Kind> = Extract<
  Settings['encoder'],
  { readonly kind: Kind }
>;
