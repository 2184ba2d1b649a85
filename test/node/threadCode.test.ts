// What a parsing thread loads before its models: every file delays the first tree, once per thread.
import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, it } from 'vitest';

/** The files that a built file imports at once, with those that they import, from `dist`. */
function loadedWith(file: string, found = new Set<string>()): Set<string> {
  if (found.has(file)) return found;
  found.add(file);
  const source = readFileSync(join('dist', file), 'utf8');
  for (const [, path] of source.matchAll(/^(?:import|export|\}) .*?from '([^']+)';$/gm)) {
    if (path.startsWith('.')) loadedWith(relative('dist', join('dist', dirname(file), path)), found);
    else found.add(path);
  }
  return found;
}

it.each(['node/parsingThread.js', 'library/pageWorker.js', 'cli/parse.js'])(
  '%s does not load the code of models before it is needed',
  (file) => {
    const loaded = [...loadedWith(file)];
    expect(loaded).toContain('models/kinds.js');
    for (const kind of [
      'tagger/tagHead.js',
      'splitter/splitter.js',
      'parser/parser.js',
      'encoder/transformerEncoder.js',
      '@huggingface/tokenizers',
    ]) {
      expect(loaded).not.toContain(kind);
    }
  },
);
