// Level 2, the comments that identify a sentence: sent_id, parallel_id, newdoc, newpar and text.
import { listed, quoted } from '../conllu/quotation.js';
import type { CheckedBlock } from './block.js';
import { type CheckRule, rule } from './checkRule.js';

/** A comment that a sentence must not have twice. */
function once(ruleName: string, name: string): CheckRule {
  return rule(ruleName, `A sentence has at most one ${name} comment.`, function* (block) {
    for (const { line } of block.metadata(name).slice(1)) {
      yield { line, text: `the sentence has another ${name} comment` };
    }
  });
}

export const metadataRules: readonly CheckRule[] = [
  rule('missing-sent-id', 'A sentence has a sent_id comment.', function* (block) {
    if (hasWords(block) && block.metadata('sent_id').length === 0) {
      yield { line: block.line, text: 'the sentence has no comment # sent_id = …' };
    }
  }),
  once('multiple-sent-id', 'sent_id'),
  rule('invalid-sent-id', 'A sent_id is one word without white space.', function* (block) {
    for (const { line, value } of block.metadata('sent_id')) {
      if (value === undefined) yield { line, text: 'the comment is not of the form # sent_id = …' };
      else if (/\s/u.test(value)) yield { line, text: `the sent_id ${quoted(value)} contains white space` };
    }
  }),
  {
    name: 'non-unique-sent-id',
    about: 'Each sentence of a treebank has a unique sent_id.',
    start() {
      const first = new Map<string, string>();
      return function* (block) {
        const [id] = block.metadata('sent_id');
        if (id?.value === undefined) return;
        const before = first.get(id.value);
        if (before !== undefined) {
          yield { line: id.line, text: `the sent_id ${quoted(id.value)} is already used at ${before}` };
        } else first.set(id.value, `${block.file}:${id.line}`);
      };
    },
  },
  rule(
    'slash-in-sent-id',
    'A sent_id has no slash, which is reserved for parallel treebanks.',
    function* (block) {
      for (const { line, value } of block.metadata('sent_id').slice(0, 1)) {
        if (value?.includes('/')) yield { line, text: `the sent_id ${quoted(value)} has a slash` };
      }
    },
  ),
  once('multiple-parallel-id', 'parallel_id'),
  rule(
    'invalid-parallel-id',
    'A parallel_id is corpus/sentence, and may end in /alt1, /part1 or /alt1part1.',
    function* (block) {
      for (const { line, value } of block.metadata('parallel_id')) {
        if (value === undefined)
          yield { line, text: 'the comment is not of the form # parallel_id = corpus/sentence' };
        else if (!parallelId(value)) {
          yield {
            line,
            text: `the parallel_id ${quoted(value)} is not of the form corpus/sentence, corpus/sentence/alt1 or corpus/sentence/part1`,
          };
        }
      }
    },
  ),
  {
    name: 'non-unique-parallel-id',
    about: 'Translations of the same sentence have parallel_ids with /alt or /part.',
    start() {
      const seen = new Set<string>();
      return function* (block) {
        for (const { line, id, alternative, part } of parallelIdsOf(block)) {
          const whole = `${id} ${alternative} ${part}`;
          if (seen.has(whole)) yield { line, text: `the parallel_id ${quoted(id)} is already used` };
          seen.add(whole);
        }
      };
    },
  },
  counting('parallel-id-alt', 'alt', ({ id, alternative, part }) =>
    part > 1 ? undefined : { of: id, number: alternative },
  ),
  counting('parallel-id-part', 'part', ({ id, alternative, part }) => ({
    of: `${id} ${alternative}`,
    number: part,
  })),
  once('multiple-newdoc', 'newdoc'),
  once('multiple-newpar', 'newpar'),
  rule('missing-text', 'A sentence has a text comment.', function* (block) {
    if (!hasWords(block)) return;
    const texts = block.metadata('text');
    if (texts.length === 0) yield { line: block.line, text: 'the sentence has no comment # text = …' };
    else if (texts[0].value === undefined) {
      yield { line: texts[0].line, text: 'the comment is not of the form # text = …' };
    }
  }),
  once('multiple-text', 'text'),
];

function hasWords({ words }: CheckedBlock): boolean {
  return words.length > 0;
}

/** A number is 0 if the id does not have it. */
interface ParallelId {
  readonly id: string;
  readonly alternative: number;
  readonly part: number;
}

function parallelId(value: string): ParallelId | undefined {
  const found = /^([a-z]+\/[-0-9a-z]+)(?:\/(?=alt|part)(?:alt([1-9]\d*))?(?:part([1-9]\d*))?)?$/.exec(value);
  return found
    ? { id: found[1], alternative: Number(found[2] ?? 0), part: Number(found[3] ?? 0) }
    : undefined;
}

function parallelIdsOf(block: CheckedBlock): (ParallelId & { line: number })[] {
  const [first] = block.metadata('parallel_id');
  const id = first?.value === undefined ? undefined : parallelId(first.value);
  return id ? [{ ...id, line: first.line }] : [];
}

/** Numbers of one kind, which count up from 1 per parallel sentence, or which none of its translations has. */
function counting(
  name: string,
  suffix: string,
  numberOf: (id: ParallelId) => { of: string; number: number } | undefined,
): CheckRule {
  return {
    name,
    about: `The ${suffix} of parallel_ids counts up from 1 for each sentence.`,
    start() {
      const last = new Map<string, number>();
      return function* (block) {
        for (const { line, ...id } of parallelIdsOf(block)) {
          const found = numberOf(id);
          if (!found) continue;
          const before = last.get(found.of);
          last.set(found.of, found.number);
          if (found.number === 0 && !before) continue;
          if (before !== undefined && (before === 0 || found.number === 0)) {
            yield {
              line,
              text: `some sentences with the parallel_id ${listed([id.id])} have ${suffix} and others do not`,
            };
          } else if (found.number !== (before ?? 0) + 1) {
            const expected = `${suffix}${(before ?? 0) + 1}`;
            yield {
              line,
              text: `the parallel_id ${listed([id.id])} has ${suffix}${found.number}, but ${expected} was expected`,
            };
          }
        }
      };
    },
  };
}
