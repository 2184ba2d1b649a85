// A worker thread of Node that answers requests.
import type { Worker } from 'node:worker_threads';
import { AnsweringThread, type Port } from '../library/answeringThread.js';

export class Thread extends AnsweringThread {
  /** The script uses node/serve. Callers create the worker, since bundlers only find a script named in `new Worker`. */
  constructor(name: string, worker: Worker) {
    super(name, portOf(worker));
  }
}

/**
 * The arguments of Node.js for a thread, if they are not those of this process: --input-type is only for a program that is
 * given as text, and a thread with it does not start.
 */
export function threadArguments(): string[] | undefined {
  return process.execArgv.some((argument) => argument.startsWith('--input-type')) ? [] : undefined;
}

function portOf(worker: Worker): Port {
  return {
    listen(onReply, onEnd) {
      worker.on('message', onReply);
      worker.on('error', ({ message }) => onEnd(message));
      worker.on('messageerror', ({ message }) => onEnd(message));
      worker.on('exit', (code) => onEnd(`it ended with exit code ${code}`));
    },
    post: (request) => worker.postMessage(request),
    hold: (isAwaited) => {
      if (isAwaited) worker.ref();
      else worker.unref();
    },
    async end() {
      await worker.terminate();
    },
  };
}
