// The names of a model: its file name, or its language and treebank in any form that UDPipe's service accepts:
// en, eng, english, english-ewt, en_ewt, english-ewt-ud-2.15-241121.
import type { Card } from './saved.js';

export class ModelNames {
  /** The model's own name, taken from its files. */
  readonly name: string;
  readonly #code: string | undefined;
  readonly #language: string;
  /** Lower-case names; a language is always its code. */
  readonly #own: string;
  readonly #aliases: ReadonlySet<string>;

  constructor(files: readonly string[], cards: readonly Card[]) {
    this.name = files.map(stemOf).join('+');
    const [card = {}] = cards;
    this.#code = typeof card.language === 'string' ? codeOf(card.language) : undefined;
    this.#language = this.#code === undefined ? '' : languageNameOf(this.#code);
    this.#own = this.#canonical(this.name);
    const treebanks = treebanksOf(card);
    this.#aliases = new Set([
      ...treebanks,
      ...(this.#code === undefined
        ? []
        : [this.#code, ...treebanks.map((treebank) => `${this.#code}-${treebank}`)]),
    ]);
  }

  /** Whether this is the model's own name; the language in it may be a name or a code. */
  are(asked: string): boolean {
    return this.#canonical(asked) === this.#own;
  }

  /** Whether this name refers to this model. */
  include(asked: string): boolean {
    const given = this.#canonical(asked);
    // As with UDPipe, a name may be cut at any hyphen.
    return `${this.#own}-`.startsWith(`${given}-`) || this.#aliases.has(given);
  }

  /** A name with the code of the language for its name, and without the version, as each model has only one. */
  #canonical(name: string): string {
    const given = name.toLowerCase().replace(/-ud(-.*)?$/, '');
    if (this.#code === undefined) return given;
    const language = this.#language;
    const first = given.startsWith(language) ? language : (/^[a-z]{2,3}(?=[-_]|$)/.exec(given)?.[0] ?? '');
    const [, separator, rest] = /^([-_]|$)(.*)$/s.exec(given.slice(first.length)) ?? [];
    if (separator === undefined || (first !== language && codeOf(first) !== this.#code)) return given;
    return rest === '' ? this.#code : `${this.#code}-${rest}`;
  }
}

/** The one among several models that a name refers to: one of that very name, or else the first that has it as an alias. */
export function modelNamed<Named extends { readonly names: ModelNames }>(
  models: readonly Named[],
  asked: string,
): Named | undefined {
  return models.find(({ names }) => names.are(asked)) ?? models.find(({ names }) => names.include(asked));
}

/** The name of a file without its folder and its extension. */
function stemOf(path: string): string {
  const name = path.replace(/^.*[/\\]/s, '');
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(0, dot) : name;
}

/** The code of a language in its shortest form, such as en for eng; undefined if it is not a code. */
function codeOf(language: string): string | undefined {
  try {
    return new Intl.Locale(language).language;
  } catch {
    return undefined;
  }
}

/** The English name of a language as UDPipe writes it, such as old_french. */
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
