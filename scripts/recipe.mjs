// What the recipes of models share: commands of arcwise, steps that are passed over when their result is there,
// packages of the registry, and the scores of a finished model.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, sep } from 'node:path';
import { parseArgs } from 'node:util';
import { readMetadata, withMetadata } from '../dist/modelfile/modelFile.js';
import { fileOf, knownModel } from '../dist/models/knownModels.js';

/** Options and arguments of a recipe: all have --data, --work and --threads. */
export function readArguments(options = {}) {
  const all = {
    data: { type: 'string', default: process.env.ARCWISE_DATA },
    threads: { type: 'string', default: '2' },
  };
  try {
    const { values, positionals } = parseArgs({ options: { ...all, ...options }, allowPositionals: true });
    return { ...values, positionals };
  } catch (error) {
    return refuse(error.message);
  }
}

/** Ends a recipe that was called wrongly. */
export function refuse(problem) {
  console.error(problem);
  process.exit(2);
}

/** The known model of a name. */
export function modelOf(name) {
  return knownModel(name) ?? refuse(`There is no model of the name "${name}"; arcwise models lists them.`);
}

/** Where a model of the repository has its file. */
export function modelFileOf(model) {
  return join('models', model.code, fileOf(model));
}

/** The train and dev files of a model: in its folder of `data`, or in `data` itself. */
export function treebankOf(model, data) {
  if (!data)
    refuse('Name the folder of the treebank with --data, or that of all treebanks with ARCWISE_DATA.');
  const folder = existsSync(join(data, 'dev.conllu')) ? data : join(data, model.data);
  const [train, dev] = ['train', 'dev'].map((name) => join(folder, `${name}.conllu`));
  if (!existsSync(dev)) refuse(`There is no file ${dev}.`);
  return { train, dev };
}

/** Runs a command of arcwise; what it prints goes to `output`, if one is named, when it is done. */
export function arcwise(args, output) {
  console.error(`arcwise ${args.join(' ')}${output ? ` > ${output}` : ''}`);
  const part = `${output}.part`;
  const stdout = output ? openSync(part, 'w') : 'inherit';
  execFileSync(process.execPath, ['dist/cli/main.js', ...args], { stdio: ['ignore', stdout, 'inherit'] });
  if (output) renameSync(part, output);
  return output;
}

/** Makes a file, unless it is there. */
export function make(file, by) {
  if (!existsSync(file)) by(file);
  return file;
}

/** A file of a package of the registry, which is fetched and unpacked into a folder of its own. */
export function fileOfPackage(name, version, path, work) {
  const folder = join(work, 'packages', basename(name));
  return make(join(folder, 'package', path), () => {
    mkdirSync(folder, { recursive: true });
    // Prints the name of the archive alone.
    const args = ['pack', `${name}@${version}`, '--pack-destination', folder, '--silent'];
    const archive = execFileSync('npm', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
    execFileSync('tar', ['xf', join(folder, archive.trim()), '-C', folder]);
  });
}

/** Trains one part of a model with the settings of a file; goes on from its checkpoint if it was stopped. */
export function trained(kind, out, config, { train, dev }, threads, ...more) {
  return make(out, () => {
    const files = ['--config', config, '--train', train, '--dev', dev, '--out', out];
    arcwise(['train', ...kind, ...files, '--threads', threads, '--resume', ...more]);
  });
}

/** Parses dev from raw text and from gold tokens; returns the paths of the results. */
export function parsedDev(model, dev, work, threads) {
  mkdirSync(work, { recursive: true });
  const at = (name) => join(work, name);
  const text = arcwise(['convert', dev, '--to', 'text'], at('dev.txt'));
  const options = ['--model', model, '--threads', threads];
  return {
    rawText: arcwise(['parse', text, '--input', 'text', ...options], at('dev.text.conllu')),
    goldTokens: arcwise(['parse', dev, '--tag', '--marginals', ...options], at('dev.tokens.conllu')),
  };
}

const metrics = ['Tokens', 'Sentences', 'Words', 'UPOS', 'UFeats', 'Lemmas', 'UAS', 'LAS'];

/** The scores of parsed dev files, as a card has them: F1 in per cent, rounded to what is shown. */
export function scoresOf(parsed, dev) {
  const rows = Object.entries(parsed).map(([name, path]) => {
    const report = JSON.parse(
      readFileSync(arcwise(['evaluate', dev, path, '--json'], `${path}.json`), 'utf8'),
    );
    const { sharedTask, scores } = report;
    const { gold, system } = sharedTask.Words;
    const all = scores.find(({ punctuation }) => punctuation === 'with');
    // Of the gold words, the share with the right head and whole label; as F1 it counts the words of both sides.
    const fullLAS = (all.las * 2 * all.words) / (gold + system);
    const row = { ...Object.fromEntries(metrics.map((metric) => [metric, sharedTask[metric].f1])), fullLAS };
    const rounded = Object.entries(row).map(([metric, value]) => [metric, Math.round(value * 100) / 100]);
    return [name, Object.fromEntries(rounded)];
  });
  return Object.fromEntries(rows);
}

/** Keeps the evaluation of a parsed file, without the places where this machine has the files. */
export function recordEvaluation(gold, system, file, ...options) {
  arcwise(['evaluate', gold, system, ...options], file);
  const text = readFileSync(file, 'utf8').replaceAll(dirname(dirname(gold)) + sep, '');
  writeFileSync(file, text.replaceAll(dirname(system) + sep, ''));
}

/** Writes scores into the card of a model file. */
export function recordScores(file, scores) {
  const bytes = readFileSync(file);
  const metadata = readMetadata(bytes);
  const part = `${file}.part`;
  writeFileSync(part, withMetadata(bytes, { ...metadata, card: { ...metadata.card, dev: scores } }));
  renameSync(part, file);
}
