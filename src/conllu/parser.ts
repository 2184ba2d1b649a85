// Puts the lines of a CoNLL-U or CoNLL-X file together to sentences, and says what is wrong with those that are not.
//
// Every line that is accepted can be written back as it was, so some things that other programs overlook are errors
// here: a comment among the words, an empty node that does not follow its word, a range that does not stand directly
// before its first word, ids and heads with leading zeros, a carriage return inside a line, line ends of two kinds in
// one sentence, a file of nothing but blank lines. Blank means empty: a line of spaces is a bad word. A file may end
// without the blank line after its last sentence; written back it has one, so that files can follow each other.

import { ConlluError } from './error.js';
import type { Line } from './lines.js';
import { type Problem, problemOf, severalRoots } from './problem.js';
import { addRow, type RowOptions } from './rows.js';
import { newSentence, type Sentence } from './sentence.js';

/** How a treebank file is read. */
export interface ReadOptions extends RowOptions {
  /** The name of the file, for error messages. */
  file?: string;
  /** Given this, a sentence with an error is skipped and its first error reported here, where otherwise it is thrown. */
  onSkip?: (error: ConlluError) => void;
  /** Given this, a sentence with several roots is read and reported here, where otherwise it is an error. */
  onSeveralRoots?: (warning: ConlluError) => void;
  /** Given this, a file that ends without a blank line after its last sentence is reported here; it is read anyway. */
  onMissingBlankLine?: (warning: ConlluError) => void;
}

export class SentenceParser {
  readonly #options: ReadOptions;
  #lineNumber = 0;
  /** What stands before the first sentence. */
  #before = '';
  /** The sentence whose lines are coming in. */
  #open: Sentence | undefined;
  /** A complete sentence: it waits for the further blank lines that may follow it. */
  #closed: Sentence | undefined;
  /** The rest of a bad sentence is passed over, up to the next blank line. */
  #skipping = false;
  /** There was nothing but blank lines yet. */
  #blank = true;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  /** Takes the next lines and yields the sentences that they show to be complete. */
  *read(lines: Iterable<Line>): Generator<Sentence> {
    for (const line of lines) {
      this.#lineNumber++;
      const lineEnd = lineEndOf(line);
      let text = line?.slice(0, line.length - lineEnd.length);
      if (this.#lineNumber === 1 && text?.startsWith('\uFEFF')) {
        this.#before = '\uFEFF';
        text = text.slice(1);
      }
      if (text !== '') {
        yield* this.#release();
        this.#blank = false;
        if (!this.#skipping) this.#readLine(text, lineEnd);
      } else if (this.#skipping) {
        this.#skipping = false;
      } else if (this.#open) {
        this.#close(this.#open, lineEnd);
      } else if (this.#closed) {
        this.#closed.after += lineEnd;
      } else {
        this.#before += lineEnd;
      }
    }
  }

  /** Yields the last sentence, once the file has ended. */
  *end(): Generator<Sentence> {
    if (this.#open) {
      const { onMissingBlankLine } = this.#options;
      onMissingBlankLine?.(this.#error('the file ends without a blank line after its last sentence'));
      this.#close(this.#open, this.#open.lineEnd);
    } else if (this.#blank && this.#before !== '') this.#fail('the file has no sentence');
    yield* this.#release();
  }

  *#release(): Generator<Sentence> {
    const sentence = this.#closed;
    this.#closed = undefined;
    if (sentence) yield sentence;
  }

  #readLine(text: string | undefined, lineEnd: LineEnd): void {
    const problem = this.#addLine(text, lineEnd);
    if (problem === undefined) return;
    this.#skipping = true;
    this.#fail(problem);
  }

  /** Adds a line to the open sentence, unless something is wrong with it: then it says what. */
  #addLine(text: string | undefined, lineEnd: LineEnd): string | undefined {
    if (text === undefined) return 'the line is not valid UTF-8';
    if (text.includes('\0')) return 'the line contains a NUL byte';
    if (text.includes('\r')) return 'the line contains a carriage return that is not at its end';
    // The last line of a file may lack its end.
    this.#open ??= { ...newSentence([]), line: this.#lineNumber, lineEnd: lineEnd || '\n' };
    const sentence = this.#open;
    if (lineEnd !== sentence.lineEnd && lineEnd !== '') return mixedLineEnds;
    if (!text.startsWith('#') || this.#options.format === 'conllx') {
      return addRow(sentence, text, this.#options);
    }
    if (sentence.words.length + sentence.ranges.length + sentence.emptyNodes.length > 0) {
      return 'the comment stands among the words of its sentence instead of before them';
    }
    sentence.comments.push(text);
    return undefined;
  }

  #close(sentence: Sentence, lineEnd: LineEnd): void {
    const problem = this.#problemOf(sentence, lineEnd);
    if (problem) {
      this.#fail(problem.text, problem.line);
    } else {
      sentence.before = this.#before;
      this.#before = '';
      this.#closed = sentence;
    }
    this.#open = undefined;
  }

  #problemOf(sentence: Sentence, lineEnd: LineEnd): Problem | undefined {
    if (lineEnd !== sentence.lineEnd) return { text: mixedLineEnds, line: this.#lineNumber };
    const ignoresHeads = this.#options.heads === 'ignored';
    const problem = problemOf(sentence, ignoresHeads);
    if (problem || ignoresHeads) return problem;
    const roots = severalRoots(sentence);
    const { onSeveralRoots } = this.#options;
    if (!roots || !onSeveralRoots) return roots;
    onSeveralRoots(this.#error(roots.text, roots.line));
    return undefined;
  }

  #fail(text: string, line = this.#lineNumber): void {
    const error = this.#error(text, line);
    if (!this.#options.onSkip) throw error;
    this.#open = undefined;
    this.#options.onSkip(error);
  }

  #error(text: string, line = this.#lineNumber): ConlluError {
    return new ConlluError(this.#options.file, line, text);
  }
}

type LineEnd = '' | '\n' | '\r\n';

const mixedLineEnds = 'the line ends differently from the lines before it: CRLF and LF are mixed';

function lineEndOf(line: Line): LineEnd {
  if (!line?.endsWith('\n')) return '';
  return line.endsWith('\r\n') ? '\r\n' : '\n';
}
