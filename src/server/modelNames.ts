// The names of a model: its file name, or its language and treebank in any form that UDPipe's service accepts:
// en, eng, english, english-ewt, en_ewt, english-ewt-ud-2.15-241121.
import { basename, extname } from 'node:path';
import type { Card } from '../models/saved.js';

export class ModelNames {
  /** The model's own name, taken from its files. */
  readonly name: string;
  /** Lower-case names by language and treebank; the language is a name or a code. */
  readonly #aliases: ReadonlySet<string>;
  readonly #code: string | undefined;

  constructor(files: readonly string[], cards: readonly Card[]) {
    this.name = files.map((file) => basename(file, extname(file))).join('+');
    const [card = {}] = cards;
    this.#code = typeof card.language === 'string' ? codeOf(card.language) : undefined;
    const languages = this.#code === undefined ? [] : [this.#code, languageNameOf(this.#code)];
    const treebanks = treebanksOf(card);
    this.#aliases = new Set([
      ...languages,
      ...treebanks,
      ...languages.flatMap((language) => treebanks.map((treebank) => `${language}-${treebank}`)),
    ]);
  }

  /** Whether this name refers to this model. */
  include(asked: string): boolean {
    const given = asked.toLowerCase();
    // As with UDPipe, a name may be cut at any hyphen.
    if (`${this.name.toLowerCase()}-`.startsWith(`${given}-`)) return true;
    // The version of the treebank is ignored: each model has only one.
    const [, first, rest] = /^([^-_]*)[-_]?(.*)$/.exec(given.replace(/-ud(-.*)?$/, '')) ?? [];
    const isCode = this.#code !== undefined && /^[a-z]{2,3}$/.test(first) && codeOf(first) === this.#code;
    const language = isCode ? this.#code : first;
    return this.#aliases.has(rest ? `${language}-${rest}` : (language ?? ''));
  }
}

/** The code of a language in its shortest form, such as en for eng; undefined if it is not a code. */
function codeOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).language;
  } catch {
    return undefined;
  }
}

function languageNameOf(code: string): string {
  const name = new Intl.DisplayNames('en', { type: 'language' }).of(code) ?? code;
  return name.toLowerCase().replaceAll(' ', '_');
}

/** The treebanks that the card names, or else the one in its description of the data: “UD English EWT, train”. */
function treebanksOf({ treebank, data }: Card): string[] {
  if (typeof treebank === 'string') return [treebank.toLowerCase()];
  if (Array.isArray(treebank)) return treebank.map((name) => String(name).toLowerCase());
  const named = typeof data === 'string' ? /\bUD \p{L}+ (\p{L}+)/u.exec(data) : null;
  return named ? [named[1].toLowerCase()] : [];
}
