// A file of the page, plain or compressed, as the client accepts; compressed once, at the first request for it.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Pieces } from './answer.js';

const types: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.md': 'text/markdown; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

type Compress = (bytes: Uint8Array) => Promise<Buffer>;

/** Compresses the model in about a second; the highest quality takes half a minute. */
const brotliQuality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } };

/** Compressions, best first. */
const encodings: ReadonlyMap<string, Compress> = new Map<string, Compress>([
  ['br', (bytes) => promisify(brotliCompress)(bytes, brotliQuality)],
  ['gzip', (bytes) => promisify(gzip)(bytes)],
]);

/** Files below this many bytes are not compressed; others must shrink by at least this fraction. */
const SMALL = 1000;
const SAVED = 0.05;

/** The headers and body of a response. */
export interface SentFile {
  readonly headers: Record<string, string>;
  body(): Pieces;
}

export class PageFile {
  readonly size: number;
  /** Differs when the content does. */
  readonly version: string;
  readonly #headers: Record<string, string>;
  readonly #read: () => Promise<Uint8Array>;
  readonly #stream: SentFile['body'];
  /** By encoding; undefined if compression saves too little. */
  readonly #compressed = new Map<string, Promise<Uint8Array | undefined>>();

  private constructor(
    name: string,
    size: number,
    version: string,
    read: () => Promise<Uint8Array>,
    stream: SentFile['body'],
  ) {
    this.size = size;
    this.version = version;
    this.#read = read;
    this.#stream = stream;
    // The bundler puts a hash of the content into the name, so the file under that name never changes.
    const isHashed = /[/\\]assets[/\\][^/\\]+-[\w-]{8}\.\w+$/.test(name);
    this.#headers = {
      'Content-Type': types[extname(name)] ?? 'application/octet-stream',
      'Cache-Control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      Vary: 'Accept-Encoding',
    };
  }

  /** A file on disk. */
  static at(path: string, size: number, modified: number): PageFile {
    const version = `${size.toString(36)}-${Math.round(modified).toString(36)}`;
    const stream = () => createReadStream(path);
    return new PageFile(path, size, version, () => readFile(path), stream);
  }

  /** A file in memory. */
  static of(name: string, bytes: Uint8Array): PageFile {
    const version = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
    return new PageFile(
      name,
      bytes.length,
      version,
      async () => bytes,
      () => pieces(bytes),
    );
  }

  /** What to send to a client with this Accept-Encoding header. */
  async for(accepted: string): Promise<SentFile> {
    for (const encoding of acceptedOf(accepted)) {
      const bytes = await this.#encoded(encoding);
      if (!bytes) continue;
      const headers = { 'Content-Encoding': encoding, ...this.#headersOf(bytes.length, `-${encoding}`) };
      return { headers, body: () => pieces(bytes) };
    }
    return { headers: this.#headersOf(this.size, ''), body: this.#stream };
  }

  /** Whether the tags of an If-None-Match header include this file, in any encoding. */
  isAmong(tags: string): boolean {
    const known = ['', ...encodings.keys()].map((encoding) => this.#tag(encoding && `-${encoding}`));
    return tags.split(',').some((tag) => known.includes(tag.trim().replace(/^W\//, '')));
  }

  #headersOf(size: number, suffix: string): Record<string, string> {
    return { ...this.#headers, 'Content-Length': String(size), ETag: this.#tag(suffix) };
  }

  /** Tags differ by encoding because the bytes do. */
  #tag(suffix: string): string {
    return `"${this.version}${suffix}"`;
  }

  #encoded(encoding: string): Promise<Uint8Array | undefined> {
    const known = this.#compressed.get(encoding);
    if (known) return known;
    const made = this.#compress(encoding);
    this.#compressed.set(encoding, made);
    // A failed read may succeed later.
    made.catch(() => this.#compressed.delete(encoding));
    return made;
  }

  async #compress(encoding: string): Promise<Uint8Array | undefined> {
    if (this.size < SMALL) return undefined;
    const bytes = await encodings.get(encoding)?.(await this.#read());
    return bytes && bytes.length <= (1 - SAVED) * this.size ? bytes : undefined;
  }
}

/** Bytes per chunk. */
const PIECE = 1 << 16;

/** Cuts bytes into chunks, so that little is buffered for a slow reader. */
function* pieces(bytes: Uint8Array): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += PIECE) yield bytes.subarray(start, start + PIECE);
}

/** The encodings that a header such as "br;q=0.8, gzip" accepts, preferred first. */
function acceptedOf(header: string): string[] {
  const weights = new Map(
    header.split(',').map((part) => {
      const [name, ...parameters] = part.split(';').map((item) => item.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='));
      return [name, weight === undefined ? 1 : Number(weight.slice(2)) || 0];
    }),
  );
  const weightOf = (encoding: string) => weights.get(encoding) ?? weights.get('*') ?? 0;
  return [...encodings.keys()]
    .filter((encoding) => weightOf(encoding) > 0)
    .sort((a, b) => weightOf(b) - weightOf(a));
}
