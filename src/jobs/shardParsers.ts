// The parsers of a queue's worker, kept from one shard to the next.
import type { Sentence } from '../conllu/sentence.js';
import { hashFile, hashOf } from '../files/hash.js';
import { readInput } from '../files/input.js';
import { type RunningPipeline, startPipeline } from '../node/parsing.js';
import type { ParsedSentence } from '../pipeline/parsedSentence.js';
import { type ParsedShard, type ShardJob, type ShardRequest, shardOf } from './shard.js';

interface Loaded {
  readonly parsing: Promise<RunningPipeline>;
  /** The number of shards that use it. */
  users: number;
}

export class ShardParsers {
  readonly #threads: number;
  readonly #loaded = new Map<string, Loaded>();

  /** The number of parsing threads: at least two, because a single one would be the calling thread. */
  constructor(threads: number) {
    this.#threads = Math.max(2, threads);
  }

  async parse(job: ShardJob): Promise<ParsedShard> {
    const { models, options, sentences } = job;
    const loaded = await this.#load(models);
    loaded.users++;
    try {
      const { pipeline } = await loaded.parsing;
      const parsed: ParsedSentence[] = [];
      for await (const sentence of pipeline.stream(streamOf(sentences), options)) parsed.push(sentence);
      return shardOf(parsed, job);
    } finally {
      loaded.users--;
    }
  }

  async close(): Promise<void> {
    for (const { parsing } of this.#loaded.values()) await parsing.then((one) => one.close()).catch(() => {});
  }

  async #load(models: ShardRequest['models']): Promise<Loaded> {
    const key = hashOf(models);
    const known = this.#loaded.get(key);
    if (known) return known;
    // Models are large, so unused ones are unloaded.
    for (const [other, { parsing, users }] of this.#loaded) {
      if (users > 0) continue;
      this.#loaded.delete(other);
      void parsing.then((one) => one.close()).catch(() => {});
    }
    const loaded: Loaded = { parsing: start(models, this.#threads), users: 0 };
    this.#loaded.set(key, loaded);
    // A missing file may exist at the next attempt.
    loaded.parsing.catch(() => this.#loaded.delete(key));
    return loaded;
  }
}

async function start(models: ShardRequest['models'], threads: number): Promise<RunningPipeline> {
  const sources = models.map(async ({ path, hash }) => {
    const source = await readInput(path);
    if ((await hashFile(path)) === hash) return source;
    throw new Error(`${path} is not the same model here as on the machine that sent the sentences.`);
  });
  return startPipeline(await Promise.all(sources), { threads });
}

async function* streamOf(sentences: readonly Sentence[]): AsyncGenerator<Sentence> {
  yield* sentences;
}
