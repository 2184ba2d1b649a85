// Work in a process of its own: its result, its reports, its failures, and its end.
import { expect, test } from 'vitest';
import { runInProcess } from '../../dist/jobs/process.js';

const work = new URL('../support/processWork.mjs', import.meta.url);

test('returns what the work returns, after its reports', async () => {
  const reports: unknown[] = [];
  const task = { number: 21, report: { epoch: 1 } };
  expect(await runInProcess(work, task, { onReport: (report) => reports.push(report) })).toEqual({
    doubled: 42,
  });
  expect(reports).toEqual([{ epoch: 1 }]);
});

test('rejects with the message of the work', async () => {
  await expect(runInProcess(work, { fail: 'the disk is full' })).rejects.toThrow(/^the disk is full$/);
});

test('says how a process ended that gave no answer, and what it wrote', async () => {
  await expect(runInProcess(work, { exit: 7 })).rejects.toThrow(
    'The process ended with exit code 7.\nnothing is left',
  );
});

test('a signal ends the process', async () => {
  const stopped = new AbortController();
  const running = runInProcess(
    work,
    { report: {}, hang: true },
    {
      signal: stopped.signal,
      onReport: () => stopped.abort(new Error('enough')),
    },
  );
  await expect(running).rejects.toThrow('enough');
});
