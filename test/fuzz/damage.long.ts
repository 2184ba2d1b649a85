import { describe, expect, it } from 'vitest';
import { damages, oneValue } from '../../fuzz/damage.js';
import { outcomeOf } from '../../fuzz/reader.js';
import { modelReaders, smallFiles } from '../../fuzz/readers/models.js';

describe.each(smallFiles)('the file of $name', ({ file, reader }) => {
  it('is refused when a byte is another, or when it ends too early', async () => {
    const { tried, refused, harmless, faults } = await damages(reader, file, oneValue);
    expect(faults).toEqual([]);
    expect(tried).toBe(2 * file.length);
    expect(refused + harmless).toBe(tried);
  });
});

describe('a damaged file under a right checksum', () => {
  const [, sealed] = modelReaders;

  it('is refused, or works', async () => {
    const [{ file }] = smallFiles;
    const copy = file.slice();
    const faults: string[] = [];
    const outcomes = new Set<string>();
    for (let at = 0; at < file.length; at++) {
      copy[at] = file[at] ^ 1;
      const outcome = await outcomeOf(sealed, copy);
      if (typeof outcome === 'string') outcomes.add(outcome);
      else faults.push(`byte ${at}: ${outcome.description}`);
      copy[at] = file[at];
    }
    expect(faults).toEqual([]);
    expect([...outcomes].sort()).toEqual(['refusal', 'value']);
  });
});

describe('what is taken for harm', () => {
  const [{ file, reader }] = smallFiles;
  const truncations = async (read: () => void) => (await damages({ ...reader, read }, file, () => [])).faults;

  it('is a damage that nobody notices', async () => {
    expect(await truncations(() => {})).toHaveLength(file.length);
  });

  it('is an error of another kind', async () => {
    const faults = await truncations(() => {
      throw new RangeError('Out of range.');
    });
    expect(faults).toHaveLength(file.length);
    expect(faults[7]).toMatch(/^the file ends at 7: RangeError/);
  });
});
