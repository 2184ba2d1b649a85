// The engine: one memory, the kernels that work on it, an arena for its tensors, and matrix products.
import { Arena, PAGE } from './arena.js';
import { type GemmProvider, type Products, wasmGemm } from './gemm.js';
import { binaries, type Kernels } from './kernels.generated.js';
import { withSharedMemory } from './sharedMemory.js';
import { fastestProducts, type WeightProducts, weightSpeeds } from './weightProducts.js';

/** Options of an engine. */
export interface EngineOptions {
  /** Whether worker threads can share the memory; needs SharedArrayBuffer. */
  shared?: boolean;
  /** The memory of another engine, to use it from this thread. */
  memory?: WebAssembly.Memory;
  /** The most bytes that the memory may have; by default addresses stay below 2 GiB. */
  maximumBytes?: number;
  /** Whether the kernels use relaxed SIMD; by default if available. */
  relaxed?: boolean;
  /** The provider of matrix products; by default the kernels. */
  provider?: GemmProvider;
  /** How models multiply by 8-bit weights; by default the way measured to be the fastest. */
  weights?: WeightProducts;
}

/** The memory, the kernels that work on it, and matrix products. */
export interface Engine extends Products {
  readonly memory: WebAssembly.Memory;
  readonly kernels: Kernels;
  readonly arena: Arena;
  /** The name of the GEMM provider. */
  readonly provider: string;
  /** Whether the kernels multiply and add in one instruction. */
  readonly relaxed: boolean;
  /** How models multiply by 8-bit weights, unless they are being trained. */
  readonly weights: WeightProducts;
  /** Changes to another provider of matrix products, and measures again how to multiply by 8-bit weights. */
  use(provider: GemmProvider): void;
}

/** Creates an engine, with a new memory unless one is given. */
export function createEngine(options: EngineOptions = {}): Engine {
  const maximumBytes = options.maximumBytes ?? 2 ** 31 - PAGE;
  const memory = options.memory ?? createMemory(options.shared ?? false, maximumBytes);
  const relaxed = options.relaxed ?? hasRelaxedSimd();
  const kernels = instantiate(memory, relaxed);
  const arena = new Arena(memory, maximumBytes);
  const provider = options.provider ?? wasmGemm;
  let weights = options.weights;
  const engine = {
    memory,
    kernels,
    arena,
    relaxed,
    provider: provider.name,
    ...provider.bind(memory, kernels, arena),
    use(other: GemmProvider): void {
      Object.assign(engine, { provider: other.name }, other.bind(memory, kernels, arena));
      weights = undefined;
    },
    // Measured at first use, because training does not need it.
    get weights(): WeightProducts {
      weights ??= fastestProducts(weightSpeeds(engine));
      return weights;
    },
  };
  return engine;
}

function createMemory(shared: boolean, maximumBytes: number): WebAssembly.Memory {
  return new WebAssembly.Memory({ initial: 1, maximum: Math.floor(maximumBytes / PAGE), shared });
}

/** Whether the kernels can use relaxed SIMD: validates a module with one such instruction, f32x4.relaxed_madd. */
export function hasRelaxedSimd(): boolean {
  const header = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  const types = [1, 5, 1, 0x60, 0, 1, 0x7b, 3, 2, 1, 0];
  const zero = [0x41, 0, 0xfd, 0x0f];
  const code = [10, 19, 1, 17, 0, ...zero, ...zero, ...zero, 0xfd, 0x85, 2, 0x0b];
  return WebAssembly.validate(new Uint8Array([...header, ...types, ...code]));
}

/** Compiled once per thread, so that engines are cheap. */
const modules = new Map<string, WebAssembly.Module>();

function instantiate(memory: WebAssembly.Memory, relaxed: boolean): Kernels {
  // Without cross-origin isolation there are shared memories, but no SharedArrayBuffer to compare with.
  const isShared = Object.prototype.toString.call(memory.buffer) === '[object SharedArrayBuffer]';
  const instructions = relaxed ? 'relaxed' : 'simd';
  const name = `${instructions} ${isShared}`;
  let module = modules.get(name);
  if (!module) {
    const bytes = bytesOf(binaries[instructions]);
    module = new WebAssembly.Module(isShared ? withSharedMemory(bytes) : bytes);
    modules.set(name, module);
  }
  const { exports } = new WebAssembly.Instance(module, { env: { memory } });
  return exports as unknown as Kernels;
}

function bytesOf(hexadecimal: string): Uint8Array<ArrayBuffer> {
  const digit = (at: number) => {
    const code = hexadecimal.charCodeAt(at);
    return code < 58 ? code - 48 : code - 87; // '9' is 57, 'a' is 97
  };
  const bytes = new Uint8Array(hexadecimal.length / 2);
  for (let at = 0; at < bytes.length; at++) bytes[at] = 16 * digit(2 * at) + digit(2 * at + 1);
  return bytes;
}
