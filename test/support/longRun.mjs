// A program for tests whose threads die: parses a sentence again and again, and says what came of it each time.
import { readFileSync } from 'node:fs';
import { load } from '../../dist/entries/arcwise.js';

const [model, times] = process.argv.slice(2);
const parser = await load(new Uint8Array(readFileSync(model)), { threads: 2, blas: 'wasm' });
for (let i = 0; i < Number(times); i++) {
  const outcome = await parser.parse([['worda', 'wordb']]).then(
    ([sentence]) => `${sentence.words.length} words`,
    ({ message }) => message,
  );
  console.log(outcome);
}
await parser.close();
