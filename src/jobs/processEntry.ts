// The entry of a separate process: does one task, and exits when its parent does.
import type { ProcessMessage } from './process.js';

type Run = (task: unknown, report: (report: unknown) => void) => Promise<unknown>;

process.on('disconnect', () => process.exit(1));
// The parent may have ended before this was loaded.
if (!process.connected) process.exit(1);

const send = (message: ProcessMessage) =>
  new Promise<void>((resolve) => process.send?.(message, () => resolve()));

process.once('message', async (task) => {
  try {
    const { run } = (await import(process.argv[2])) as { run: Run };
    await send({ result: await run(task, (report) => void send({ report })) });
  } catch (error) {
    await send({ failure: error instanceof Error ? error.message : String(error) });
  }
  process.exit(0);
});
