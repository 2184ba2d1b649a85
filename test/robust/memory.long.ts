import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { WordLexicon } from '../../src/encoder/lexicon.js';

setFlagsFromString('--expose_gc');
const collectGarbage = runInNewContext('gc') as () => void;

/** Bytes of JavaScript values that are still in use. */
function heap(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed;
}

it('does not keep a text for the sake of a word that was cut out of it', () => {
  const lexicon = new WordLexicon({
    words: [],
    counts: [],
    vectors: '',
    characters: ['a', 'b'],
    upos: [],
    xpos: [],
  });
  const before = heap();
  for (let t = 0; t < 300; t++) {
    const text = Buffer.alloc(1 << 18, `a-long-word-${t} `).toString('latin1');
    lexicon.spelling(text.slice(0, text.indexOf(' ')));
  }
  // The texts have 79 million characters.
  expect(heap() - before).toBeLessThan(5e6);
});
