// The settings of an encoder: which kind it is, and that kind's own.
import { oneOf, type Values } from '../learner/settings.js';
import { bilstmSettings } from './bilstmSettings.js';
import { transformerSettings } from './transformerSettings.js';

export const encoderSettings = {
  kind: oneOf('bilstm', ['bilstm', 'transformer'], 'the network that encodes words'),
  kinds: { bilstm: bilstmSettings, transformer: transformerSettings },
};

export type EncoderSettings = Values<{ encoder: typeof encoderSettings }>['encoder'];

/** Settings of a model as they may be given: each where it belongs, or those of the encoder among the others. */
export type Given<Settings extends { readonly encoder: object }> = Partial<Omit<Settings, 'encoder'>> &
  Partial<Omit<Own<Settings, 'bilstm'>, 'kind'>> &
  Partial<Omit<Own<Settings, 'transformer'>, 'kind'>> & {
    readonly encoder?: EncoderSettings['kind'] | Partial<Settings['encoder']>;
  };

type Own<Settings extends { readonly encoder: object }, Kind> = Extract<
  Settings['encoder'],
  { readonly kind: Kind }
>;
