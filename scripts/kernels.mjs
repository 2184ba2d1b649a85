// Compiles the AssemblyScript kernels into src/engine/kernels.generated.ts: as text, so that they load the same way in
// Node, bundlers and workers, with an interface derived from their exports. The text is hexadecimal: compressed, as servers
// send it to pages, it is a sixth smaller than base64. Skipped if the sources have not changed.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';

const generated = 'src/engine/kernels.generated.ts';

const common = [
  'assembly/index.ts',
  '--runtime',
  'stub',
  '--importMemory',
  '--noAssert',
  '-O3',
  // Makes them a little smaller, which counts in pages.
  '--converge',
  '--enable',
  'simd',
];
// A module with relaxed SIMD fails where that is missing, so there are two builds of the same sources.
const instructions = { simd: [], relaxed: ['--enable', 'relaxed-simd'] };

export async function buildKernels() {
  const first = `// Generated from assembly/, ${hashOfSources()}: the kernels in hexadecimal, and their interface.`;
  if (existsSync(generated) && readFileSync(generated, 'utf8').startsWith(`${first}\n`)) return;
  const { default: asc } = await import('assemblyscript/asc');
  mkdirSync('build', { recursive: true });
  const lines = [first, 'export const binaries = {'];
  for (const [instruction, instructionFlags] of Object.entries(instructions)) {
    const file = `build/kernels-${instruction}.wasm`;
    const { error, stderr } = await asc.main([
      ...common,
      ...instructionFlags,
      '--bindings',
      'raw',
      '--outFile',
      file,
    ]);
    if (error) {
      process.stderr.write(stderr.toString());
      throw error;
    }
    lines.push(`  ${instruction}:\n    '${readFileSync(file).toString('hex')}',`);
  }
  lines.push('};');
  const declarations = readFileSync('build/kernels-simd.d.ts', 'utf8');
  const functions = [...declarations.matchAll(/export function (\w+)(\([^)]*\): \w+);/g)];
  lines.push('export interface Kernels {', ...functions.map(([, name, type]) => `  ${name}${type};`), '}');
  writeFileSync(generated, `${lines.join('\n')}\n`);
}

/** Of the kernels, this script and the compiler's version. */
function hashOfSources() {
  const hash = createHash('sha256');
  const kernels = readdirSync('assembly').map((name) => `assembly/${name}`);
  for (const file of [...kernels.sort(), 'scripts/kernels.mjs', 'node_modules/assemblyscript/package.json']) {
    hash.update(file).update(readFileSync(file));
  }
  return hash.digest('hex').slice(0, 16);
}
