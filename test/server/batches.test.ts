import { describe, expect, it } from 'vitest';
import type { Annotation, Job } from '../../src/pipeline/annotator.js';
import { Batches } from '../../src/server/batches.js';

const never = () => new AbortController().signal;
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

/** Batches whose work waits until it is let go; it answers with the number of words in the place of a tree's heads. */
function heldBatches(threads: number) {
  const begun: { job: Job; end(): void; fail(error: Error): void }[] = [];
  const batches = new Batches((job) => {
    return new Promise((resolve, reject) => {
      const annotations = job.sentences.map(
        ({ forms }): Annotation => ({ trees: [{ heads: Int32Array.of(forms.length) }] }),
      );
      begun.push({ job, end: () => resolve(annotations), fail: reject });
    });
  }, threads);
  return { batches, begun };
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
    await turns(5);
    expect(begun).toHaveLength(1);
    expect(namesOf(begun[0].job)).toEqual(['a', 'b', 'c', 'a', 'b', 'c']);
    begun[0].end();
    expect(await Promise.all(answers)).toEqual([[[1, 1]], [[2, 2]], [[3, 3]]]);
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

  it('gives free threads what there is, and busy ones only full batches', async () => {
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
    expect(begun).toHaveLength(3);
    expect(namesOf(begun[2].job).slice(0, 4)).toEqual(['2', '3', '4', '4']);
    begun.map(({ end }) => end());
    await turns(5);
    begun.map(({ end }) => end());
    expect((await Promise.all(answers)).flat(2)).toHaveLength(14);
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
    begun[0].end();
    await turns(5);
    await answers.return?.(undefined);
    expect(batches.waiting).toBe(0);
  });

  it('never begins what a client that is gone has waiting, and begins no more of what was running', async () => {
    const { batches, begun } = heldBatches(1);
    const [running, waiting] = [new AbortController(), new AbortController()];
    const first = collect(
      batches.annotate(stream(...new Array(9).fill(job('running', 10, 100))), running.signal),
    );
    await turns(5);
    const second = collect(
      batches.annotate(stream(job('waiting', 1, 3, { marginals: true })), waiting.signal),
    );
    await turns(5);
    expect(batches.waiting).toBe(2);
    waiting.abort(new Error('gone'));
    await expect(second).rejects.toThrow('gone');
    running.abort(new Error('gone too'));
    await expect(first).rejects.toThrow('gone too');
    expect(batches.waiting).toBe(0);
    const count = begun.length;
    for (const { end } of begun) end();
    await turns(10);
    expect(begun).toHaveLength(count);
    expect(begun.flatMap(({ job }) => namesOf(job))).not.toContain('waiting');
  });

  it('tells those whose batch fails, and no others', async () => {
    const { batches, begun } = heldBatches(1);
    const one = collect(batches.annotate(stream(job('one', 1, 1)), never()));
    await turns(5);
    const two = collect(batches.annotate(stream(job('two', 1, 2)), never()));
    await turns(5);
    begun[0].fail(new Error('the thread died'));
    await expect(one).rejects.toThrow('the thread died');
    await turns(5);
    begun[1].end();
    expect(await two).toEqual([[2]]);
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
