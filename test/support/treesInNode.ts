// Before the suites in a page: parses in Node what they parse there.
import type { TestProject } from 'vitest/node';
import { train } from '../../src/entries/train.js';
import { saveBundle } from '../../src/models/bundle.js';
import { load } from '../../src/node/load.js';
import { enableRelaxedSimd } from '../../src/node/nodeEngine.js';
import { englishText } from './englishText.js';
import { entryTraining } from './entryTraining.js';
import { tinyModels, tinyText } from './tinyModels.js';

/** The CoNLL-U of a text's trees. */
export interface NodeTrees {
  /** Of the made-up text, with the bytes of the model. */
  readonly tiny: { readonly model: readonly number[]; readonly conllu: string };
  /** Of English, by the model of the package, if it is there. */
  readonly english: string;
  /** A parser that was trained in Node, by the kernels. */
  readonly trained: readonly number[];
}

declare module 'vitest' {
  interface ProvidedContext {
    nodeTrees: NodeTrees;
  }
}

export default async function (project: TestProject): Promise<void> {
  // As pages have it: relaxed SIMD rounds in its own way.
  enableRelaxedSimd();
  const bytes = saveBundle(await tinyModels(), {});
  const conlluOf = async (model: Uint8Array | undefined, text: string) => {
    const trees = await (await load(model)).parse(text, { marginals: true });
    return trees.map((tree) => tree.toConllu()).join('');
  };
  project.provide('nodeTrees', {
    tiny: { model: [...bytes], conllu: await conlluOf(bytes, tinyText) },
    english: await conlluOf(undefined, englishText),
    trained: [...(await train({ ...entryTraining, blas: 'wasm' })).save()],
  });
}
