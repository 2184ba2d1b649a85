// arcwise models: lists the models that are here, with their scores, and those that can be installed.
import { parseArgs } from 'node:util';
import { alignedLines, percent } from '../evaluate/table.js';
import { readWhole } from '../files/files.js';
import { OutputStream } from '../files/outputStream.js';
import { readMetadata } from '../modelfile/modelFile.js';
import { type CardScores, scoresIn } from '../models/cardScores.js';
import { type KnownModel, knownModels, packageOf } from '../models/knownModels.js';
import { cardOf } from '../models/saved.js';
import { type FoundModel, foundModels } from '../node/modelLookup.js';
import { json, type Usage } from '../options/usage.js';

const options = { json } as const;

export const usage: Usage = [
  {
    call: 'models',
    about: 'Lists the models that are here, with their scores on dev, and those that can be installed.',
    options,
  },
];

/** What is known about a model that is here. */
interface ListedModel extends FoundModel {
  readonly bytes: number;
  readonly licence?: string;
  readonly scores?: CardScores;
  /** Why its card cannot be read. */
  readonly problem?: string;
}

export async function run(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options });
  const here = await Promise.all((await foundModels()).map(withCard));
  const others = knownModels.filter((known) => !here.some(({ model }) => model === known));
  const output = new OutputStream();
  await output.write(values.json ? jsonOf(here, others) : textOf(here, others));
  await output.flush();
}

async function withCard(found: FoundModel): Promise<ListedModel> {
  const file = await readWhole(found.path);
  const bytes = file.length;
  try {
    const card = cardOf(readMetadata(file));
    return {
      ...found,
      bytes,
      licence: typeof card.licence === 'string' ? card.licence : undefined,
      scores: scoresIn(card),
    };
  } catch (error) {
    return { ...found, bytes, problem: (error as Error).message };
  }
}

function jsonOf(here: readonly ListedModel[], others: readonly KnownModel[]): string {
  const about = ({ code, title, language, treebanks }: KnownModel) => ({ code, title, language, treebanks });
  return `${JSON.stringify(
    {
      models: here.map(({ model, ...rest }) => ({ ...about(model), ...rest })),
      installable: others.map((model) => ({ ...about(model), package: packageOf(model) })),
    },
    null,
    2,
  )}\n`;
}

const heading = 'model,language,treebanks,MB,tokens,sents,UPOS,UAS,LAS,UAS*,LAS*,file'.split(',');

function textOf(here: readonly ListedModel[], others: readonly KnownModel[]): string {
  const rows = here.map(({ model, bytes, scores, problem, path }) => {
    const { rawText, goldTokens } = scores ?? {};
    const figures = [
      ...(['Tokens', 'Sentences', 'UPOS', 'UAS', 'LAS'] as const).map((name) => rawText?.[name]),
      ...(['UAS', 'LAS'] as const).map((name) => goldTokens?.[name]),
    ].map((value) => (value === undefined ? '–' : percent(value)));
    return [...namesOf(model), (bytes / 1e6).toFixed(1), ...figures, problem ? `${path}: ${problem}` : path];
  });
  const install = others.map((model) => {
    const [, ...rest] = namesOf(model);
    return [`npm install ${packageOf(model)}`, ...rest];
  });
  return [
    ...alignedLines([heading, ...rows], { text: [0, 1, 2, heading.length - 1] }),
    '',
    'Scores are F1 in per cent on dev, from raw text; * with gold tokens.',
    ...(install.length > 0
      ? ['', 'More can be installed:', ...alignedLines(install, { text: [0, 1, 2] })]
      : []),
    '',
  ].join('\n');
}

function namesOf({ code, title, treebanks }: KnownModel): string[] {
  return [code, title, treebanks.join(', ')];
}
