// Finds a model in Node by its name or path: the one of the package, another of its repository, or an installed one.
import { stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { quoted } from '../conllu/quotation.js';
import { FileError } from '../files/files.js';
import { fileOf, type KnownModel, knownModel, knownModels, packageOf } from '../models/knownModels.js';

/** The path of the model that comes with the package. Bundlers recognize this form and include the file. */
export const shippedModel: string = fileURLToPath(
  new URL('../../models/en/english.arcwise', import.meta.url),
);

/** Where models are looked for. */
export interface ModelPlaces {
  /** The models of arcwise itself: English, and in its repository those that were trained there. */
  readonly models: string;
  /** The folders from which Node resolves the packages of models, in order. */
  readonly projects: readonly string[];
}

/** A known model that is there. */
export interface FoundModel {
  readonly model: KnownModel;
  readonly path: string;
  /** Whether it came with arcwise or is a package of its own. */
  readonly from: 'arcwise' | 'package';
}

const here = (): ModelPlaces => ({
  models: dirname(dirname(shippedModel)),
  projects: [process.cwd(), dirname(fileURLToPath(import.meta.url))],
});

/** The path of a model file: the given one if there is such a file, else that of the model with this name. */
export async function locateModel(asked: string, places: ModelPlaces = here()): Promise<string> {
  if (asked === '-' || (await isFile(asked))) return asked;
  const model = knownModel(asked);
  if (model) {
    const found = await findModel(model, places);
    if (found) return found.path;
    const how = `npm install ${packageOf(model)}`;
    throw new FileError(
      asked,
      `The model ${quoted(asked)} (${model.title}) is not here; ${how} installs it.`,
    );
  }
  // Whatever cannot be a name is a path, and reading it says what is wrong.
  if (!/^[\p{L}\p{N}_-]+(-ud-[\w.-]*)?$/u.test(asked) || (await isThere(asked))) return asked;
  const found = await foundModels(places);
  const others = knownModels.filter((one) => !found.some(({ model }) => model === one));
  const codes = (models: readonly KnownModel[]) => models.map(({ code }) => code).join(', ');
  throw new FileError(
    asked,
    `There is neither a file nor a model ${quoted(asked)}; the models here are ${codes(found.map(({ model }) => model))}` +
      (others.length > 0 ? `, and npm install arcwise-model-CODE adds ${codes(others)}.` : '.'),
  );
}

/** The known models that are there. */
export async function foundModels(places: ModelPlaces = here()): Promise<FoundModel[]> {
  const found = await Promise.all(knownModels.map((model) => findModel(model, places)));
  return found.filter((one) => one !== undefined);
}

async function findModel(
  model: KnownModel,
  { models, projects }: ModelPlaces,
): Promise<FoundModel | undefined> {
  const own = model.code === 'en' ? shippedModel : join(models, model.code, fileOf(model));
  if (await isFile(own)) return { model, path: own, from: 'arcwise' };
  const folder = installedFolder(packageOf(model), projects);
  const path = folder && join(folder, fileOf(model));
  return path && (await isFile(path)) ? { model, path, from: 'package' } : undefined;
}

/** The folder of a package as Node resolves it. */
function installedFolder(name: string, projects: readonly string[]): string | undefined {
  for (const from of projects) {
    try {
      return dirname(createRequire(join(from, 'any.js')).resolve(`${name}/package.json`));
    } catch {
      // It is not there.
    }
  }
  return undefined;
}

async function isFile(path: string): Promise<boolean> {
  const stats = await stat(path).catch(() => undefined);
  return stats !== undefined && !stats.isDirectory();
}

async function isThere(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
