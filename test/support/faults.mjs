// Loaded before the program: from the n-th call on that changes or reads files of a folder, the process is killed or calls
// fail, as ARCWISE_FAULT says. A process is meant by its verb, so that the ones it starts can be meant too. Each of them
// says that it was there, so that a test can wait for the end of all.
import { appendFileSync } from 'node:fs';
import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';
import { getSystemErrorMap } from 'node:util';
import { isMainThread } from 'node:worker_threads';

const fault = JSON.parse(process.env.ARCWISE_FAULT ?? 'null');

/** What each kind of call can suffer. */
const suffers = {
  make: ['kill', 'ENOSPC', 'EROFS', 'EACCES', 'EIO', 'EMFILE'],
  write: ['kill', 'ENOSPC', 'EIO'],
  change: ['kill', 'ENOSPC', 'EROFS', 'EACCES', 'EIO'],
  remove: ['kill', 'EROFS', 'EACCES', 'EIO'],
  open: ['EACCES', 'EIO', 'EMFILE'],
  read: ['EIO'],
};
const calls = {
  mkdir: 'change',
  rename: 'change',
  utimes: 'remove',
  rm: 'remove',
  rmdir: 'remove',
  unlink: 'remove',
  readdir: 'open',
  realpath: 'read',
  stat: 'read',
};
const handleCalls = { writeFile: 'write', sync: 'write', read: 'read', stat: 'read' };

let count = 0;
const isOn = (kind) => suffers[kind].includes(fault.what) && ++count >= fault.at;

function suffer(name, path) {
  appendFileSync(fault.suffered, `${name} ${path}\n`);
  if (fault.what === 'kill') {
    process.kill(process.pid, 'SIGKILL');
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }
  const [errno, [, reason]] = [...getSystemErrorMap()].find(([, [code]]) => code === fault.what);
  const message = `${fault.what}: ${reason}, ${name} '${path}'`;
  throw Object.assign(new Error(message), { code: fault.what, errno, syscall: name, path });
}

async function arm() {
  const within = (path) => String(path).startsWith(fault.folder);
  for (const [name, kind] of Object.entries(calls)) {
    const real = fs[name];
    fs[name] = async (path, ...rest) => {
      if (within(path) && isOn(kind)) suffer(name, path);
      return real(path, ...rest);
    };
  }
  const paths = new WeakMap();
  const open = fs.open;
  fs.open = async (path, flags = 'r', ...rest) => {
    if (within(path) && isOn(flags === 'r' ? 'open' : 'make')) suffer('open', path);
    const handle = await open(path, flags, ...rest);
    if (within(path)) paths.set(handle, path);
    return handle;
  };
  const handle = await open(process.execPath);
  const handles = Object.getPrototypeOf(handle);
  await handle.close();
  for (const [name, kind] of Object.entries(handleCalls)) {
    const real = handles[name];
    handles[name] = async function (...args) {
      const path = paths.get(this);
      if (path !== undefined && isOn(kind)) {
        // A disk is full in the middle of a file, and nobody is killed between two.
        if (name === 'writeFile') await real.call(this, args[0].slice(0, args[0].length / 2));
        suffer(name, path);
      }
      return real.apply(this, args);
    };
  }
  syncBuiltinESMExports();
}

if (fault && isMainThread) {
  appendFileSync(fault.processes, `${process.pid}\n`);
  if (process.argv[2] === fault.verb) await arm();
}
