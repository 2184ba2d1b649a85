// Keeps the files of models in the browser across visits. Without a cache, as in an insecure context or a full browser,
// they are fetched each time.
import { fetchBytes, type LoadOptions } from '../src/library/modelBytes.js';
import type { PageModelFile } from '../src/library/pageModels.js';

const NAME = 'arcwise-models';

/** The bytes of a file, kept or fetched; other versions of the same file are removed. */
export async function cachedFile(file: PageModelFile, options: LoadOptions): Promise<Uint8Array> {
  const { address, version, bytes } = file;
  // Without a version nobody knows when the file has changed.
  if (version === undefined) return fetchBytes(address, options);
  const key = keyOf(file);
  const cache = await openCache();
  const kept = await cache?.match(key).catch(() => undefined);
  if (kept) {
    const all = new Uint8Array(await kept.arrayBuffer());
    options.onProgress?.({ loaded: all.length, total: bytes });
    return all;
  }
  const fetched = await fetchBytes(key, options);
  if (cache) {
    await forget(file);
    await cache.put(key, new Response(fetched.slice().buffer)).catch(() => {});
  }
  return fetched;
}

/** Removes all versions of a file. */
export async function forget({ address }: PageModelFile): Promise<void> {
  const cache = await openCache();
  for (const request of (await cache?.keys().catch(() => [])) ?? []) {
    if (request.url.split('?', 1)[0] === address) await cache?.delete(request);
  }
}

/** The version is a part of the address, so that no cache on the way has an older one. */
function keyOf({ address, version = '' }: PageModelFile): string {
  return `${address}?${encodeURIComponent(version)}`;
}

async function openCache(): Promise<Cache | undefined> {
  return typeof caches === 'undefined' ? undefined : caches.open(NAME).catch(() => undefined);
}
