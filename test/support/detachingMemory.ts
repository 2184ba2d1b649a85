// Every allocation detaches all views on the memory, as it would if the memory grew each time: run before each suite, so
// that code which holds a view across an allocation fails in every test, and not only where a batch happens to be large.
import { Arena } from '../../src/engine/arena.js';

const { tensor, integers, scratchBytes } = Arena.prototype;

/** Growing by nothing is enough to detach; a shared memory never detaches. */
function detaching<Parameters extends unknown[], Result>(
  allocate: (this: Arena, ...parameters: Parameters) => Result,
) {
  return function (this: Arena, ...parameters: Parameters): Result {
    const result = allocate.apply(this, parameters);
    this.memory.grow(0);
    return result;
  };
}

// Files of tests that share their modules load this again.
const done = Symbol.for('detaching');
if (!Reflect.has(Arena, done)) {
  Reflect.set(Arena, done, true);
  Arena.prototype.tensor = detaching(tensor);
  Arena.prototype.integers = detaching(integers);
  Arena.prototype.scratchBytes = detaching(scratchBytes);
}
