// The engine: one memory, the kernels that work on it, an arena that gives out its tensors, and matrix products.
import { Arena, PAGE } from './arena.js';
import { type GemmProvider, type Products, wasmGemm } from './gemm.js';
import { type Kernels, plain, shared } from './kernels.generated.js';

export interface EngineOptions {
  /** The memory can be given to worker threads; needs SharedArrayBuffer. */
  shared?: boolean;
  /** The memory of another engine, to work on it from this thread. */
  memory?: WebAssembly.Memory;
  /** How far the memory may grow; addresses stay below 2 GiB by default. */
  maximumBytes?: number;
  /** Who multiplies matrices: the kernels, unless told otherwise. */
  provider?: GemmProvider;
}

export interface Engine extends Products {
  readonly memory: WebAssembly.Memory;
  readonly kernels: Kernels;
  readonly arena: Arena;
  /** The name of the GEMM provider. */
  readonly provider: string;
}

export function createEngine(options: EngineOptions = {}): Engine {
  const memory =
    options.memory ?? createMemory(options.shared ?? false, options.maximumBytes ?? 2 ** 31 - PAGE);
  const kernels = instantiate(memory);
  const arena = new Arena(memory);
  const provider = options.provider ?? wasmGemm;
  return { memory, kernels, arena, provider: provider.name, ...provider.bind(memory, kernels, arena) };
}

function createMemory(shared: boolean, maximumBytes: number): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 1, maximum: Math.floor(maximumBytes / PAGE), shared });
}

/** Compiled once a thread: engines are cheap afterwards. */
const modules = new Map<string, WebAssembly.Module>();

function instantiate(memory: WebAssembly.Memory): Kernels {
  const isShared = typeof SharedArrayBuffer !== 'undefined' && memory.buffer instanceof SharedArrayBuffer;
  const source = isShared ? shared : plain;
  let module = modules.get(source);
  if (!module) {
    module = new WebAssembly.Module(Uint8Array.from(atob(source), (character) => character.charCodeAt(0)));
    modules.set(source, module);
  }
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return exports as unknown as Kernels;
}
