// Joint models over a pretrained encoder in miniature, and what they learn from.
import { newSentence, newWord, type Sentence } from '../../src/conllu/sentence.js';
import type { Given } from '../../src/encoder/encoderSettings.js';
import { loadEncoderKind } from '../../src/encoder/encoders.js';
import { createEngine, type Engine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { Joint } from '../../src/joint/joint.js';
import { type JointSettings, readJointSettings } from '../../src/joint/jointSettings.js';
import { readPretrainedEncoder } from '../../src/pretrained/pretrainedEncoder.js';
import { tinyEncoderFiles } from './pretrainedFiles.js';
import { toyTreebank } from './toyTreebank.js';

await loadEncoderKind({ kind: 'transformer' });

/** Trees, labels, and tags of all columns. */
const words: Sentence[] = toyTreebank(16, 7, 2).map((sentence) => ({
  ...sentence,
  words: sentence.words.map((word, at) => ({
    ...word,
    lemma: word.upos === 'NOUN' ? word.form.slice(0, -1) : word.form,
    xpos: at === 0 ? 'FIRST' : 'LATER',
    feats: word.upos === 'NOUN' ? 'Number=Sing' : '_',
  })),
}));

/** Emoticons are symbols in it, so that emoji have their tags by rule. */
export const jointTreebank: Sentence[] = [
  ...words,
  newSentence([{ ...newWord(1, ':)'), upos: 'SYM', head: 0, deprel: 'root' }]),
];

/** Small heads on top of the encoder. */
export const smallJoint: Given<JointSettings> = { hidden: 12, labelHidden: 12, edgeUnits: 8, tagHidden: 12 };

/** A pretrained encoder with random weights. */
export const tinyTransformer = readPretrainedEncoder(tinyEncoderFiles());

/** With random weights. */
export function tinyJoint(given: Given<JointSettings> = {}, engine: Engine = createEngine()): Joint {
  const settings = readJointSettings({ ...smallJoint, ...given });
  const pretrained = { transformer: tinyTransformer };
  const vocabulary = Joint.vocabularyOf(jointTreebank, settings, pretrained);
  const joint = new Joint(engine, settings, vocabulary, { name: 'joint' });
  joint.parameters.initialize(new Random(3));
  // Larger weights than at the start of training, so that the tags differ.
  for (const { value } of joint.parameters.dense) value.set(value.copy().map((x) => 4 * x));
  joint.encoder.fill(pretrained);
  return joint;
}
