// What costs much is refused or streamed: whatever is asked, the English model's service stays small and answers others.
import { existsSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningProgram, startArcwise } from '../support/program.js';

/** Bytes that the process may have in memory at any time, with the default bounds. */
const MOST = 1e9;

interface Ask {
  readonly text: string;
  readonly kBest?: number;
  readonly rivals?: number;
}

/** The length of the answer as well: it is thrown away while it comes. */
interface Outcome {
  readonly status: number;
  readonly bytes: number;
}

const sentence = `${'dog '.repeat(30)}. `;
const small: Ask = { text: 'She reads books.' };

// The kernel tells the peak of a process on Linux alone.
describe.skipIf(!existsSync('/proc/self/status'))('a service with the default bounds', () => {
  let program: RunningProgram;
  let address: string;
  beforeAll(async () => {
    // On a busy machine nothing is to depend on the time that it takes.
    program = startArcwise(['serve', '--port', '0', '--timeout', '600']);
    await program.until(/Listening on \S+\n/);
    address = /Listening on (\S+)\n/.exec(program.stderr())?.[1] ?? '';
  });
  afterAll(() => program.kill());

  const ask = async (body: Ask): Promise<Outcome> => {
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${address}/parse`, { method: 'POST', headers, body: JSON.stringify(body) });
    let bytes = 0;
    for await (const chunk of response.body ?? []) bytes += chunk.length;
    return { status: response.status, bytes };
  };
  const peak = () => {
    const status = readFileSync(`/proc/${program.pid}/status`, 'utf8');
    return 1024 * Number(/^VmHWM:\s*(\d+) kB$/m.exec(status)?.[1]);
  };

  /** Sends them at once, and small ones one after the other until all of them are answered. */
  const withSmallOnes = async (hostile: readonly Ask[]) => {
    let open = hostile.length;
    const outcomes = hostile.map((body) => ask(body).finally(() => open--));
    const others: number[] = [];
    do others.push((await ask(small)).status);
    while (open > 0);
    return { outcomes: await Promise.all(outcomes), others };
  };

  it.each<[string, readonly Ask[], number]>([
    ['many trees and rivals of 2.4 kB', [{ text: sentence.repeat(20), kBest: 100, rivals: 100 }], 413],
    ['many trees and rivals of 24 kB', [{ text: sentence.repeat(200), kBest: 100, rivals: 100 }], 413],
    [
      'many trees and rivals of 960 kB, twice',
      Array.from({ length: 2 }, () => ({ text: sentence.repeat(7900), kBest: 100, rivals: 100 })),
      413,
    ],
    ['plain trees of 960 kB', [{ text: sentence.repeat(7900) }], 200],
    [
      'as many trees and rivals as are allowed, four times',
      Array.from({ length: 4 }, () => ({ text: sentence.repeat(2), kBest: 100, rivals: 50 })),
      200,
    ],
    [
      'as many trees as are allowed, four times',
      Array.from({ length: 4 }, () => ({ text: sentence.repeat(75), kBest: 100 })),
      200,
    ],
    [
      'as many rivals as are allowed, four times',
      Array.from({ length: 4 }, () => ({ text: sentence.repeat(240), rivals: 100 })),
      200,
    ],
    [
      'as many trees of sentences as long as they are allowed, four times',
      Array.from({ length: 4 }, () => ({ text: `${'dog '.repeat(499)}. `.repeat(4), kBest: 100 })),
      200,
    ],
    [
      'probabilities of the longest sentences, four times',
      Array.from({ length: 4 }, () => ({ text: `${'dog '.repeat(499)}. `.repeat(5), rivals: 1 })),
      200,
    ],
  ])('stays below 1 GB and answers small requests: %s', async (_name, hostile, status) => {
    const { outcomes, others } = await withSmallOnes(hostile);
    expect(outcomes.map((outcome) => outcome.status)).toEqual(hostile.map(() => status));
    expect(new Set(others)).toEqual(new Set([200]));
    expect(peak()).toBeLessThan(MOST);
  });
});
