// Parses a large corpus on the workers of a queue: sends shards of sentences, and returns their text in order.
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Sentence } from '../conllu/sentence.js';
import { readWhole, writeWhole } from '../files/files.js';
import { makePrivateFolder } from '../files/folder.js';
import { hashFile, hashOf } from '../files/hash.js';
import { fits, type JsonSchema, type ValueOf } from '../learner/jsonSchema.js';
import type { ParseOptions } from '../pipeline/options.js';
import type { ParsedSentence } from '../pipeline/parsedSentence.js';
import { streamBatches } from '../pipeline/pipeline.js';
import type { ReadSentence } from '../pipeline/placed.js';
import type { DecodingGrowth } from '../pipeline/work.js';
import { formatSentence, type OutputFormat } from '../render/formats.js';
import type { Places } from '../splitter/sentences.js';
import type { JobQueue, QueuedJob } from './queue.js';

/** The part of a job that all shards of a corpus share. */
export interface ShardRequest {
  /** The model files, with hashes of their contents. */
  readonly models: readonly { readonly path: string; readonly hash: string }[];
  readonly options: ParseOptions;
  readonly output: OutputFormat;
  readonly colour: boolean;
}

export interface ShardJob extends ShardRequest {
  readonly sentences: readonly Sentence[];
  /** The offsets of their words in the input text, for output that has offsets. */
  readonly places?: readonly (Places | undefined)[];
}

/** Some parsed sentences as text. */
export type ParsedShard = ValueOf<typeof shardSchema>;

/** Batches per shard. Shards have whole batches, because the rounding of a product may depend on its number of rows. */
const batchesOfShard = 4;
/** The most shards that are queued or waiting to be output. */
const ahead = 64;
/** Milliseconds between polls of the jobs. */
const lookEvery = 100;

/** A request, with the models as they are now. */
export async function shardRequest(
  models: readonly string[],
  request: Omit<ShardRequest, 'models'>,
): Promise<ShardRequest> {
  const found = models.map(async (path) => ({ path: resolve(path), hash: await hashFile(path) }));
  return { ...request, models: await Promise.all(found) };
}

/** A shard from parsed sentences. */
export function shardOf(
  parsed: readonly ParsedSentence[],
  { output, colour, places }: Pick<ShardJob, 'output' | 'colour' | 'places'>,
): ParsedShard {
  const texts = parsed.flatMap(({ trees }, at) =>
    trees.map(({ sentence, probabilities }) =>
      formatSentence(sentence, output, { probabilities, colour, places: places?.[at] ?? undefined }),
    ),
  );
  return {
    text: texts.join(''),
    warnings: parsed.flatMap(({ warning }) => warning ?? []),
    sentences: parsed.length,
    words: parsed.reduce((sum, { trees }) => sum + trees[0].sentence.words.length, 0),
  };
}

/** The methods of the queue that this needs. */
type Jobs = Pick<JobQueue, 'start' | 'poll' | 'remove'>;

interface OpenShard {
  readonly job: QueuedJob;
  /** The file that keeps its text until all shards are done. */
  readonly spool: string;
  parsed?: ParsedShard;
  failure?: string;
}

/**
 * Parses sentences on the workers of a queue. Finished shards are kept in files until all are done, so that a killed run
 * can be resumed with the same input.
 */
export async function* parseByQueue(
  sentences: AsyncIterable<ReadSentence>,
  request: ShardRequest,
  queue: Jobs,
  growth: DecodingGrowth,
): AsyncGenerator<ParsedShard> {
  const folder = join(tmpdir(), `arcwise-spool-${process.getuid?.() ?? 0}`);
  // Users' texts are private.
  await makePrivateFolder(folder);
  const jobs = shardsOf(sentences, request, growth);
  const open: OpenShard[] = [];
  const spooled: string[] = [];
  let source: 'open' | 'ended' | { error: unknown } = 'open';
  try {
    while (source === 'open' || open.length > 0) {
      while (source === 'open' && open.length < ahead) {
        try {
          const next = await jobs.next();
          if (next.done) source = 'ended';
          else open.push(await started(next.value, folder, queue));
        } catch (error) {
          // Sentences before an error in the input are still returned.
          source = { error };
        }
      }
      for (const shard of open) if (!shard.parsed && shard.failure === undefined) await poll(shard, queue);
      while (open[0]?.parsed) {
        const [{ parsed, spool }] = open.splice(0, 1);
        spooled.push(spool);
        if (parsed) yield parsed;
      }
      if (open[0]?.failure !== undefined) throw new Error(open[0].failure);
      if (open.length > 0) await sleep(lookEvery);
    }
    if (source !== 'ended') throw source.error;
    for (const path of spooled) await rm(path, { force: true });
  } finally {
    for (const { job } of open) await queue.remove(job).catch(() => {});
  }
}

async function started(job: QueuedJob, folder: string, queue: Jobs): Promise<OpenShard> {
  const spool = join(folder, `${job.id}.json`);
  const kept = await readWhole(spool).catch(() => undefined);
  const parsed = kept && shardIn(new TextDecoder().decode(kept));
  if (parsed) return { job, spool, parsed };
  await queue.start(job);
  return { job, spool };
}

const shardSchema = {
  type: 'object',
  properties: {
    text: { type: 'string' },
    warnings: { type: 'array', items: { type: 'string' } },
    sentences: { type: 'integer' },
    words: { type: 'integer' },
  },
  required: ['text', 'warnings', 'sentences', 'words'],
} as const satisfies JsonSchema;

/** The shard in a file; undefined if the file is damaged, so that it is parsed again. */
export function shardIn(text: string): ParsedShard | undefined {
  try {
    const shard: unknown = JSON.parse(text);
    return fits(shardSchema, shard) ? shard : undefined;
  } catch {
    return undefined;
  }
}

async function poll(shard: OpenShard, queue: Jobs): Promise<void> {
  const found = await queue.poll(shard.job);
  if (found.state === 'failed') shard.failure = found.reason;
  if (found.state !== 'done') return;
  shard.parsed = found.value as ParsedShard;
  await writeWhole(shard.spool, JSON.stringify(shard.parsed));
  await queue.remove(shard.job);
}

async function* shardsOf(
  read: AsyncIterable<ReadSentence>,
  request: ShardRequest,
  growth: DecodingGrowth,
): AsyncGenerator<QueuedJob> {
  let index = 0;
  let shard: Sentence[] = [];
  let batches = 0;
  const ahead: (Places | undefined)[] = [];
  const sentences = async function* () {
    for await (const { sentence, places } of read) {
      ahead.push(places);
      yield sentence;
    }
  };
  const job = (): QueuedJob => {
    const places = ahead.splice(0, shard.length);
    const data: ShardJob = { ...request, sentences: shard, ...(request.output === 'json' ? { places } : {}) };
    // The index is part of the id, because a corpus may repeat itself.
    return { id: `shard-${hashOf([index++, data])}`, name: 'shard', data };
  };
  for await (const batch of streamBatches(sentences(), growth, request.options)) {
    shard.push(...batch);
    if (++batches < batchesOfShard) continue;
    yield job();
    shard = [];
    batches = 0;
  }
  if (shard.length > 0) yield job();
}
