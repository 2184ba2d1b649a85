// The name and vector instructions of the processor, as the operating system reports them.
import { readFileSync } from 'node:fs';
import { cpus } from 'node:os';

/**
 * The name of the processor, for benchmark reports. Virtual machines hide the number of the model, so on Linux its family
 * and model follow, which tell one generation from the next.
 */
export function processorName(cpuinfo: () => string = readCpuinfo): string {
  const name = cpus()[0]?.model.trim() || 'unknown';
  const numberOf = (key: string) => new RegExp(`^${key}\\s*:\\s*(\\d+)$`, 'm').exec(cpuinfo())?.[1];
  const [family, model] = [numberOf('cpu family'), numberOf('model')];
  return family && model ? `${name} (family ${family}, model ${model})` : name;
}

/** The widest vector instructions, in the steps that matrix kernels distinguish; known only on Linux. */
export type Vectors = 'avx512' | 'avx2' | 'less' | 'unknown';

export function processorVectors(cpuinfo: () => string = readCpuinfo): Vectors {
  if (process.arch !== 'x64') return 'unknown';
  const flags = new Set(/^flags\s*:(.*)$/m.exec(cpuinfo())?.[1].trim().split(/\s+/));
  if (flags.size === 0) return 'unknown';
  const has = (...names: string[]) => names.every((name) => flags.has(name));
  if (has('avx512f', 'avx512dq', 'avx512bw', 'avx512vl')) return 'avx512';
  return has('avx2', 'fma') ? 'avx2' : 'less';
}

function readCpuinfo(): string {
  try {
    return readFileSync('/proc/cpuinfo', 'latin1');
  } catch {
    return '';
  }
}
