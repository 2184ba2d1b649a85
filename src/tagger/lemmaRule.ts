// Rules that turn words into lemmas, which a network chooses like tags: an edit with a letter case, or a whole lemma
// that keeps nothing of the word. Written as JSON: ["lower","","","ies","y"] turns "Cities" into "city", and ["be"]
// turns every word into "be".
import { edited, editOf } from './edit.js';
import { type LetterCase, letterCases, written } from './letterCase.js';

/** The parts of a rule: one lemma, or the letter case and the four parts of an edit. */
export type LemmaRule =
  | readonly [lemma: string]
  | readonly [letterCase: LetterCase, start: string, startBy: string, end: string, endBy: string];

/** The text of the rule that turns a word into its lemma. */
export function lemmaRuleOf(form: string, lemma: string): string {
  const [word, lower] = [form.toLowerCase(), lemma.toLowerCase()];
  const edit = editOf(word, lower);
  const letterCase = letterCases.find((one) => written(lower, form, one) === lemma);
  const isEdit = letterCase !== undefined && edited(word, edit) === lower;
  return JSON.stringify(isEdit ? [letterCase, edit.start, edit.startBy, edit.end, edit.endBy] : [lemma]);
}

/** Applies a rule to a word; undefined if it does not fit. */
export function lemmaByRule(form: string, rule: LemmaRule): string | undefined {
  if (rule.length === 1) return rule[0];
  const [letterCase, start, startBy, end, endBy] = rule;
  const lemma = edited(form.toLowerCase(), { start, startBy, end, endBy });
  return lemma && written(lemma, form, letterCase);
}

/** The rule of a text; undefined if it is none. */
export function readLemmaRule(text: string): LemmaRule | undefined {
  let parts: unknown;
  try {
    parts = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isRule(parts) ? parts : undefined;
}

function isRule(parts: unknown): parts is LemmaRule {
  if (!Array.isArray(parts) || !parts.every((part) => typeof part === 'string' && !/[\t\n\r\0]/.test(part))) {
    return false;
  }
  if (parts.length === 1) return parts[0] !== '';
  return parts.length === 5 && (letterCases as readonly string[]).includes(parts[0]);
}
