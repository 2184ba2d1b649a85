// A small tagger as a replica for tests of threads, which load it from dist as users would.
import { Random } from '../../dist/engine/random.js';
import { BiLstm } from '../../dist/nn/bilstm.js';
import { Embedding } from '../../dist/nn/embedding.js';
import { Linear } from '../../dist/nn/linear.js';
import { crossEntropy } from '../../dist/nn/losses.js';
import { pack } from '../../dist/nn/packing.js';
import { Parameters } from '../../dist/nn/parameters.js';

/** A task holds sentences, lists of word numbers; the tag of a word is its number's last bit. Or it misbehaves. */
export async function createReplica(engine, { words, failing }, values) {
  if (failing && values !== undefined) throw new Error('no replica today');
  const { arena } = engine;
  const parameters = new Parameters(engine);
  const embedding = new Embedding(parameters, 'words', words, 6);
  const encoder = new BiLstm(parameters, 'encoder', 6, [7, 5]);
  const output = new Linear(parameters, 'tags', 10, 2);
  parameters.allocate({ values });

  const learn = ({ sentences, seed }) =>
    arena.scope(() => {
      const lengths = sentences.map((sentence) => sentence.length);
      const packing = pack(arena, lengths);
      const ids = arena.scratchIntegers([packing.rows]);
      ids.set(sentences.flat());
      const input = arena.scratch([packing.rows, 6]);
      const embedded = embedding.forward(ids, input, 0);
      const masks = seed && encoder.masks(packing, new Random(seed), { input: 0.2, recurrent: 0.2 });
      const encoded = encoder.forward(packing, input, masks);
      const scored = output.forward(encoded.output);
      const tags = sentences.flat().map((word) => word & 1);
      const { loss, gradient } = crossEntropy(engine, scored.output, tags);
      embedded.backward(encoded.backward(scored.backward(gradient)));
      return loss;
    });

  return {
    parameters,
    run(task) {
      if (task.throws) throw new Error(task.throws);
      if (task.exits) process.exit(task.exits);
      if (task.grows) arena.scratch([task.grows]).fill(1);
      return task.echo ?? learn(task);
    },
  };
}
