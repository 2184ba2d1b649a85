// The command line in a thread, for program.ts: each message is a call, and its answer is what a process would leave.
import { Readable } from 'node:stream';
import { workerData } from 'node:worker_threads';

const { port, answered, program } = workerData;
let calls = 0;
let output;

/** Collects what is written to a stream of the process. */
function collect(stream, into) {
  stream.removeAllListeners('error');
  stream.write = (chunk, ...more) => {
    into.push(Buffer.from(chunk));
    more.find((one) => typeof one === 'function')?.();
    return true;
  };
}

function answer(status) {
  const text = (chunks) => Buffer.concat(chunks).toString();
  port.postMessage({ stdout: text(output.stdout), stderr: text(output.stderr), status });
  Atomics.store(answered, 0, 1);
  Atomics.notify(answered, 0);
}

process.on('uncaughtException', (error) => {
  process.stderr.write(`${error.stack}\n`);
  answer(1);
});

port.on('message', async ({ args, stdin }) => {
  output = { stdout: [], stderr: [] };
  collect(process.stdout, output.stdout);
  collect(process.stderr, output.stderr);
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(stdin)]), configurable: true });
  process.argv = [process.execPath, program, ...args];
  process.exitCode = undefined;
  // Another address each time, so that it runs again; what it imports stays.
  await import(`${program}?${calls++}`);
  const status = process.exitCode ?? 0;
  process.exitCode = undefined;
  answer(status);
});
