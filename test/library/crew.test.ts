// The threads are ports whose messages the tests answer.
import { describe, expect, it } from 'vitest';
import { AnsweringThread, type Reply } from '../../src/library/answeringThread.js';
import { Crew, CrewError } from '../../src/library/crew.js';
import type { Job } from '../../src/pipeline/annotator.js';

interface FakeThread {
  /** The names of the jobs that it has not answered; the first is the one that it works on. */
  readonly jobs: string[];
  /** Whether the program has to wait for it. */
  isHeld: boolean;
  started(): void;
  answer(): void;
  fail(error: string): void;
  die(): void;
}

const named = (name: string): Job => ({ sentences: [{ forms: [name] }] });
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** A crew, and its threads in the order in which they were created; the first `threads` have started. */
async function fakeCrew(threads: number): Promise<{ crew: Crew; fakes: FakeThread[] }> {
  const fakes: FakeThread[] = [];
  const crew = new Crew(threads, (at) => {
    let onReply: (reply: Reply) => void = () => {};
    let onEnd: (reason: string) => void = () => {};
    const fake: FakeThread = {
      jobs: [],
      isHeld: true,
      started: () => onReply({ value: undefined }),
      answer: () => onReply({ value: fake.jobs.shift() }),
      fail(error) {
        fake.jobs.shift();
        onReply({ error });
      },
      die: () => onEnd('it ended with exit code 1'),
    };
    fakes.push(fake);
    return new AnsweringThread(`Thread ${at + 1}`, {
      listen(reply, end) {
        onReply = reply;
        onEnd = end;
      },
      post: (job) => fake.jobs.push((job as Job).sentences[0].forms[0]),
      hold: (isAwaited) => {
        fake.isHeld = isAwaited;
      },
      end: async () => onEnd('it was ended'),
    });
  });
  for (const { started } of fakes) started();
  await crew.started();
  return { crew, fakes };
}

describe('a crew', () => {
  it('gives each thread a job and its next one, and further jobs to the first that has room', async () => {
    const { crew, fakes } = await fakeCrew(2);
    const answers = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => crew.give(named(name)));
    expect(fakes.map(({ jobs }) => jobs)).toEqual([
      ['a', 'c'],
      ['b', 'd'],
    ]);
    fakes[1].answer();
    await turn();
    expect(fakes.map(({ jobs }) => jobs)).toEqual([
      ['a', 'c'],
      ['d', 'e'],
    ]);
    for (const at of [0, 0, 1, 1, 0]) {
      fakes[at].answer();
      await turn();
    }
    expect(await Promise.all(answers)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  });

  it('knows how many threads have no job, and lets the program end when none has', async () => {
    const { crew, fakes } = await fakeCrew(2);
    expect(crew.idle).toBe(2);
    const answers = ['a', 'b', 'c'].map((name) => crew.give(named(name)));
    expect(crew.idle).toBe(0);
    fakes[1].answer();
    expect(crew.idle).toBe(1);
    fakes[0].answer();
    expect(fakes.map(({ isHeld }) => isHeld)).toEqual([true, false]);
    fakes[0].answer();
    expect(crew.idle).toBe(2);
    expect(fakes.map(({ isHeld }) => isHeld)).toEqual([false, false]);
    await Promise.all(answers);
  });

  it('fails only the job that fails', async () => {
    const { crew, fakes } = await fakeCrew(1);
    const answers = ['a', 'b'].map((name) => crew.give(named(name)));
    fakes[0].fail('no tree');
    fakes[0].answer();
    await expect(answers[0]).rejects.toThrow('Thread 1 failed: no tree');
    expect(await answers[1]).toBe('b');
  });

  it('fails the job on which a thread died; its next one is done by the replacement, once that has started', async () => {
    const { crew, fakes } = await fakeCrew(1);
    const [first, second] = ['a', 'b'].map((name) => crew.give(named(name)));
    fakes[0].die();
    await expect(first).rejects.toThrow('Thread 1 failed: it ended with exit code 1');
    await turn();
    const third = crew.give(named('c'));
    expect(fakes).toHaveLength(2);
    expect(fakes[1].jobs).toEqual([]);
    expect(crew.idle).toBe(0);
    fakes[1].started();
    await turn();
    expect(fakes[1].jobs).toEqual(['b']);
    fakes[1].answer();
    expect(await second).toBe('b');
    await turn();
    fakes[1].answer();
    expect(await third).toBe('c');
  });

  it('fails every job that waits for a thread that cannot be replaced', async () => {
    const { crew, fakes } = await fakeCrew(1);
    const [first, ...others] = ['a', 'b', 'c'].map((name) => crew.give(named(name)));
    fakes[0].die();
    await expect(first).rejects.toThrow('Thread 1 failed');
    for (const [at, other] of others.entries()) {
      await turn();
      fakes[at + 1].die();
      await expect(other).rejects.toThrow(CrewError);
    }
  });

  it('fails all jobs when it is closed', async () => {
    const { crew } = await fakeCrew(1);
    const answers = ['a', 'b', 'c'].map((name) => crew.give(named(name)));
    const outcomes = Promise.allSettled(answers);
    await crew.close();
    for (const { status } of await outcomes) expect(status).toBe('rejected');
  });
});
