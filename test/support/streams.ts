// Bytes as the streams of tests bring them.

/** Chunks of these lengths, over and over, all in one buffer that is filled anew for each, as some streams do. */
export async function* cutBytes(bytes: Uint8Array, lengths: number[]): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(Math.max(1, ...lengths));
  for (let start = 0, i = 0; start < bytes.length; i++) {
    const chunk = bytes.subarray(start, start + lengths[i % lengths.length]);
    buffer.set(chunk);
    yield buffer.subarray(0, chunk.length);
    start += chunk.length;
  }
}
