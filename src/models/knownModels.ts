// The models that arcwise knows by name. English comes with arcwise; each of the others is an npm package of its own,
// which has the folder models/CODE in the repository.
import { ModelNames, modelNamed } from './modelNames.js';

/** A model that has a name, wherever its file is. */
export interface KnownModel {
  /** Its short name, and the folder in models/. */
  readonly code: string;
  /** Its name in the service: that of its file, without the extension. */
  readonly name: string;
  /** What a list of models shows. */
  readonly title: string;
  /** The code of its language. */
  readonly language: string;
  /** The treebanks that it learned from; the first one is the source of its dev set. */
  readonly treebanks: readonly string[];
  /** The folder with its train.conllu and dev.conllu, in the folder of all treebanks. */
  readonly data: string;
  /** A sentence to try. */
  readonly example: string;
}

/** Models of the same language are ordered: the first one is meant by the name of the language. */
export const knownModels: readonly KnownModel[] = [
  {
    code: 'en',
    name: 'english',
    title: 'English',
    language: 'en',
    treebanks: ['EWT'],
    data: 'ewt',
    example: 'I saw the man with the telescope.',
  },
  {
    code: 'en-accurate',
    name: 'english-accurate',
    title: 'English, accurate',
    language: 'en',
    treebanks: ['EWT'],
    data: 'ewt',
    example: 'I saw the man with the telescope.',
  },
  {
    code: 'de',
    name: 'german',
    title: 'German',
    language: 'de',
    treebanks: ['GSD', 'PUD'],
    data: 'de',
    example: 'Ich habe den Mann mit dem Fernrohr zum Bahnhof gebracht.',
  },
  {
    code: 'es',
    name: 'spanish',
    title: 'Spanish',
    language: 'es',
    treebanks: ['GSD', 'PUD'],
    data: 'es',
    example: 'La niña que vimos ayer en el parque quiere leerlo mañana.',
  },
  {
    code: 'fr',
    name: 'french',
    title: 'French',
    language: 'fr',
    treebanks: ['Sequoia', 'GSD', 'PUD'],
    data: 'fr',
    example: 'Je ne sais pas si le train arrivera au bon moment.',
  },
  {
    code: 'it',
    name: 'italian',
    title: 'Italian',
    language: 'it',
    treebanks: ['MarkIT', 'TWITTIRO', 'PUD'],
    data: 'it',
    example: 'Non so se il treno arriverà in tempo alla stazione.',
  },
  {
    code: 'ja',
    name: 'japanese',
    title: 'Japanese',
    language: 'ja',
    treebanks: ['GSD'],
    data: 'ja',
    example: '昨日会った人は駅で本を読んでいました。',
  },
  {
    code: 'ko',
    name: 'korean',
    title: 'Korean',
    language: 'ko',
    treebanks: ['GSD'],
    data: 'ko',
    example: '그 책을 읽고 있는 학생은 내 친구이다.',
  },
  {
    code: 'nl',
    name: 'dutch',
    title: 'Dutch',
    language: 'nl',
    treebanks: ['LassySmall', 'Alpino'],
    data: 'nl2',
    example: 'Ik weet niet of hij de trein nog kan halen.',
  },
  {
    code: 'pt',
    name: 'portuguese',
    title: 'Portuguese',
    language: 'pt',
    treebanks: ['Bosque'],
    data: 'pt',
    example: 'O rapaz que eu vi ontem gosta de ler na biblioteca.',
  },
  {
    code: 'ru',
    name: 'russian',
    title: 'Russian',
    language: 'ru',
    treebanks: ['Taiga', 'GSD', 'PUD'],
    data: 'ru',
    example: 'Я не знаю, придёт ли поезд вовремя.',
  },
];

/** The name of its npm package. */
export function packageOf({ code }: KnownModel): string {
  return `arcwise-model-${code}`;
}

/** The name of its file. */
export function fileOf({ name }: KnownModel): string {
  return `${name}.arcwise`;
}

/** The known models with their names, built when a name is first looked up. */
let named: readonly { readonly model: KnownModel; readonly names: ModelNames }[] | undefined;

/** The model of a name, if it is known; a treebank alone is none if several languages have one of that name. */
export function knownModel(asked: string): KnownModel | undefined {
  named ??= knownModels.map((model) => ({
    model,
    names: new ModelNames([fileOf(model)], [{ language: model.language, treebank: model.treebanks }]),
  }));
  const found = named.filter(({ names }) => names.include(asked));
  const isClear = found.every(({ model }) => model.language === found[0].model.language);
  return isClear ? modelNamed(found, asked)?.model : undefined;
}
