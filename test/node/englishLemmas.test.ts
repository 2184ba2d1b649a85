// Lemmas of irregular English words, in plain sentences, by the shipped model.
import { describe, expect, it } from 'vitest';
import { load } from '../../dist/entries/arcwise.js';

/** Words with their lemmas, and a sentence around each. */
const words: Record<string, [around: (word: string) => string, pairs: string]> = {
  'past forms': [
    (word) => `They ${word} it yesterday .`,
    `
  bought buy, caught catch, thought think, brought bring, taught teach, fought fight, sought seek,
  went go, came come, saw see, took take, gave give, got get, made make, said say, told tell,
  knew know, found find, left leave, felt feel, kept keep, slept sleep, met meet, paid pay,
  sent send, spent spend, built build, lost lose, held hold, stood stand, understood understand,
  wrote write, drove drive, rode ride, broke break, spoke speak, chose choose, woke wake,
  stole steal, began begin, ran run, rang ring, grew grow, flew fly, blew blow, threw throw,
  drew draw, ate eat, fell fall, forgot forget, hid hide, led lead, read read, fed feed, sold sell,
  heard hear, meant mean, dealt deal, won win, hung hang, stuck stick, struck strike, swung swing,
  lit light, shot shoot, sat sit, laid lay, wore wear, bore bear, beat beat, became become, did do,
  had have, was be, were be, rose rise, arose arise, withdrew withdraw, bent bend, swept sweep,
  crept creep`,
  ],
  // EWT's training part has none of these; the parsed text has.
  'past forms outside of the treebank': [
    (word) => `They ${word} it yesterday .`,
    `
  drank drink, swam swim, sank sink, shook shake, wept weep, forgave forgive, mistook mistake,
  undertook undertake, sang sing, shone shine, froze freeze, dug dig, clung cling`,
  ],
  participles: [
    (word) => `They have often ${word} it .`,
    `
  gone go, seen see, taken take, given give, gotten get, known know, written write, driven drive,
  broken break, spoken speak, chosen choose, stolen steal, frozen freeze, begun begin, grown grow,
  flown fly, blown blow, thrown throw, drawn draw, eaten eat, fallen fall, forgotten forget,
  hidden hide, worn wear, torn tear, born bear, done do, been be, proven prove, shown show`,
  ],
  plurals: [
    (word) => `I saw the ${word} there .`,
    `
  teeth tooth, mice mouse, feet foot, men man, women woman, children child, lives life, wives wife,
  knives knife, wolves wolf, shelves shelf, thieves thief, analyses analysis, bases basis,
  indices index, policemen policeman, grandchildren grandchild, alumni alumnus, binoculars binoculars,
  trousers trousers, scissors scissors`,
  ],
};

describe('lemmas of the English model', async () => {
  const parser = await load();

  it.each(Object.entries(words))('%s', async (_, [around, pairs]) => {
    for (const [word, lemma] of pairs
      .trim()
      .split(/,\s+/)
      .map((pair) => pair.split(' '))) {
      const [tree] = await parser.parse([around(word).split(' ')]);
      expect(tree.words.find(({ form }) => form === word)?.lemma, word).toBe(lemma);
    }
  });
});
