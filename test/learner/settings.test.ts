import { describe, expect, it } from 'vitest';
import { changedValues, flatValues, type Schema, SettingsError } from '../../src/learner/settings.js';
import { parserSettings, readParserSettings } from '../../src/parser/parserSettings.js';
import { taggerSettings } from '../../src/tagger/taggerSettings.js';

const deep = JSON.parse(`${'['.repeat(50_000)}${']'.repeat(50_000)}`);

describe('settings', () => {
  it.each<[unknown, string]>([
    [null, 'Settings are a JSON object of names and values.'],
    [[], 'Settings are a JSON object of names and values.'],
    [JSON.parse('{"__proto__":{"units":3}}'), 'There is no setting "__proto__".'],
    [{ constructor: 3 }, 'There is no setting "constructor".'],
    [{ units: deep }, 'The setting "units" is a whole number from 1 to 4096, not a list.'],
    [{ system: '\x9b'.repeat(99) }, `${parserSettings.system.takes}, not "${'\\u009b'.repeat(60)}…".`],
    // A file would have it as null, and not be read again.
    [{ clip: Infinity }, 'The setting "clip" is a number from 0 to 1000000000, not null.'],
  ])('are refused with one sentence', (given, sentence) => {
    const read = () => readParserSettings(given);
    expect(read).toThrow(SettingsError);
    expect(read).toThrow(sentence);
  });

  it('are the same again after being written', () => {
    const defaults = readParserSettings({});
    expect(readParserSettings(JSON.parse(JSON.stringify(defaults)))).toEqual(defaults);
  });

  it('of an encoder are nested, and can be given flat', () => {
    const nested = readParserSettings({ encoder: { kind: 'bilstm', units: 7 }, epochs: 3 });
    expect(nested.encoder).toEqual({ ...readParserSettings({}).encoder, units: 7 });
    for (const given of [
      { units: 7, epochs: 3 },
      { encoder: { units: 7 }, epochs: 3 },
      { encoder: 'bilstm', units: 7, epochs: 3 },
      { ...nested, units: 7 },
      nested,
    ]) {
      expect(readParserSettings(given)).toEqual(nested);
      expect(changedValues(parserSettings, given)).toEqual([
        ['epochs', 3],
        ['units', 7],
      ]);
    }
    const flat = flatValues(parserSettings, nested);
    expect(flat).toMatchObject({ encoder: 'bilstm', units: 7, epochs: 3 });
    expect(readParserSettings(flat)).toEqual(nested);
  });

  it.each<[unknown, string]>([
    [{ encoder: 'lstm' }, 'The setting "encoder" is one of bilstm, transformer, not "lstm".'],
    [{ encoder: { kind: 3 } }, 'The setting "encoder" is one of bilstm, transformer, not 3.'],
    [{ encoder: [] }, 'The setting "encoder" is one of bilstm, transformer, not [].'],
    [{ encoder: { epochs: 3 } }, 'There is no setting "epochs" in "encoder".'],
    [{ encoder: { units: 0 } }, 'The setting "units" is a whole number from 1 to 4096, not 0.'],
    [{ encoder: { units: 5 }, units: 6 }, 'The setting "units" has two values.'],
  ])('of an encoder are refused with one sentence: %j', (given, sentence) => {
    expect(() => readParserSettings(given)).toThrow(new SettingsError(sentence));
  });

  it.each<[string, Schema]>(Object.entries({ parserSettings, taggerSettings }))(
    'have one flat name each: %s',
    (_, schema) => {
      for (const [name, entry] of Object.entries(schema)) {
        const own = 'kinds' in entry ? Object.values(entry.kinds).flatMap((kind) => Object.keys(kind)) : [];
        expect([name, own.filter((setting) => Object.hasOwn(schema, setting))]).toEqual([name, []]);
      }
    },
  );
});
