import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileOf, knownModels, packageOf } from '../../src/models/knownModels.js';
import { foundModels, locateModel, shippedModel } from '../../src/node/modelLookup.js';

const folder = mkdtempSync(join(tmpdir(), 'arcwise-lookup-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(path: string, content = ''): string {
  const whole = join(folder, path);
  mkdirSync(join(whole, '..'), { recursive: true });
  writeFileSync(whole, content);
  return whole;
}

/** A package as npm installs it, with exports that hide everything but its manifest. */
function install(code: string, into: string): string {
  const model = knownModels.find((one) => one.code === code);
  if (!model) throw new Error(`There is no model ${code}.`);
  const place = `${into}/node_modules/${packageOf(model)}`;
  const manifest = { name: packageOf(model), exports: { './package.json': './package.json' } };
  write(`${place}/package.json`, JSON.stringify(manifest));
  return write(`${place}/${fileOf(model)}`);
}

const inside = join(folder, 'project/deeply/inside');
const places = { models: join(folder, 'models'), projects: [inside] };
mkdirSync(inside, { recursive: true });
const portuguese = write('models/pt/portuguese.arcwise');
write('models/fr/README.md');
const french = install('fr', 'project');
install('pt', 'project');
// A package without its file, as when an installation broke off.
write('project/node_modules/arcwise-model-ko/package.json', '{}');

describe('the lookup of a model', () => {
  it('takes a file by its path before any name', async () => {
    const own = write('pt');
    expect(await locateModel(own, places)).toBe(own);
    expect(await locateModel('-', places)).toBe('-');
  });

  it('finds a name among the models of arcwise first, then in an installed package, as Node resolves it', async () => {
    expect(await locateModel('en', places)).toBe(shippedModel);
    expect(await locateModel('portuguese-bosque', places)).toBe(portuguese);
    expect(await locateModel('fr', places)).toBe(french);
    const found = await foundModels(places);
    expect(found.map(({ model, from }) => [model.code, from])).toEqual([
      ['en', 'arcwise'],
      ['fr', 'package'],
      ['pt', 'arcwise'],
    ]);
  });

  it('says how to get a model that is known and not here', async () => {
    await expect(locateModel('korean', places)).rejects.toThrow(
      'The model "korean" (Korean) is not here; npm install arcwise-model-ko installs it.',
    );
    await expect(locateModel('en-accurate', places)).rejects.toThrow('npm install arcwise-model-en-accurate');
  });

  it('lists what is there if a name is unknown', async () => {
    const problem =
      'There is neither a file nor a model "klingon"; the models here are en, fr, pt, and npm install ' +
      'arcwise-model-CODE adds en-accurate, de, es, it, ja, ko, nl, ru.';
    await expect(locateModel('klingon', places)).rejects.toThrow(problem);
    await expect(locateModel('tlh-x-ud-2.15-241121', places)).rejects.toThrow(/^There is neither a file/);
  });

  it('leaves to reading whatever can only be a path', async () => {
    for (const path of ['./pt2', 'models/pt3', 'mine.arcwise', folder]) {
      expect(await locateModel(path, places)).toBe(path);
    }
  });
});
