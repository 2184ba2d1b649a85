// Assembles the lines of a CoNLL-U or CoNLL-X file into sentences, and reports malformed ones.
//
// Every accepted line can be written back unchanged, so some things that other programs accept are errors here: a
// comment among the words, an empty node that does not follow its word, a range that does not directly precede its
// first word, ids and heads with leading zeros, a carriage return inside a line, two kinds of line ends in one sentence,
// a file with only blank lines. Blank means empty: a line of spaces is a malformed word. A file may end without the
// blank line after its last sentence; it is written back with one, so that files can be concatenated.

import { ConlluError } from './error.js';
import type { Line } from './lines.js';
import { type Problem, problemOf, severalRoots } from './problem.js';
import { addRow, type RowOptions } from './rows.js';
import { newSentence, type Sentence } from './sentence.js';

/** Options for reading a treebank file. */
export interface ReadOptions extends RowOptions {
  /** The name of the file, for error messages. */
  file?: string;
  /** Called with the first error of each malformed sentence, which is then skipped; without it, the error is thrown. */
  onSkip?: (error: ConlluError) => void;
  /** Called for each sentence with several roots, which is then read; without it, several roots are an error. */
  onSeveralRoots?: (warning: ConlluError) => void;
  /** Called if the file ends without a blank line after its last sentence, which is read in any case. */
  onMissingBlankLine?: (warning: ConlluError) => void;
}

export class SentenceParser {
  readonly #options: ReadOptions;
  #lineNumber = 0;
  /** The text before the first sentence. */
  #before = '';
  /** The sentence that is being read. */
  #open: Sentence | undefined;
  /** A complete sentence, kept until the blank lines after it are read. */
  #closed: Sentence | undefined;
  /** Whether the rest of a malformed sentence is being skipped, up to the next blank line. */
  #skipping = false;
  /** Whether there were only blank lines so far. */
  #blank = true;

  constructor(options: ReadOptions) {
    this.#options = options;
  }

  /** Takes the next lines and yields the sentences that they complete. */
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
        const closed = this.#closed;
        this.#closed = undefined;
        if (closed) yield closed;
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

  /** Ends the file and yields its last sentence. */
  *end(): Generator<Sentence> {
    if (this.#open) {
      const { onMissingBlankLine } = this.#options;
      onMissingBlankLine?.(this.#error('the file ends without a blank line after its last sentence'));
      this.#close(this.#open, this.#open.lineEnd);
    } else if (this.#blank && this.#before !== '') this.#fail('the file has no sentence');
    if (this.#closed) yield this.#closed;
  }

  #readLine(text: string | undefined, lineEnd: LineEnd): void {
    const problem = this.#addLine(text, lineEnd);
    if (problem === undefined) return;
    this.#skipping = true;
    this.#fail(problem);
  }

  /** Adds a line to the open sentence, or returns the problem with it. */
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
      return 'the comment is among the words of its sentence instead of before them';
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
