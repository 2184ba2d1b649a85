// Before the suites in a page: parses in Node what they parse there.
import type { TestProject } from 'vitest/node';
import { saveBundle } from '../../src/models/bundle.js';
import { load } from '../../src/node/load.js';
import { englishText } from './englishText.js';
import { tinyModels, tinyText } from './tinyModels.js';

/** The CoNLL-U of a text's trees. */
export interface NodeTrees {
  /** Of the made-up text, with the bytes of the model. */
  readonly tiny: { readonly model: readonly number[]; readonly conllu: string };
  /** Of English, by the model of the package, if it is there. */
  readonly english: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    nodeTrees: NodeTrees;
  }
}

export default async function (project: TestProject): Promise<void> {
  const bytes = saveBundle(await tinyModels(), {});
  const conlluOf = async (model: Uint8Array | undefined, text: string) => {
    const trees = await (await load(model)).parse(text, { marginals: true });
    return trees.map((tree) => tree.toConllu()).join('');
  };
  project.provide('nodeTrees', {
    tiny: { model: [...bytes], conllu: await conlluOf(bytes, tinyText) },
    english: await conlluOf(undefined, englishText),
  });
}
