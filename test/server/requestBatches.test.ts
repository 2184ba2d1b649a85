import { describe, expect, it } from 'vitest';
import type { Annotation, Job } from '../../src/pipeline/annotator.js';
import { Batches } from '../../src/server/requestBatches.js';
import { Stop } from '../../src/server/stop.js';

const never = () => new Stop();
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setImmediate(resolve));
};

/** A job of so many sentences of so many words, all named alike. */
function job(name: string, sentences: number, words: number, options: Job['options'] = {}): Job {
  const forms = new Array<string>(words).fill(name);
  return { sentences: Array.from({ length: sentences }, () => ({ forms })), options };
}

async function* stream(...jobs: Job[]): AsyncGenerator<Job> {
  yield* jobs;
}

const cubic = { power: 3, longest: 500 };

/**
 * Batches whose work waits until it is let go; it answers with the number of words in the place of a tree's heads. Each
 * job goes to a thread with the fewest, of which `begun` has the index.
 */
function heldBatches(threads: number) {
  const begun: { job: Job; thread: number; end(): void }[] = [];
  const loads = new Array<number>(threads).fill(0);
  const workers = {
    give(job: Job): Promise<Annotation[]> {
      const thread = loads.indexOf(Math.min(...loads));
      loads[thread]++;
      return new Promise((resolve) => {
        let isEnded = false;
        const end = () => {
          if (!isEnded) loads[thread]--;
          isEnded = true;
          resolve(job.sentences.map(({ forms }) => ({ trees: [{ heads: Int32Array.of(forms.length) }] })));
        };
        begun.push({ job, thread, end });
      });
    },
    get idle() {
      return loads.filter((load) => load === 0).length;
    },
  };
  return { batches: new Batches(workers, threads, [cubic]), begun };
}

async function collect(annotations: AsyncIterable<Annotation[]>): Promise<number[][]> {
  const all: number[][] = [];
  for await (const batch of annotations) all.push(batch.map(({ trees }) => trees[0].heads[0]));
  return all;
}

const namesOf = ({ sentences }: Job) => sentences.map(({ forms }) => forms[0]);

describe('batches across requests', () => {
  it('puts the sentences of requests that come together into one batch', async () => {
    const { batches, begun } = heldBatches(1);
    const answers = ['a', 'b', 'c'].map((name, at) =>
      collect(batches.annotate(stream(job(name, 2, at + 1)), never())),
    );
    await turns(9);
    expect(begun).toHaveLength(1);
    expect(namesOf(begun[0].job).sort()).toEqual(['a', 'a', 'b', 'b', 'c', 'c']);
    begun[0].end();
    expect(await Promise.all(answers)).toEqual([[[1, 1]], [[2, 2]], [[3, 3]]]);
  });

  it('shares them evenly among the threads', async () => {
    const { batches, begun } = heldBatches(2);
    const ask = (count: number) =>
      Array.from({ length: count }, () => collect(batches.annotate(stream(job('x', 1, 9)), never())));
    const sizes = () => begun.map(({ job }) => job.sentences.length);
    const answers = ask(8);
    await turns(5);
    expect(sizes()).toEqual([4, 4]);
    // Of the words in total, those that a thread works on count too.
    answers.push(...ask(6));
    begun[0].end();
    await turns(5);
    expect(sizes()).toEqual([4, 4, 5]);
    begun[1].end();
    begun[2].end();
    await turns(5);
    expect(sizes()).toEqual([4, 4, 5, 1]);
    begun[3].end();
    expect(await Promise.all(answers)).toHaveLength(14);
  });

  it('gives a thread its next batch before answers are written', async () => {
    const { batches, begun } = heldBatches(1);
    const begunAtAnswer: number[] = [];
    const ask = async () => {
      await batches.give(job('x', 1, 9), never());
      begunAtAnswer.push(begun.length);
    };
    const first = ask();
    await turns(2);
    const second = ask();
    await turns(2);
    begun[0].end();
    await first;
    expect(begunAtAnswer).toEqual([2]);
    begun[1].end();
    await second;
  });

  it('keeps requests apart that want different things', async () => {
    const { batches, begun } = heldBatches(2);
    const wishes = [{ kBest: 2 }, {}, { kBest: 2 }, undefined];
    const answers = wishes.map((wish, at) =>
      collect(batches.annotate(stream({ ...job('x', 1, at + 1), options: wish }), never())),
    );
    await turns(5);
    begun.map(({ end }) => end());
    await turns(5);
    begun.map(({ end }) => end());
    expect(await Promise.all(answers)).toEqual([[[1]], [[2]], [[3]], [[4]]]);
    expect(begun.map(({ job: { options } }) => options)).toEqual([{ kBest: 2 }, {}, undefined]);
  });

  it('lets small requests overtake a huge one', async () => {
    const { batches, begun } = heldBatches(1);
    const huge = collect(batches.annotate(stream(...new Array(50).fill(job('huge', 50, 20))), never()));
    await turns(20);
    // One is worked on and one is ready.
    expect(begun).toHaveLength(2);
    const small = Array.from({ length: 10 }, (_, at) =>
      collect(batches.annotate(stream(job(`small ${at}`, 2, 5)), never())),
    );
    await turns(5);
    begun[0].end();
    begun[1].end();
    await turns(5);
    const third = namesOf(begun[2].job);
    for (let at = 0; at < 10; at++) expect(third.filter((name) => name === `small ${at}`)).toHaveLength(2);
    expect(third.filter((name) => name === 'huge').length).toBeGreaterThan(30);
    begun[2].end();
    await Promise.all(small);
    for (let next = 3; next < begun.length; next++) {
      begun[next].end();
      await turns(5);
    }
    expect(await huge).toHaveLength(50);
  });

  it('gives free threads what there is, and busy ones only what is worth a batch', async () => {
    const { batches, begun } = heldBatches(2);
    const answers: Promise<number[][]>[] = [];
    for (let at = 0; at < 4; at++) {
      answers.push(collect(batches.annotate(stream(job(`${at}`, 1, 10)), never())));
      await turns(5);
    }
    expect(begun.map(({ job }) => namesOf(job))).toEqual([['0'], ['1']]);
    expect(batches.waiting).toBe(2);
    answers.push(collect(batches.annotate(stream(job('4', 10, 99)), never())));
    await turns(5);
    expect(begun.map(({ thread }) => thread)).toEqual([0, 1, 0, 1]);
    expect(namesOf(begun[2].job)).toEqual(['2', '3', '4', '4', '4']);
    expect(namesOf(begun[3].job)).toEqual(['4', '4', '4']);
    expect(batches.waiting).toBe(1);
    begun.map(({ end }) => end());
    await turns(5);
    begun.map(({ end }) => end());
    expect((await Promise.all(answers)).flat(2)).toHaveLength(14);
  });

  it('gives an idle thread what there is, even if another has two batches', async () => {
    const { batches, begun } = heldBatches(2);
    const many = collect(batches.annotate(stream(job('many', 40, 9)), never()));
    await turns(5);
    expect(begun.map(({ thread }) => thread)).toEqual([0, 1, 0, 1]);
    for (const { thread, end } of begun) if (thread === 1) end();
    await turns(5);
    const one = collect(batches.annotate(stream(job('one', 1, 9)), never()));
    await turns(5);
    expect(begun.slice(4).map(({ job, thread }) => [thread, namesOf(job)])).toEqual([[1, ['one']]]);
    for (const { end } of begun) end();
    expect(await one).toEqual([[9]]);
    expect((await many)[0]).toHaveLength(40);
  });

  it('holds only some jobs of a request, whatever it sends', async () => {
    const { batches, begun } = heldBatches(1);
    let asked = 0;
    const endless = async function* () {
      for (;;) {
        asked++;
        yield job('x', 10, 100);
      }
    };
    const answers = batches.annotate(endless(), never());
    void answers.next();
    await turns(50);
    expect(asked).toBe(3);
    for (const { end } of begun) end();
    await turns(5);
    await answers.return?.(undefined);
    expect(batches.waiting).toBe(0);
  });

  it('never begins what a client that is gone has waiting, and begins no more of what was running', async () => {
    const { batches, begun } = heldBatches(1);
    const [running, waiting] = [new Stop(), new Stop()];
    const first = collect(batches.annotate(stream(...new Array(9).fill(job('running', 10, 100))), running));
    await turns(5);
    const second = collect(batches.annotate(stream(job('waiting', 1, 3, { marginals: true })), waiting));
    await turns(5);
    expect(batches.waiting).toBe(2);
    waiting.now(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    running.now(new Error('gone too'));
    await expect(first).rejects.toThrow('gone too');
    expect(batches.waiting).toBe(0);
    const count = begun.length;
    for (const { end } of begun) end();
    await turns(10);
    expect(begun).toHaveLength(count);
    expect(begun.flatMap(({ job }) => namesOf(job))).not.toContain('waiting');
  });

  it('does the only job of a request together with those of others', async () => {
    const { batches, begun } = heldBatches(1);
    const only = batches.give(job('only', 2, 3), never());
    const others = collect(batches.annotate(stream(job('other', 1, 2)), never()));
    await turns(5);
    expect(begun).toHaveLength(1);
    expect(namesOf(begun[0].job).sort()).toEqual(['only', 'only', 'other']);
    begun[0].end();
    expect((await only).map(({ trees }) => trees[0].heads[0])).toEqual([3, 3]);
    expect(await others).toEqual([[2]]);
  });

  it('never begins the only job of a client that is gone', async () => {
    const { batches, begun } = heldBatches(1);
    const first = batches.give(job('first', 1, 9), never());
    await turns(5);
    const stop = new Stop();
    const second = batches.give(job('second', 1, 3, { marginals: true }), stop);
    expect(batches.waiting).toBe(1);
    stop.now(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    await expect(batches.give(job('third', 1, 3), stop)).rejects.toThrow('gone');
    expect(batches.waiting).toBe(0);
    begun[0].end();
    await first;
    await turns(5);
    expect(begun.flatMap(({ job }) => namesOf(job))).toEqual(['first']);
  });

  it('fails the request whose sentence fails, and does the others of its batch again', async () => {
    const poisoned = ({ sentences }: Job) => sentences.some(({ forms }) => forms[0] === 'poison');
    const done: string[][] = [];
    const workers = {
      async give(given: Job) {
        if (poisoned(given)) throw new Error('no tree');
        done.push(namesOf(given));
        return given.sentences.map(({ forms }) => ({ trees: [{ heads: Int32Array.of(forms.length) }] }));
      },
      idle: 1,
    };
    const batches = new Batches(workers, 1, [cubic]);
    const names = ['a', 'poison', 'b', 'c'];
    const answers = names.map((name, at) => collect(batches.annotate(stream(job(name, 2, at + 1)), never())));
    const outcomes = await Promise.allSettled(answers);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
    expect(outcomes[1]).toHaveProperty('reason.message', 'no tree');
    expect(done).toEqual([
      ['a', 'a'],
      ['b', 'b'],
      ['c', 'c'],
    ]);
    // And it goes on.
    expect(await collect(batches.annotate(stream(job('d', 1, 7)), never()))).toEqual([[7]]);
  });

  it('passes on what is wrong with the jobs', async () => {
    const { batches } = heldBatches(1);
    const broken = async function* (): AsyncGenerator<Job> {
      yield job('x', 1, 1);
      throw new Error('no more');
    };
    await expect(collect(batches.annotate(broken(), never()))).rejects.toThrow('no more');
    expect(batches.waiting).toBe(0);
  });
});

describe('fairness', () => {
  /** Begins requests together; what they are given is the order in which their sentences are begun. */
  async function orderOf(requests: Job[], threads = 1): Promise<string[]> {
    const { batches, begun } = heldBatches(threads);
    // The first keeps the thread busy until all have come.
    const first = collect(batches.annotate(stream(job('first', 1, 1)), never()));
    await turns(9);
    const answers = requests.map((one) => collect(batches.annotate(stream(one), never())));
    await turns(20 + requests.length);
    for (let next = 0; next < begun.length; next++) {
      begun[next].end();
      await turns(9);
    }
    await Promise.all([first, ...answers]);
    return begun.slice(1).flatMap(({ job: one }) => namesOf(one));
  }

  it('gives equal lanes a sentence each in turn', async () => {
    const order = await orderOf([job('a', 3, 10), job('b', 3, 10), job('c', 3, 10)]);
    expect(order.join('')).toBe('abcabcabc');
  });

  it('gives lanes equal work, not equal numbers of sentences', async () => {
    const order = await orderOf([job('a', 2, 30), job('b', 6, 10)]);
    // When a has had 30 words, so has b, which comes first: its short sentences take a little less to decode.
    expect(order.join('')).toBe('bbbabbba');
  });

  it('lets a short sentence overtake long ones of any kind', async () => {
    const marginals = { marginals: true };
    const long = Array.from({ length: 6 }, (_, at) => job(`long ${at}`, 2, 400, marginals));
    const order = await orderOf([...long, job('short', 2, 5)]);
    expect(order.slice(0, 2)).toEqual(['short', 'short']);
    expect(order).toHaveLength(14);
  });

  it('lets no stream of short ones keep a long one waiting for ever', async () => {
    const { batches, begun } = heldBatches(1);
    const long = collect(batches.annotate(stream(job('long', 1, 400, { marginals: true })), never()));
    const blocker = collect(batches.annotate(stream(job('blocker', 1, 1)), never()));
    let others = 0;
    const answers: Promise<number[][]>[] = [];
    const isBegun = () => begun.some(({ job: one }) => namesOf(one).includes('long'));
    for (; !isBegun() && others < 2000; others++) {
      // There is always one more when a batch ends.
      answers.push(collect(batches.annotate(stream(job('short', 1, 50)), never())));
      await turns(3);
      begun[others - 1]?.end();
    }
    // It is 400 + 4267 words of work, and has half of the time.
    expect(others).toBeLessThan((2.5 * 4667) / 50);
    for (let next = 0; next < begun.length; next++) {
      begun[next].end();
      await turns(5);
    }
    await Promise.all([long, blocker, ...answers]);
  });

  it('serves kinds alternately', async () => {
    const order = await orderOf([
      job('a', 100, 20),
      job('b', 100, 20, { tag: true }),
      job('c', 100, 20, { decoder: 'greedy' }),
    ]);
    // The first batch of each kind comes before the second of any.
    const firsts = ['a', 'b', 'c'].map((name) => order.indexOf(name));
    expect(Math.max(...firsts)).toBeLessThan(150);
  });

  it('keeps a thread free of long sentences, if there are several', async () => {
    const { batches, begun } = heldBatches(3);
    const long = Array.from({ length: 9 }, () =>
      collect(batches.annotate(stream(job('long', 1, 400, { marginals: true })), never())),
    );
    await turns(20);
    expect(begun.map(({ job: one }) => namesOf(one))).toEqual([['long'], ['long']]);
    const short = collect(batches.annotate(stream(job('short', 1, 5)), never()));
    await turns(9);
    expect(namesOf(begun[2].job)).toEqual(['short']);
    begun[2].end();
    expect(await short).toEqual([[5]]);
    for (let next = 0; next < begun.length; next++) {
      begun[next].end();
      await turns(9);
    }
    await Promise.all(long);
  });

  it('queues nothing behind a long sentence', async () => {
    const { batches, begun } = heldBatches(2);
    const ask = (one: Job) => collect(batches.annotate(stream(one), never()));
    const answers = [ask(job('long', 1, 400, { marginals: true })), ask(job('a', 1, 9))];
    await turns(5);
    expect(begun.flatMap(({ job }) => namesOf(job)).sort()).toEqual(['a', 'long']);
    answers.push(ask(job('b', 20, 9)));
    await turns(5);
    expect(begun).toHaveLength(2);
    begun.find(({ job }) => namesOf(job)[0] === 'a')?.end();
    await turns(5);
    expect(begun.slice(2).flatMap(({ job }) => namesOf(job))).toContain('b');
    for (let next = 0; next < begun.length; next++) {
      begun[next].end();
      await turns(5);
    }
    await Promise.all(answers);
  });

  it('makes a long sentence a batch by itself', async () => {
    const { batches, begun } = heldBatches(1);
    const options = { marginals: true };
    const all = [job('short', 2, 5, options), job('long', 1, 400, options)].map((one) =>
      collect(batches.annotate(stream(one), never())),
    );
    await turns(20);
    begun[0].end();
    await turns(9);
    begun[1].end();
    await Promise.all(all);
    expect(begun.map(({ job: one }) => namesOf(one))).toEqual([['short', 'short'], ['long']]);
  });

  it('begins one long sentence if there is one thread', async () => {
    const { batches, begun } = heldBatches(1);
    const long = [1, 2].map(() =>
      collect(batches.annotate(stream(job('long', 1, 400, { marginals: true })), never())),
    );
    await turns(20);
    expect(begun).toHaveLength(1);
    begun[0].end();
    await turns(9);
    expect(begun).toHaveLength(2);
    begun[1].end();
    await Promise.all(long);
  });

  it('holds one job of each request, and of all together no more than threads need', async () => {
    const { batches } = heldBatches(2);
    const pulled = new Array<number>(12).fill(0);
    const endless = async function* (at: number) {
      for (;;) {
        pulled[at]++;
        yield job('x', 10, 99);
      }
    };
    const stops = pulled.map(() => new Stop());
    const answers = stops.map((stop, at) => batches.annotate(endless(at), stop).next());
    for (const one of answers) one.catch(() => {});
    await turns(200);
    // Two for each thread, and one more to have something to hand out.
    expect(Math.max(...pulled)).toBeLessThanOrEqual(5);
    expect(pulled.reduce((sum, count) => sum + count)).toBeLessThanOrEqual(12 + 4);
    for (const stop of stops) stop.now(new Error('gone'));
    await Promise.allSettled(answers);
    expect(batches.waiting).toBe(0);
  });
});
