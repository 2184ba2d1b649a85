// Decompresses a gzip stream with the API that Node and browsers share.
import { VectorsError } from './vectorTable.js';

export async function* gunzip(packed: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new DecompressionStream('gzip');
  const writer = writable.getWriter();
  const reader = readable.getReader();
  let problem: unknown = new VectorsError('The gzip file of word vectors is truncated or damaged.');

  async function* noted(): AsyncGenerator<Uint8Array<ArrayBuffer>> {
    try {
      for await (const chunk of packed) yield new Uint8Array(chunk);
    } catch (error) {
      problem = error;
      throw error;
    }
  }
  // Not pipeThrough, because Node's does not wait for the reader and loads the whole file into memory.
  async function feed(): Promise<void> {
    try {
      for await (const chunk of noted()) await writer.write(chunk);
      await writer.close();
    } catch (error) {
      await writer.abort(error);
    }
  }

  const fed = feed().catch(() => {});
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } catch {
    throw problem;
  } finally {
    // A failed stream cannot be cancelled.
    await reader.cancel().catch(() => {});
    await fed;
  }
}
