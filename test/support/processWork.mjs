// Work for a process of its own: what the task names.
export async function run(task, report) {
  if (task.report) report(task.report);
  if (task.fail) throw new Error(task.fail);
  if (task.exit) {
    process.stderr.write('nothing is left\n');
    process.exit(task.exit);
  }
  if (task.hang) await new Promise((resolve) => setTimeout(resolve, 1e9));
  return { doubled: 2 * task.number };
}
