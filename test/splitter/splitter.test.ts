import { describe, expect, it } from 'vitest';
import { createEngine } from '../../src/engine/engine.js';
import { Random } from '../../src/engine/random.js';
import { saveModel } from '../../src/models/saved.js';
import { Alphabet } from '../../src/splitter/alphabet.js';
import { charactersOf } from '../../src/splitter/characters.js';
import { Splitter, type SplitterItem } from '../../src/splitter/splitter.js';
import { readSplitterSettings, type SplitterSettings } from '../../src/splitter/splitterSettings.js';
import { checkGradients } from '../support/checkGradients.js';
import { loadModel } from '../support/loadedModel.js';

const small: Partial<SplitterSettings> = {
  characterSize: 6,
  classSize: 4,
  wordSize: 5,
  units: 8,
  characterCount: 1,
  wordCount: 1,
};

function splitterOf(texts: readonly string[], given: Partial<SplitterSettings> = {}): Splitter {
  const settings = readSplitterSettings({ ...small, ...given });
  const alphabet = Alphabet.of(
    texts.map((text) => charactersOf(text)),
    { multiword: [["n't", '', "n't"]] },
    settings,
  );
  const splitter = new Splitter(createEngine(), settings, alphabet);
  splitter.parameters.initialize(new Random(3));
  return splitter;
}

/** Decisions, one digit for each character of the text that is not blank; `x` for context. */
function itemOf({ vocabulary }: Splitter, text: string, decisions: string): SplitterItem {
  const numbers = vocabulary.numbersOf(charactersOf(text));
  const gold = Int32Array.from(decisions, (digit) => (digit === 'x' ? -1 : Number(digit)));
  return { ...numbers, gold, closes: true };
}

const [text, decisions] = ["Go. Don't", '013' + '00002'];

describe('a splitter', () => {
  it('has the gradient of its loss', () => {
    const splitter = splitterOf([text], { layers: 2, dropout: 0.2, characterDropout: 0.1 });
    checkGradients(splitter, [itemOf(splitter, text, decisions), itemOf(splitter, 'Go Go', 'xx01')]);
  });

  it('learns nothing from context', () => {
    const splitter = splitterOf([text]);
    const loss = (gold: string) => splitter.train([itemOf(splitter, 'Go', gold)], new Random(1)).loss;
    expect(loss('xx')).toBe(0);
    expect(loss('00')).toBeCloseTo(loss('0x') + loss('x0'), 4);
  });

  it('says the same of a text whatever else is in the batch', () => {
    const splitter = splitterOf([text]);
    const items = [text, 'Go', "Don't go.", 'ö'].map((one) =>
      splitter.vocabulary.numbersOf(charactersOf(one)),
    );
    expect(splitter.predict(items)).toEqual(items.flatMap((item) => splitter.predict([item])));
  });

  it('is the same when it comes from a file', async () => {
    const splitter = splitterOf([text]);
    const { model } = await loadModel(createEngine(), saveModel(splitter, {}));
    const again = model as Splitter;
    expect(again.kind).toBe('splitter');
    expect(again.vocabulary.data).toEqual(splitter.vocabulary.data);
    const items = [again.vocabulary.numbersOf(charactersOf(text))];
    expect(again.predict(items)).toEqual(splitter.predict(items));
  });

  it('is measured by tokens, sentences and multiword tokens', () => {
    const splitter = splitterOf([text]);
    // Go . | Don't Go ! | Go
    const items = [itemOf(splitter, "Go.  Don't Go!", '01300002013'), itemOf(splitter, 'xGo', 'x03')];
    const right = items.map(({ gold }) => Uint8Array.from(gold, (decision) => Math.max(0, decision)));
    expect(splitter.measure(items, right)).toEqual({ tokens: 100, sentences: 100, words: 100, mean: 100 });
    // Tokens end before blanks and sentences with paragraphs: what is said there changes nothing.
    right[0][2] = 3;
    right[1][2] = 0;
    expect(splitter.measure(items, right).mean).toBe(100);
    // Go. Don't Go ! | Go, with Don't no multiword token.
    const wrong = [Uint8Array.from('00000001010', Number), Uint8Array.of(1, 0, 0)];
    const { tokens, sentences, words } = splitter.measure(items, wrong);
    expect(tokens).toBeCloseTo((200 * 4) / (6 + 5));
    expect(sentences).toBeCloseTo((200 * 1) / (3 + 2));
    expect(words).toBeCloseTo((200 * 3) / (6 + 5));
  });
});

describe('an alphabet', () => {
  const alphabet = Alphabet.of(
    ['Ab ab 3 c', 'AB 漢字漢字 c'].map((one) => charactersOf(one)),
    { multiword: [] },
    { characterCount: 2, wordCount: 2 },
  );

  it('has what is frequent, in lower case, and pairs where there are no blanks', () => {
    expect(alphabet.data.characters).toEqual(['', 'a', 'b', 'c', '字', '漢']);
    expect(alphabet.data.words).toEqual(['', 'ab', 'c', '漢字']);
  });

  it('numbers characters and the words that they stand in', () => {
    const { n, characters, words } = alphabet.numbersOf(charactersOf('aB 3 漢字c'));
    expect(n).toBe(6);
    expect([...characters]).toEqual([1, 2, 0, 5, 4, 3]);
    expect([...words]).toEqual([1, 1, 0, 3, 0, 2]);
  });

  it('tells blanks beside a character, its class and its case', () => {
    const { classes } = charactersOf('a aa 😀B');
    expect(new Set(classes).size).toBe(5);
    expect(charactersOf('x漢x').classes[1]).toBe(charactersOf('y字y').classes[1]);
    expect(charactersOf('\ud83d').count).toBe(1);
  });
});
