// Scans a pattern from left to right, token by token.
import { quoted } from '../conllu/quotation.js';
import type { ValueTest } from './clauses.js';
import { PatternError } from './patternError.js';

const blank = /(?:\s|%[^\n]*)*/uy;
const name = /[\p{L}_][\p{L}\p{N}_]*/uy;
/** A feature: `upos`, `Number[psor]`, and the parts `1` and `2` of a label. */
const feature = /[\p{L}\p{N}_]+(?:\[\p{L}+\])?/uy;
/** An unquoted value ends at a blank or a symbol of the notation. */
const plainValue = /[^\s,;|={}"<>!^[\]/]+/uy;
const quotedValue = /"((?:[^"\\]|\\.)*)"/uy;
const wholeExpression = /re"((?:[^"\\]|\\.)*)"/uy;
const partExpression = /\/((?:[^/\\\n]|\\.)+)\/(i?)/uy;
const digits = /\d+/uy;

export class Scanner {
  readonly text: string;
  /** The position to read next; never a blank. */
  at = 0;

  constructor(text: string) {
    this.text = text;
    this.#skip(blank);
  }

  get isAtEnd(): boolean {
    return this.at === this.text.length;
  }

  /** Reads the symbol if it comes next, and returns whether it did. */
  takes(symbol: string): boolean {
    if (!this.text.startsWith(symbol, this.at)) return false;
    this.at += symbol.length;
    this.#skip(blank);
    return true;
  }

  /** Reads the symbol, which must come next. */
  expect(symbol: string): void {
    if (!this.takes(symbol)) this.fail(`Expected ${symbol}`);
  }

  name(what: string): string {
    return this.#take(name)?.[0] ?? this.fail(`Expected ${what}`);
  }

  feature(): string {
    return this.#take(feature)?.[0] ?? this.fail('Expected a feature, such as upos or Number');
  }

  number(): number {
    return Number(this.#take(digits)?.[0] ?? this.fail('Expected a number'));
  }

  /** Values separated by |. */
  values(): ValueTest[] {
    const values = [this.value()];
    while (this.takes('|')) values.push(this.value());
    return values;
  }

  value(): ValueTest {
    const start = this.at;
    const whole = this.#take(wholeExpression);
    if (whole) return this.#expression(`^(?:${whole[1]})$`, 'u', start);
    const part = this.#take(partExpression);
    if (part) return this.#expression(part[1], `u${part[2]}`, start);
    const inQuotes = this.#take(quotedValue);
    if (inQuotes) return inQuotes[1].replace(/\\(.)/gu, '$1');
    const plain = this.#take(plainValue);
    return plain?.[0] ?? this.fail('Expected a value, such as VERB, "to be", re"un.*" or /ing$/i');
  }

  /** Fails at the position to read next, or at the given one. */
  fail(problem: string, at = this.at): never {
    const found = /^(?:re)?"[^"\n]*"?|^[\p{L}\p{N}_]+|^./u.exec(this.text.slice(at))?.[0];
    const instead =
      at < this.at ? '' : found === undefined ? ', but the pattern ends' : `, not ${quoted(found)}`;
    throw new PatternError(`${problem}${instead}.`, this.text, at);
  }

  #take(expression: RegExp): RegExpExecArray | null {
    expression.lastIndex = this.at;
    const found = expression.exec(this.text);
    if (found) {
      this.at = expression.lastIndex;
      this.#skip(blank);
    }
    return found;
  }

  #skip(expression: RegExp): void {
    expression.lastIndex = this.at;
    if (expression.test(this.text)) this.at = expression.lastIndex;
  }

  #expression(source: string, flags: string, start: number): RegExp {
    try {
      return new RegExp(source, flags);
    } catch (error) {
      const reason = error instanceof Error ? error.message.replace(/^.*: /u, '') : '';
      return this.fail(`The regular expression is not valid: ${reason}`, start);
    }
  }
}
