// A program for tests to run and to kill: saves files of one repeated letter to the path it is given, and says so.
import { writeWhole } from '../../dist/files/files.js';

const [path, size, times] = process.argv.slice(2);
try {
  for (let i = 0; i < Number(times); i++) {
    await writeWhole(path, String.fromCharCode(97 + (i % 26)).repeat(Number(size)));
    process.stdout.write('saved\n');
  }
} catch (error) {
  process.stdout.write(`${error}\n`);
}
