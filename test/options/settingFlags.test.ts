import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { settingFlags, settingsOf } from '../../src/options/settingFlags.js';
import { UsageError } from '../../src/options/usage.js';
import { trainables } from '../../src/train/trainables.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string, content: unknown) => {
  writeFileSync(join(folder, name), JSON.stringify(content));
  return join(folder, name);
};

describe('settings from a config file and from flags', () => {
  const configs = [
    file('flat.json', { units: 7, lstmDropout: 0.1, epochs: 3 }),
    file('nested.json', { encoder: { kind: 'bilstm', units: 7, lstmDropout: 0.1 }, epochs: 3 }),
  ];

  it.each(configs)('take a flag before the file, whether that is nested or not', async (config) => {
    const { encoder, epochs } = await settingsOf(trainables.parser, config, { units: '9' });
    expect({ encoder, epochs }).toMatchObject({ encoder: { units: 9, lstmDropout: 0.1 }, epochs: 3 });
  });

  it('have a flag for each of the encoder’s, with the default of the kind of model', () => {
    expect(settingFlags(trainables.parser.schema)['character-units'].help).toMatch(/\(default: 0\)$/);
    expect(settingFlags(trainables.tagger.schema)['character-units'].help).toMatch(/\(default: 64\)$/);
    expect(Object.keys(settingFlags(trainables.parser.schema))).not.toContain('encoder');
  });

  it('are refused as bad usage', async () => {
    const settings = settingsOf(trainables.parser, file('other.json', { encoder: { kind: 'gru' } }), {});
    await expect(settings).rejects.toThrow(
      new UsageError('The setting "encoder" is one of bilstm, transformer, not "gru".'),
    );
  });
});
