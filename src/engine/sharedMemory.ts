// Kernels for a memory that threads share. A module declares whether its memory is shared. The kernels are compiled for a
// plain memory, and their code is the same for both, so only the declaration has to change.

/** The id of the section of imports, of which the kernels have one: their memory. */
const IMPORTS = 2;
/** How the import of the plain memory ends: a memory without a maximum, of at least one page. */
const plainMemory = [2, 0, 1];
/** The same for a shared memory: of at least one page and at most 65,536. */
const sharedMemory = [2, 3, 1, 0x80, 0x80, 4];

/** The module with a shared memory instead of a plain one. */
export function withSharedMemory(module: Uint8Array): Uint8Array<ArrayBuffer> {
  // After the magic number and the version come sections: an id, a length, and as many bytes.
  for (let at = 8; at < module.length; ) {
    const { value: length, end: start } = readUnsigned(module, at + 1);
    const end = start + length;
    if (module[at] === IMPORTS) {
      const from = end - plainMemory.length;
      if (!plainMemory.every((byte, place) => module[from + place] === byte)) break;
      const imports = [...module.subarray(start, from), ...sharedMemory];
      // Below 128, a length is one byte.
      const section = [IMPORTS, imports.length, ...imports];
      const changed = new Uint8Array(at + section.length + module.length - end);
      changed.set(module.subarray(0, at));
      changed.set(section, at);
      changed.set(module.subarray(end), at + section.length);
      return changed;
    }
    at = end;
  }
  throw new Error('The kernels do not import a plain memory.');
}

/** A number in LEB128: seven bits per byte, the lowest first. */
function readUnsigned(bytes: Uint8Array, at: number): { value: number; end: number } {
  let [value, shift, end] = [0, 0, at];
  for (;;) {
    const byte = bytes[end++];
    value |= (byte & 127) << shift;
    shift += 7;
    if (byte < 128) return { value, end };
  }
}
