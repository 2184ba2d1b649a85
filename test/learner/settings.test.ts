import { describe, expect, it } from 'vitest';
import { SettingsError } from '../../src/learner/settings.js';
import { parserSettings, readParserSettings } from '../../src/parser/parserSettings.js';

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
    for (const [name, { usual }] of Object.entries(parserSettings)) {
      expect(JSON.parse(JSON.stringify({ [name]: usual }))).toEqual({ [name]: usual });
    }
  });
});
