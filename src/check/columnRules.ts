// Level 2, single columns: UPOS, FEATS, DEPREL, MISC, and the columns that an empty node leaves empty.
import { quoted } from '../conllu/quotation.js';
import { universalRelations, universalTags } from '../conllu/universal.js';
import type { CheckedBlock } from './block.js';
import { type CheckRule, type Place, rule, warning } from './checkRule.js';
import { type Row, universalPart } from './row.js';

const featureForm = /^[A-Z][A-Za-z0-9]*(\[[a-z0-9]+\])?=[A-Z0-9][A-Za-z0-9]*(,[A-Z0-9][A-Za-z0-9]*)*$/;

/** Items of MISC that have a meaning in all treebanks. */
const knownMisc = ['SpaceAfter', 'Lang', 'Translit', 'LTranslit', 'Gloss', 'LId', 'LDeriv'];

export const columnRules: readonly CheckRule[] = [
  rule('unknown-upos', 'UPOS is one of the 17 universal tags.', function* ({ words, emptyNodes }) {
    for (const { line, upos, name, kind } of [...words, ...emptyNodes]) {
      if (kind === 'emptyNode' && upos === '_') continue;
      if (upos === '_') yield { line, text: `${name} has no UPOS` };
      else if (!universalTags.includes(upos))
        yield { line, text: `the UPOS ${quoted(upos)} of ${name} is not one of the 17 universal tags` };
    }
  }),
  rule('empty-node-nonempty-field', 'An empty node has _ as HEAD and DEPREL.', function* ({ emptyNodes }) {
    for (const row of emptyNodes) {
      for (const name of ['HEAD', 'DEPREL'] as const) {
        const cell = row.column(name);
        if (cell !== '_')
          yield { line: row.line, text: `${name} of ${row.name} is ${quoted(cell)} instead of _` };
      }
    }
  }),
  rule(
    'invalid-feature',
    'A feature is Name=Value; both start with a capital letter, or the value with a digit.',
    (block) =>
      featuresThat(block, function* ({ features, name }) {
        for (const feature of features) {
          if (!featureForm.test(feature)) {
            yield `the feature ${quoted(feature)} of ${name} is not of the form Name=Value, as in Case=Nom or Number[psor]=Sing`;
          }
        }
      }),
  ),
  rule('unsorted-features', 'Features are in alphabetical order.', (block) =>
    featuresThat(block, function* ({ features, name }) {
      if (!isSorted(features))
        yield `the features ${quoted(features.join('|'))} of ${name} are not in alphabetical order`;
    }),
  ),
  rule('repeated-feature', 'A word has each feature once.', (block) =>
    featuresThat(block, function* ({ features, name }) {
      const again = repeated(features.map((feature) => feature.split('=', 1)[0]));
      if (again !== undefined) yield `${name} has the feature ${quoted(again)} twice`;
    }),
  ),
  rule('unsorted-feature-values', 'The values of a feature are in alphabetical order.', (block) =>
    featuresThat(block, function* ({ features, name }) {
      for (const feature of features) {
        if (!isSorted(valuesOf(feature)))
          yield `the values of ${quoted(feature)} of ${name} are not in alphabetical order`;
      }
    }),
  ),
  rule('repeated-feature-value', 'A feature has each value once.', (block) =>
    featuresThat(block, function* ({ features, name }) {
      for (const feature of features) {
        if (repeated(valuesOf(feature)) !== undefined)
          yield `${quoted(feature)} of ${name} has a value twice`;
      }
    }),
  ),
  rule(
    'invalid-deprel',
    'A relation is in lower-case letters, with at most one subtype.',
    function* ({ words }) {
      for (const { line, deprel, name } of words) {
        if (deprel === '_') yield { line, text: `${name} has no DEPREL` };
        else if (!/^[a-z]+(:[a-z]+)?$/.test(deprel)) {
          yield {
            line,
            text: `the DEPREL ${quoted(deprel)} of ${name} is not in lower-case letters, as in nsubj or nsubj:pass`,
          };
        }
      }
    },
  ),
  rule(
    'unknown-deprel',
    'A relation, without its subtype, is one of the 37 universal relations.',
    function* ({ words }) {
      for (const { line, deprel, name } of words) {
        const part = universalPart(deprel);
        if (/^[a-z]+$/.test(part) && !universalRelations.includes(part)) {
          yield {
            line,
            text: `the DEPREL ${quoted(deprel)} of ${name} is not one of the 37 universal relations`,
          };
        }
      }
    },
  ),
  rule('repeated-misc', `MISC has each of ${knownMisc.join(', ')} once.`, function* ({ rows }) {
    for (const { line, misc } of rows) {
      const again = repeated(misc.map(keyOf).filter((key) => knownMisc.includes(key)));
      if (again !== undefined) yield { line, text: `MISC has ${again} twice` };
    }
  }),
  warning(
    rule('empty-misc', 'MISC has no empty items.', function* ({ rows }) {
      for (const { line, misc } of rows) {
        if (misc.includes('')) yield { line, text: 'MISC has an empty item next to a bar' };
      }
    }),
  ),
  warning(
    rule('empty-misc-key', 'An item of MISC has a name before its =.', function* ({ rows }) {
      for (const { line, misc } of rows) {
        const wrong = misc.find((item) => item.startsWith('='));
        if (wrong !== undefined) yield { line, text: `the item ${quoted(wrong)} of MISC has no name` };
      }
    }),
  ),
  warning(
    rule(
      'misc-extra-space',
      'Names and values in MISC have no white space around them.',
      function* ({ rows }) {
        for (const { line, misc } of rows) {
          const wrong = misc.find((item) => /^\s|\s$|\s=|=\s/u.test(item));
          if (wrong !== undefined)
            yield {
              line,
              text: `the item ${quoted(wrong)} of MISC has white space around its name or value`,
            };
        }
      },
    ),
  ),
  warning(
    rule(
      'misc-attr-typo',
      `The names ${knownMisc.join(', ')} in MISC are spelled correctly.`,
      function* ({ rows }) {
        for (const { line, misc } of rows) {
          for (const key of misc.map(keyOf)) {
            const meant = knownMisc.find(
              (known) => known !== key && known.toLowerCase() === key.trim().toLowerCase(),
            );
            if (meant !== undefined)
              yield { line, text: `the name ${quoted(key)} in MISC should probably be ${meant}` };
          }
        }
      },
    ),
  ),
];

function* featuresThat(
  { words, emptyNodes }: CheckedBlock,
  find: (row: Row) => Iterable<string>,
): Generator<Place> {
  for (const row of [...words, ...emptyNodes]) {
    for (const text of find(row)) yield { line: row.line, text };
  }
}

function valuesOf(feature: string): string[] {
  return feature.slice(feature.indexOf('=') + 1).split(',');
}

function keyOf(item: string): string {
  return item.split('=', 1)[0];
}

/** Ignores case. */
function isSorted(items: readonly string[]): boolean {
  const lower = items.map((item) => item.toLowerCase());
  return lower.every((item, at) => at === 0 || lower[at - 1] <= item);
}

function repeated(items: readonly string[]): string | undefined {
  return items.find((item, at) => items.indexOf(item) < at);
}
