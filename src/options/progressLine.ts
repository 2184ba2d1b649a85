// The progress of a training: a line that is rewritten in place, only on a terminal, and a line for each epoch.
import { devScoresOf } from '../node/trainFile.js';
import type { EpochRecord } from '../train/loop.js';

export class ProgressLine {
  #stream: NodeJS.WriteStream;
  #shown = 0;

  constructor(stream: NodeJS.WriteStream) {
    this.#stream = stream;
  }

  /** Shows the text, at most five times per second, but always when `done` reaches 1. */
  show(text: string, done: number): void {
    if (!this.#stream.isTTY) return;
    const now = performance.now();
    if (done < 1 && now - this.#shown < 200) return;
    this.#shown = now;
    this.#stream.write(`\r\x1b[K${text}`);
  }

  clear(): void {
    if (this.#stream.isTTY) this.#stream.write('\r\x1b[K');
  }
}

/** The dev scores of an epoch. */
export function scoreText(record: EpochRecord, between: string): string {
  const scores = Object.entries(devScoresOf(record));
  return scores.map(([name, value]) => `${name.toUpperCase()} ${value.toFixed(2)}`).join(between);
}

/** The log line of an epoch, with the time that the remaining ones take. */
export function epochLine(record: EpochRecord, epochs: number): string {
  const { epoch, wordsPerSecond, devWordsPerSecond, seconds } = record;
  const losses = Object.entries(record).filter(([name]) => /loss$/i.test(name));
  const left = Math.round(((epochs - epoch) * seconds) / 60);
  const loss = losses.map(([, value]) => value.toFixed(4)).join(' + ');
  const speed = `${wordsPerSecond.toFixed(0)} words/s, dev ${devWordsPerSecond.toFixed(0)}`;
  return `epoch ${epoch}  loss ${loss}  dev ${scoreText(record, '  ')}  ${speed}  ${left} min left`;
}
