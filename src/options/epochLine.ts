// The log line of an epoch, for people.
import { devScoresOf } from '../node/trainFile.js';
import type { EpochRecord } from '../train/loop.js';

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
