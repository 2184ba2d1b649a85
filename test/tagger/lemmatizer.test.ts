import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { newWord, type Sentence } from '../../src/conllu/sentence.js';
import type { Lexicon } from '../../src/encoder/encoder.js';
import { shapeOf } from '../../src/encoder/shape.js';
import { addedBy, edited, editOf } from '../../src/tagger/edit.js';
import { lemmaByRule, lemmaRuleOf, readLemmaRule } from '../../src/tagger/lemmaRule.js';
import { LemmaTable } from '../../src/tagger/lemmaTable.js';
import { Lemmatizer } from '../../src/tagger/lemmatizer.js';
import { letterCases, written } from '../../src/tagger/letterCase.js';
import { mistakeIn } from '../../src/tagger/misspelling.js';
import { learnLemmas, learnSpelling } from '../../src/tagger/moreLemmas.js';
import { knowledgeOf, readWordKnowledge, TaggerVocabulary } from '../../src/tagger/taggerVocabulary.js';
import { toyTreebank } from '../support/toyTreebank.js';

/** A treebank by hand: form, UPOS, tag, lemma. */
const words = `
  bought VERB VBD buy|caught VERB VBD catch|teeth NOUN NNS tooth|mice NOUN NNS mouse|drank VERB VBD drink
  went VERB VBD go|is AUX VBZ be|'s AUX VBZ be|'s PART POS 's|better ADJ JJR good|better ADV RBR well
  cities NOUN NNS city|ladies NOUN NNS lady|stories NOUN NNS story|dogs NOUN NNS dog|cats NOUN NNS cat
  roads NOUN NNS road|dog NOUN NN dog|city NOUN NN city|tooth NOUN NN tooth|walked VERB VBD walk
  talked VERB VBD talk|jumped VERB VBD jump|hoped VERB VBD hope|baked VERB VBD bake|named VERB VBD name
  walks VERB VBZ walk|talks VERB VBZ talk|walking NOUN NN walking|London PROPN NNP London|LONDON PROPN NNP London
  PARIS PROPN NNP Paris|ROME PROPN NNP Rome|Paris PROPN NNP Paris|The DET DT the|Dogs NOUN NNS dog|Walks VERB VBZ walk
  men NOUN NNS man|women NOUN NNS woman|firemen NOUN NNS fireman|Sept. PROPN NNP September|Nov. PROPN NNP November|sang VERB VBD sing|rang VERB VBD ring|to X GW _
`
  .trim()
  .split(/[|\n]/)
  .map((entry) => wordOf(entry.trim()));
const lemmatizer = new Lemmatizer(LemmaTable.of(words));

function wordOf(text: string) {
  const [form, upos, tag, lemma] = text.split(' ');
  return { form, upos, tag, lemma };
}

/** A lemmatizer of words separated by bars. */
function trainedOn(text: string): Lemmatizer {
  return new Lemmatizer(LemmaTable.of(text.split('|').map((entry) => wordOf(entry.trim()))));
}

/** The lemma of a text such as "bought VERB VBD". */
function lemmaOf(text: string, by = lemmatizer): string {
  const [form, upos, tag] = text.split(' ');
  return by.lemma({ form, upos, tag });
}

describe('a lemmatizer', () => {
  it('knows the lemmas of its training, irregular or not', () => {
    const told = words.filter(({ lemma }) => lemma !== '_');
    expect(told.map((word) => lemmatizer.lemma(word))).toEqual(told.map(({ lemma }) => lemma));
  });

  it.each([
    ['trees NOUN NNS', 'tree', 'an ending'],
    ['parties NOUN NNS', 'party', 'a longer ending'],
    ['Parties NOUN NNS', 'party', 'an ending, with a capital'],
    ['bumped VERB VBD', 'bump', 'words that end alike'],
    ['sprang VERB VBD', 'spring', 'a vowel that two words change'],
    ['MILAN PROPN NNP', 'Milan', 'the case of words written alike'],
    ['Milan PROPN NNP', 'Milan', 'the case of words written alike'],
    ['Caught VERB VBD', 'catch', 'the same word in another case'],
    ['caught VERB VBN', 'catch', 'the word with another tag'],
    ['teeth PROPN NNPS', 'tooth', 'the word with another UPOS'],
    ['oxen NOUN NNS', 'oxen', 'no ending that fits, since men is after m'],
    ['workmen NOUN NNS', 'workman', 'an ending'],
    ['Capt. PROPN NNP', 'Capt.', 'no rule made of two months'],
    ['to X GW', 'to', 'nothing, as its word has no lemma in training'],
    ['zzz INTJ UH', 'zzz', 'nothing, as its UPOS is new'],
    ['😀 SYM SYM', '😀', 'nothing'],
  ])('makes of %s the lemma %s by %s', (word, lemma) => {
    expect(lemmaOf(word)).toBe(lemma);
  });

  it('prefers a lemma that training has', () => {
    // Words that end alike lose "ed" or "d"; which of the two it is only the lemma shows.
    const verbs = ['bloat', 'float', 'jolt'].map((lemma) => `${lemma}ed VERB VBD ${lemma}`);
    const others = ['vote', 'note', 'quote'].map((lemma) => `${lemma}d VERB VBD ${lemma}`);
    const knowing = (known: string) =>
      new Lemmatizer(LemmaTable.of([...verbs, ...others, known].map(wordOf)));
    expect(lemmaOf('knited VERB VBD', knowing('knit VERB VB knit'))).toBe('knit');
    expect(lemmaOf('knited VERB VBD', knowing('knite VERB VB knite'))).toBe('knite');
  });

  it('follows a network among lemmas of the word, and for unseen words in doubt', () => {
    const by = (text: string, advised: string) => {
      const [form, upos, tag] = text.split(' ');
      return lemmatizer.lemma({ form, upos, tag }, advised);
    };
    // Words that end in "ked" lose "ed" or "d".
    expect(by('miked VERB VBD', 'mike')).toBe('mike');
    expect(by('miked VERB VBD', 'mik')).toBe('mik');
    // The letter case is that of words written alike.
    expect(by('MILAN PROPN NNP', 'MILAN')).toBe('Milan');
    expect(by('bought VERB VBD', 'bough')).toBe('buy');
    expect(by('better ADV RBR', 'good')).toBe('well');
    const both = new Lemmatizer(
      LemmaTable.of(['found V V find', 'found V V find', 'found V V found'].map(wordOf)),
    );
    const found = (advised?: string) => both.lemma({ form: 'found', upos: 'V', tag: 'V' }, advised);
    expect([found(), found('found'), found('find'), found('fund')]).toEqual([
      'find',
      'found',
      'find',
      'find',
    ]);
  });

  it('does not follow a network to a lemma that has nothing of the word, unless training has it', () => {
    const by = trainedOn(
      'K NUM CD thousand|kb NOUN NN kb|thousand NOUN NN thousand|please NOUN NN please|management NOUN NN management',
    );
    const lemma = (text: string, advised: string) => {
      const [form, upos, tag] = text.split(' ');
      return by.lemma({ form, upos, tag }, advised);
    };
    expect(lemma('gb NOUN NN', 'thousand')).toBe('gb');
    expect(lemma('pls NOUN NN', 'please')).toBe('please');
    expect(lemma('mgmt NOUN NN', 'management')).toBe('management');
    expect(lemma('K NOUN NN', 'thousand')).toBe('thousand');
  });

  it('is the same after JSON, and asked again', () => {
    const table = LemmaTable.read(JSON.parse(JSON.stringify(LemmaTable.of(words).data)));
    if (!table) throw new Error('The table is invalid.');
    const again = new Lemmatizer(table);
    const asked = ['bought VERB VBD', 'trees NOUN NNS', 'MILAN PROPN NNP', 'sprang VERB VBD'];
    expect(asked.map((word) => lemmaOf(word, again))).toEqual(asked.map((word) => lemmaOf(word)));
    expect(asked.map((word) => lemmaOf(word, again))).toEqual(asked.map((word) => lemmaOf(word)));
  });

  it('is the same from the list of an older file', () => {
    const told = words.filter(({ lemma }) => lemma !== '_');
    const tags = [...new Set(told.map(({ upos, tag }) => `${upos} ${tag}`))];
    const older = LemmaTable.read({
      tags: tags.map((pair) => pair.split(' ')),
      words: told.map(({ form, upos, tag, lemma }) => [form, tags.indexOf(`${upos} ${tag}`), lemma, 1]),
    });
    expect(older?.data).toEqual(LemmaTable.of(words).data);
  });

  it('takes the more frequent lemma, and the first by name among equals', () => {
    const of = (...lemmas: string[]) =>
      new Lemmatizer(
        LemmaTable.of(lemmas.map((lemma) => ({ form: 'found', upos: 'VERB', tag: 'V', lemma }))),
      );
    expect(lemmaOf('found VERB V', of('found', 'find', 'found'))).toBe('found');
    expect(lemmaOf('found VERB V', of('found', 'find'))).toBe('find');
  });

  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 6 });
  const tag = fc.constantFrom('NOUN', 'VERB');
  const word = fc.record({ form: text, upos: tag, tag, lemma: text });

  it('makes of every word a lemma of characters of the word and of lemmas, and never an empty one', () => {
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), word, (treebank, asked) => {
        const lemma = new Lemmatizer(LemmaTable.of(treebank)).lemma(asked);
        expect(lemma).not.toBe('');
        const folded = (some: string) => some.toLowerCase().toUpperCase().toLowerCase();
        const characters = new Set(folded([asked.form, ...treebank.map((one) => one.lemma)].join('')));
        expect([...folded(lemma)].filter((character) => !characters.has(character))).toEqual([]);
      }),
    );
  });

  it('gives back what a treebank without two lemmas of one word says', () => {
    const unique = fc.uniqueArray(word, { selector: ({ form, upos, tag }) => `${form} ${upos} ${tag}` });
    fc.assert(
      fc.property(unique, (treebank) => {
        const own = new Lemmatizer(LemmaTable.of(treebank));
        for (const one of treebank.filter(({ lemma }) => lemma !== '_'))
          expect(own.lemma(one)).toBe(one.lemma);
      }),
    );
  });
});

describe('a table of lemmas', () => {
  const read = (latin: string, others = '') =>
    LemmaTable.read({
      tags: [
        ['NOUN', 'NN'],
        ['VERB', 'VB'],
      ],
      words: { latin, others },
    });

  it('has what its lines say', () => {
    const table = read('Cat\t0\tcat\t3\tcat\t0\t\t2\nsaw\t0\t\t1\tsaw\t1\tsee\t5', '犬\t0\t\t1');
    const noun = { upos: 'NOUN', tag: 'NN' };
    const saw = [
      { form: 'saw', ...noun, lemma: 'saw', times: 1 },
      { form: 'saw', upos: 'VERB', tag: 'VB', lemma: 'see', times: 5 },
    ];
    expect(table?.entriesOf('cat')).toEqual([
      { form: 'Cat', ...noun, lemma: 'cat', times: 3 },
      { form: 'cat', ...noun, lemma: 'cat', times: 2 },
    ]);
    expect(table?.entriesOf('saw')).toEqual(saw);
    expect(table?.entriesOf('犬')).toEqual([{ form: '犬', ...noun, lemma: '犬', times: 1 }]);
    for (const word of ['', 'a', 'ca', 'cats', 'sa', 'zebra', '猫'])
      expect(table?.entriesOf(word)).toEqual([]);
    expect(table?.wordsOf('VERB')).toEqual([{ word: 'saw', entries: saw }]);
    expect(table?.wordsOf('NOUN').map(({ word }) => word)).toEqual(['cat', 'saw', '犬']);
    expect(table?.wordsOf('ADJ')).toEqual([]);
    expect(table?.severalTimes().map(({ word }) => word)).toEqual(['cat', 'saw']);
    expect(Array.from(table?.all() ?? [], ({ word }) => word)).toEqual(['cat', 'saw', '犬']);
  });

  it('finds every word of a treebank and no other', () => {
    const form = fc.string({
      unit: fc.constantFrom('a', 'B', 'ß', 'é', 'Ж', '犬', 'İ', ' '),
      minLength: 1,
      maxLength: 4,
    });
    fc.assert(
      fc.property(fc.array(form, { maxLength: 20 }), form, (forms, other) => {
        const table = LemmaTable.of(forms.map((one) => ({ form: one, upos: 'X', tag: 'Y', lemma: 'b' })));
        const lower = forms.map((one) => one.toLowerCase());
        for (const word of [...lower, other.toLowerCase()]) {
          const found = table.entriesOf(word).map((entry) => entry.form);
          expect(new Set(found)).toEqual(new Set(forms.filter((one) => one.toLowerCase() === word)));
        }
      }),
    );
  });

  it.each([
    ['fewer fields', 'cat\t0\tcat'],
    ['an unfinished entry', 'cat\t0\t\t2\tcats'],
    ['unknown tags', 'cat\t2\t\t1'],
    ['no tags', 'cat\t\t\t1'],
    ['tags that are no number', 'cat\tx\t\t1'],
    ['no count', 'cat\t0\t\t'],
    ['a count that is no number', 'cat\t0\t\t1.5'],
    ['a huge count', `cat\t0\t\t${'9'.repeat(20)}`],
    ['neither form nor lemma', '\t0\t\t1'],
    ['a carriage return', 'cat\r\t0\t\t1'],
    ['an empty line', 'cat\t0\t\t1\n'],
  ])('is refused with %s', (_, line) => {
    expect(read('cat\t0\t\t1')).toBeDefined();
    expect(read(line)).toBeUndefined();
    expect(read('', line)).toBeUndefined();
  });
});

describe('the letter case of a lemma', () => {
  // In this treebank, lower-case names keep their case if a common word is written like them.
  const names = trainedOn(`
    asia PROPN NNP Asia|Asia PROPN NNP Asia|india PROPN NNP India|India PROPN NNP India|peru PROPN NNP Peru
    |Peru PROPN NNP Peru|bell PROPN NNP bell|Bell PROPN NNP Bell|bell NOUN NN bell|port PROPN NNP port
    |Port PROPN NNP Port|port NOUN NN port|Rome PROPN NNP Rome|Hill PROPN NNP Hill|hill NOUN NN hill|Dogs NOUN NNS dog
    |dogs NOUN NNS dog|Roads NOUN NNS road|usa PROPN NNP USA|USA PROPN NNP USA|Fair ADJ NNP Fair|Super ADJ NNP Super
    |Large ADJ JJ large|Small ADJ JJ small|Cold ADJ JJ cold|holocaust PROPN NNP holocaust|MCDONALD PROPN NNP McDonald
    |McDonald PROPN NNP McDonald|MCADAMS PROPN NNP McAdams|McAdams PROPN NNP McAdams|McBride PROPN NNP McBride`);

  it.each([
    ['rome PROPN NNP', 'Rome', 'since training writes the lemma only so'],
    ['hill PROPN NNP', 'hill', 'since a common word is written so'],
    [
      'Holocaust PROPN NNP',
      'Holocaust',
      'since names in this case keep it, whatever another entry of the word has',
    ],
    ['Cats NOUN NNS', 'cat', 'since nouns in this case lose it'],
    ['Warm ADJ NNP', 'Warm', 'by its XPOS'],
    ['Warm ADJ JJ', 'warm', 'by its XPOS'],
    ['MCBRIDE PROPN NNP', 'McBride', 'as training has it, since no letter case makes it'],
  ])('of %s is %s, %s', (word, lemma) => {
    expect(lemmaOf(word, names)).toBe(lemma);
  });
});

describe('a word seen with other tags', () => {
  // Participles of verbs that are adjectives too are their own lemmas then; forms of one verb share it.
  const verbs = ['bless', 'wast', 'limit', 'attach'].flatMap((verb) => [
    `${verb}ed VERB VBD ${verb}|${verb}ed VERB VBN ${verb}|${verb}ed ADJ JJ ${verb}ed`,
  ]);
  const seen = trainedOn(
    `${verbs.join('|')}|trapped VERB VBN trap|dogs NOUN NNS dog|dogs PROPN NNPS dog|cats NOUN NNS cat`,
  );

  it.each([
    ['trapped ADJ JJ', 'trapped', 'changes the lemma where others do'],
    ['trapped VERB VBD', 'trap', 'keeps the lemma where others do'],
    ['cats PROPN NNPS', 'cat', 'keeps the lemma where others do'],
  ])('as %s has the lemma %s: it %s', (word, lemma) => {
    expect(lemmaOf(word, seen)).toBe(lemma);
  });
});

describe('an ending that doubles the letter before it', () => {
  const words =
    'big ADJ JJ big|biggest ADJ JJS big|oldest ADJ JJS old|longest ADJ JJS long|newest ADJ JJS new';

  it('is removed with that letter if this makes a known lemma', () => {
    expect(lemmaOf('hottest ADJ JJS', trainedOn(`${words}|hot ADJ JJ hot`))).toBe('hot');
    expect(lemmaOf('hottest ADJ JJS', trainedOn(words))).toBe('hott');
    expect(lemmaOf('tallest ADJ JJS', trainedOn(`${words}|tal ADJ JJ tal|tall ADJ JJ tall`))).toBe('tall');
    // Nothing was added to this one.
    expect(lemmaOf('ill ADJ JJ', trainedOn(`${words}|il ADJ JJ il`))).toBe('ill');
  });
});

describe('the first half of a divided word', () => {
  const divided = trainedOn(
    'Daniel PROPN Typo=Yes DanielCarter@EXAMPLE|any PRON Typo=Yes anyone|some PRON DT some|London PROPN NNP London|Rome PROPN NNP Rome',
  );

  it('has the lemma of the whole only where it is divided', () => {
    expect(lemmaOf('any PRON Typo=Yes', divided)).toBe('anyone');
    expect(lemmaOf('any PRON DT', divided)).toBe('any');
  });

  it('never has the address of somebody else', () => {
    expect(lemmaOf('Daniel PROPN Typo=Yes', divided)).toBe('Daniel');
    expect(lemmaOf('Daniel PROPN NNP', divided)).toBe('Daniel');
  });
});

describe('more lemmas than a treebank has', () => {
  const columns = ['upos', 'xpos', 'lemma'] as const;
  const sentence = (text: string): Sentence => ({
    ...toyTreebank(1, 3, 1)[0],
    words: text.split('|').map((entry, at) => {
      const { form, upos, tag: xpos, lemma } = wordOf(entry.trim());
      return { ...newWord(at + 1, form), upos, xpos, lemma };
    }),
  });
  const gold = 'walked VERB VBD walk|talked VERB VBD talk|ran VERB VBD run|dogs NOUN NNS dog';

  it('are those that it would get wrong, and frequent ones, of tags that go together', () => {
    const vocabulary = new TaggerVocabulary({} as Lexicon, {}, knowledgeOf([sentence(gold)], columns));
    const more =
      'swam VERB VBD swim|Swam VERB VBD swim|jumped VERB VBD jump|ran VERB VBD other|geese NOUN VBD goose|_ NOUN NNS _';
    const added = learnLemmas({ settings: { columns }, vocabulary }, [
      sentence(more),
      sentence('swam VERB VBD swim|stalked VERB VBD stalk|stalked VERB VBD stalk|stalked VERB VBD stalk'),
      sentence('chalked VERB VBD chalk|chalked VERB VBD chalk'),
    ]);
    expect(added).toEqual({ corrected: 2, frequent: 1 });
    const { lemmas } = vocabulary.knowledge;
    if (!lemmas) throw new Error('There are no lemmas.');
    expect(lemmas.entriesOf('swam').map(({ form, times }) => [form, times])).toEqual([
      ['swam', 0],
      ['Swam', 0],
    ]);
    const by = new Lemmatizer(lemmas);
    const found = ['swam VERB', 'ran VERB', 'walked VERB'].map((text) => {
      const [form, upos] = text.split(' ');
      return by.lemma({ form, upos, tag: 'VBD _' });
    });
    expect(found).toEqual(['swim', 'run', 'walk']);
    expect(lemmas.entriesOf('geese')).toEqual([]);
    expect(lemmas.entriesOf('stalked')).toMatchObject([{ lemma: 'stalk', times: 0 }]);
    expect(lemmas.entriesOf('chalked')).toEqual([]);
  });

  it('are also those that a network might get wrong', () => {
    const plurals =
      'parties NOUN NNS party|cities NOUN NNS city|ladies NOUN NNS lady|pies NOUN NNS pie|dogs NOUN NNS dog';
    const knowledge = knowledgeOf([sentence(plurals)], columns);
    const vocabulary = new TaggerVocabulary({} as Lexicon, {}, knowledge);
    const word = { form: 'allergies', upos: 'NOUN', tag: 'NNS _' };
    const lemmaOfWord = (advised?: string) => {
      const { lemmas } = vocabulary.knowledge;
      if (!lemmas) throw new Error('There are no lemmas.');
      return new Lemmatizer(lemmas).lemma(word, advised);
    };
    expect([lemmaOfWord(), lemmaOfWord('allergie')]).toEqual(['allergy', 'allergie']);
    const model = { settings: { columns }, vocabulary };
    const added = learnLemmas(model, [sentence('allergies NOUN NNS allergy')]);
    expect(added).toEqual({ corrected: 1, frequent: 0 });
    expect([lemmaOfWord(), lemmaOfWord('allergie')]).toEqual(['allergy', 'allergy']);
  });

  it('are no examples for other words', () => {
    const told = LemmaTable.read({
      tags: [['VERB', 'VBD']],
      words: {
        latin: 'faked\t0\tfake\t0\nraked\t0\trake\t0\ntalked\t0\ttalk\t1\nwalked\t0\twalk\t1',
        others: '',
      },
    });
    if (!told) throw new Error('The table is invalid.');
    const by = new Lemmatizer(told);
    expect(['raked VERB VBD', 'snaked VERB VBD'].map((text) => lemmaOf(text, by))).toEqual(['rake', 'snak']);
  });

  it('are those of their inflected forms alone', () => {
    // "dui" is a plural of "duo"; as a singular it is an abbreviation.
    const told = LemmaTable.read({
      tags: [
        ['NOUN', 'NNS Number=Plur'],
        ['NOUN', 'NN Number=Sing'],
      ],
      words: { latin: 'cat\t1\t\t1\ndogs\t0\tdog\t1\ndui\t0\tduo\t0', others: '' },
    });
    if (!told) throw new Error('The table is invalid.');
    const by = new Lemmatizer(told);
    const lemma = (tag: string) => by.lemma({ form: 'dui', upos: 'NOUN', tag });
    expect([lemma('NNS Number=Plur'), lemma('NN Number=Sing')]).toEqual(['duo', 'dui']);
  });

  it('do not tell which words of the treebank are names', () => {
    const lines = ['Asian\t0\t\t1', 'Bold\t0\tbold\t1', 'Famed\t0\tfamed\t1'];
    const listed = ['Asian\t0\t\t1', 'bold\t0\t\t0\tBold\t0\tbold\t1', 'famed\t0\t\t0\tFamed\t0\tfamed\t1'];
    for (const latin of [lines, listed]) {
      const told = LemmaTable.read({ tags: [['ADJ', 'JJ']], words: { latin: latin.join('\n'), others: '' } });
      if (!told) throw new Error('The table is invalid.');
      expect(lemmaOf('Stoic ADJ JJ', new Lemmatizer(told))).toBe('stoic');
    }
  });

  it('are nothing for a model without lemmas', () => {
    const vocabulary = new TaggerVocabulary({} as Lexicon, {}, {});
    expect(learnLemmas({ settings: { columns }, vocabulary }, [sentence(gold)])).toBeUndefined();
  });
});

describe('a word whose writing tells its lemma', () => {
  const plurals = 'dogs NOUN NNS dog|cats NOUN NNS cat|roads NOUN NNS road|alt.cats NOUN NNS alt.cats';
  const numbers = '1,000 NUM CD 1000|2,500 NUM CD 2500|1.5 NUM CD 1.5|7 NUM CD 7';
  const english = trainedOn(`${plurals}|${numbers}`);

  it.each([
    ['#birds NOUN NNS', '#birds', 'a hashtag'],
    ['@birds NOUN NNS', '@birds', 'a user'],
    ['alt.rec.birds NOUN NNS', 'alt.rec.birds', 'a newsgroup'],
    ['https://example.org/birds NOUN NNS', 'https://example.org/birds', 'an address'],
    ['birds@example.birds NOUN NNS', 'birds@example.birds', 'a mail address'],
    ['a.k.birds NOUN NNS', 'a.k.bird', 'no address, since its parts are short'],
    ['birds NOUN NNS', 'bird', 'no address'],
    ['12,345,678 NUM CD', '12345678', 'a number'],
    ['12,34 NUM CD', '12,34', 'no thousands'],
    ['12.345 NUM CD', '12.345', 'a number with a mark that no other loses'],
  ])('%s has the lemma %s: %s', (word, lemma) => {
    expect(lemmaOf(word, english)).toBe(lemma);
  });

  it('follows its treebank', () => {
    expect(
      lemmaOf('#birds NOUN NNS', trainedOn(`${plurals}|#fish NOUN NN #fish|#trees NOUN NNS #tree`)),
    ).toBe('#bird');
    expect(lemmaOf('3,000 NUM CD', trainedOn('1,000 NUM CD 1,000|2,000 NUM CD 2,000'))).toBe('3,000');
    // Nothing is said about numbers here.
    expect(lemmaOf('3,000 NUM CD', trainedOn(plurals))).toBe('3,000');
  });
});

describe('an abbreviated word', () => {
  const nouns = Array.from({ length: 500 }, (_, at) => `noun${at} NOUN NN noun${at}`);
  const by = trainedOn(
    `because SCONJ IN because|because SCONJ IN because|before SCONJ IN before|became SCONJ Abbr=Yes other
    |if SCONJ IN if|about ADP IN about|attention NOUN NN attention|${nouns.join('|')}`,
  );

  it.each([
    ['b/c SCONJ IN|Abbr=Yes', 'because', 'the most frequent one of its letters'],
    ['bf SCONJ IN|Abbr=Yes', 'before', 'its letters'],
    ['bc SCONJ IN', 'bc', 'no feature that says so'],
    ['b SCONJ IN|Abbr=Yes', 'b', 'one letter is too few'],
    ['cb SCONJ IN|Abbr=Yes', 'cb', 'another order of letters'],
    ['ec SCONJ IN|Abbr=Yes', 'ec', 'another first letter'],
    ['attn NOUN NN|Abbr=Yes', 'attn', 'too many nouns'],
  ])('%s has the lemma %s: %s', (word, lemma) => {
    expect(lemmaOf(word, by)).toBe(lemma);
  });
});

describe('a word in capitals', () => {
  const names = trainedOn(
    `ENRON PROPN NNP Enron|KEVIN PROPN NNP Kevin|DALLAS PROPN NNP Dallas|NASA PROPN NNP NASA|FBI PROPN NNP FBI
    |UN PROPN NNP UN|CD-5000 PROPN NNP CD-5000`,
  );

  it('is a name in full if it is longer than most acronyms', () => {
    expect(lemmaOf('BERLIN PROPN NNP', names)).toBe('Berlin');
    expect(lemmaOf('CIA PROPN NNP', names)).toBe('CIA');
    expect(lemmaOf('AB-1234 PROPN NNP', names)).toBe('AB-1234');
  });
});

describe('an edit of too few words', () => {
  const one = 'sang VERB VBD sing|walked VERB VBD walk|talked VERB VBD talk';

  it('makes only known lemmas', () => {
    expect(lemmaOf('fang VERB VBD', trainedOn(one))).not.toBe('fing');
    expect(lemmaOf('resang VERB VBD', trainedOn(`${one}|resing VERB VB resing`))).toBe('resing');
  });

  it('makes no other lemma when a network chooses it', () => {
    const short = trainedOn('w/ ADP IN with|of ADP IN of|in ADP IN in');
    const lemma = (form: string, advised: string) => short.lemma({ form, upos: 'ADP', tag: 'IN' }, advised);
    expect(lemma('b/', 'bith')).toBe('b/');
    expect(lemma('wt', 'with')).toBe('with');
  });
});

describe('a misspelt word', () => {
  const treebank = trainedOn(
    `relief NOUN NN relief|comment NOUN NN comment|so ADV RB so|Often ADV RB often|restaurants NOUN NNS restaurant
    |Excellent ADJ JJ excellent|relieg NOUN Typo=Yes other|café NOUN NN café`,
  );
  const lemma = (form: string, upos: string, tag: string) => treebank.lemma({ form, upos, tag });

  it.each([
    ['releif', 'NOUN', 'NN Number=Sing|Typo=Yes', 'relief', 'two letters in the wrong order'],
    ['relif', 'NOUN', 'NN Number=Sing|Typo=Yes', 'relief', 'a letter missing'],
    ['relieff', 'NOUN', 'NN Number=Sing|Typo=Yes', 'relief', 'a letter twice'],
    ['restauramts', 'NOUN', 'NNS Typo=Yes', 'restaurant', 'a wrong letter, and an ending'],
    ['excelent', 'ADJ', 'JJ Typo=Yes', 'excellent', 'a letter once'],
    ['sooooo', 'ADV', 'RB', 'so', 'a letter five times'],
    ['commment', 'NOUN', 'NN', 'comment', 'a letter three times'],
    ['Sooooo', 'ADV', 'RB', 'so', 'a letter five times, with a capital'],
    ['releif', 'NOUN', 'NN Number=Sing', 'releif', 'no feature that says so'],
    ['soo', 'ADV', 'RB', 'soo', 'no feature that says so'],
    ['releif', 'VERB', 'VB Typo=Yes', 'releif', 'no known word of its UPOS'],
    ['rleeif', 'NOUN', 'NN Typo=Yes', 'rleeif', 'too many mistakes'],
    ['reliaf', 'NOUN', 'NN Typo=Yes', 'reliaf', 'a wrong letter in a short word'],
    ['cafe', 'NOUN', 'NN Typo=Yes', 'café', 'a wrong accent'],
  ])('%s (%s %s) has the lemma %s: %s', (form, upos, tag, expected) => {
    expect(lemma(form, upos, tag)).toBe(expected);
  });

  it('may have another UPOS than the word that was meant if it is lengthened', () => {
    expect(lemma('sooooo', 'INTJ', 'UH')).toBe('so');
    expect(lemma('releif', 'INTJ', 'UH Typo=Yes')).toBe('releif');
    const both = trainedOn('so ADV RB so|so ADV RB so|So INTJ UH other');
    expect(both.lemma({ form: 'sooo', upos: 'INTJ', tag: 'UH' })).toBe('other');
  });

  describe('without a feature that says so', () => {
    const known = [
      "lovin' NOUN NN lovin'",
      'Washington PROPN NNP Washington',
      'evaluation NOUN NN evaluation',
      'authorities NOUN NNS authority',
      'should AUX MD should',
    ];
    const examples = [...known, 'Dogs NOUN NN dog', 'London PROPN NNP London'].map(wordOf);
    const listed = { form: 'straightforward', upos: 'ADJ', tag: 'JJ', lemma: 'straightforward', times: 0 };
    const table = LemmaTable.of([...examples, listed]);
    const by = new Lemmatizer(table, new Set(['evaulation']));

    it.each([
      ['evaluatoin NOUN NN', 'evaluation', 'two letters in the wrong order'],
      ['evalluation NOUN NN', 'evaluation', 'a letter twice'],
      ['Evaluatoin NOUN NN', 'evaluation', 'two letters in the wrong order, with a capital'],
      ['auhtorities NOUN NNS', 'authority', 'two letters in the wrong order, and an ending'],
      ['shoul AUX MD', 'should', 'its last letter forgotten'],
      ['evacluation NOUN NN', 'evaluation', 'a letter too many'],
      ['evauation NOUN NN', 'evaluation', 'a letter too few'],
      ['evacuation NOUN NN', 'evacuation', 'another letter'],
      ['ecaluation NOUN NN', 'ecaluation', 'another letter'],
      ['evaulation NOUN NN', 'evaulation', 'known to be right'],
      ['evaluatoin VERB VB', 'evaluatoin', 'no word of its UPOS'],
      ['wvaluation NOUN NN', 'wvaluation', 'another first letter'],
      ['evaluatino NOUN NN', 'evaluatino', 'another last letter'],
      ['Washignton PROPN NNP', 'Washignton', 'a name'],
      ['lovin NOUN NN', 'lovin', 'a word that ends with no letter'],
      ['shuold AUX MD', 'shuold', 'too short'],
      ['straigthforward ADJ JJ', 'straigthforward', 'like a word of a lexicon, not of training'],
      ['eval2ation NOUN NN', 'eval2ation', 'not of letters alone'],
    ])('%s has the lemma %s: %s', (word, expected) => {
      expect(lemmaOf(word, by)).toBe(expected);
    });

    it('is not corrected without a list of words', () => {
      expect(lemmaOf('evaluatoin NOUN NN', new Lemmatizer(table))).toBe('evaluatoin');
    });

    it('needs those words of a list that are like others', () => {
      const vocabulary = new TaggerVocabulary({} as Lexicon, {}, { lemmas: table });
      const list = ['Evaulation', 'evaulation', 'evacuation', 'evaluation', 'elevation', 'house', 'shoul'];
      expect(learnSpelling({ vocabulary }, list)).toBe(2);
      expect([...(vocabulary.knowledge.rightWords ?? [])]).toEqual(['evaulation', 'shoul']);
      const again = readWordKnowledge(JSON.parse(JSON.stringify({ lemmas: table.data, rightWords: 'a\nb' })));
      expect(again?.rightWords).toEqual(new Set(['a', 'b']));
      expect(readWordKnowledge({ rightWords: ['a'] })).toBeUndefined();
      const none = new TaggerVocabulary({} as Lexicon, {}, {});
      expect(learnSpelling({ vocabulary: none }, list)).toBeUndefined();
    });
  });

  it('has one mistake if one change, insertion, deletion or exchange makes the other word', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c'), maxLength: 5 });
    fc.assert(
      fc.property(text, text, (a, b) => {
        const made = new Set<string>();
        for (let at = 0; at <= a.length; at++) {
          const [start, end] = [a.slice(0, at), a.slice(at)];
          made.add(start + end.slice(1));
          for (const letter of 'abc') made.add(start + letter + end).add(start + letter + end.slice(1));
          if (end.length > 1) made.add(start + end[1] + end[0] + end.slice(2));
        }
        expect(mistakeIn(a, b) !== undefined).toBe(a !== b && made.has(b));
        if (a.length !== b.length) expect(mistakeIn(a, b) ?? 'number').toBe('number');
      }),
    );
  });
});

describe('a lemma rule', () => {
  it.each([
    ['Cities', 'city', '["lower","","","ies","y"]'],
    ['LONDON', 'London', '["title","","","",""]'],
    ['gemacht', 'machen', '["lower","ge","","t","en"]'],
    ['is', 'be', '["be"]'],
    ['iphone', 'iPhone', '["iPhone"]'],
  ])('makes of %s the lemma %s', (form, lemma, rule) => {
    expect(lemmaRuleOf(form, lemma)).toBe(rule);
  });

  it('makes the lemma that it was made of', () => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 8 })
      .filter((one) => !/[\t\n\r\0]/.test(one));
    fc.assert(
      fc.property(text, text, (form, lemma) => {
        const rule = readLemmaRule(lemmaRuleOf(form, lemma));
        expect(rule && lemmaByRule(form, rule)).toBe(lemma);
      }),
    );
  });

  it.each(['', 'be', '[]', '[1]', '[""]', '["a\\tb"]', '["low","","","",""]', '["lower","","",""]'])(
    'is none as %j',
    (text) => {
      expect(readLemmaRule(text)).toBeUndefined();
    },
  );
});

describe('an edit', () => {
  it.each([
    ['cities', 'city', { start: '', startBy: '', end: 'ies', endBy: 'y' }, 1],
    ['sang', 'sing', { start: '', startBy: '', end: 'ang', endBy: 'ing' }, 1],
    ['gemacht', 'machen', { start: 'ge', startBy: '', end: 't', endBy: 'en' }, 2],
    ['gegeben', 'geben', { start: 'ge', startBy: '', end: '', endBy: '' }, 0],
    ['went', 'go', { start: '', startBy: '', end: 'went', endBy: 'go' }, 2],
    ['dog', 'dog', { start: '', startBy: '', end: '', endBy: '' }, 0],
  ])('makes of %s the lemma %s', (word, lemma, edit, added) => {
    expect(editOf(word, lemma)).toEqual(edit);
    expect(addedBy(edit)).toBe(added);
  });

  it('fits only words that begin and end as it says, and keeps something of them', () => {
    const plural = editOf('cities', 'city');
    expect(edited('ladies', plural)).toBe('lady');
    expect(edited('mice', plural)).toBeUndefined();
    expect(edited('ies', plural)).toBeUndefined();
    expect(edited('gesagt', editOf('gemacht', 'machen'))).toBe('sagen');
    expect(edited('sagt', editOf('gemacht', 'machen'))).toBeUndefined();
    expect(edited('a😀', { start: '', startBy: '', end: '\ude00', endBy: '' })).toBeUndefined();
  });

  it('makes the lemma that it was made of, unless that keeps nothing of the word', () => {
    const text = fc.string({ unit: 'grapheme', maxLength: 8 });
    fc.assert(
      fc.property(text, text, (word, lemma) => {
        const edit = editOf(word, lemma);
        const isKept = word.length > edit.start.length + edit.end.length;
        expect(edited(word, edit)).toBe(isKept ? lemma : undefined);
      }),
    );
  });
});

describe('letter case', () => {
  it.each([
    ['dog', 'lower'],
    ['3rd', 'lower'],
    ['I', 'title'],
    ['Dog', 'title'],
    ['DOG', 'upper'],
    ['iPhone', 'mixed'],
    ['McDonald', 'mixed'],
  ])('of %s is %s', (word, shape) => {
    expect(shapeOf(word)).toBe(shape);
  });

  it.each([
    ['dog', 'Dogs', ['dog', 'Dog', 'Dog', 'DOG']],
    ['city', 'CITIES', ['city', 'CITY', 'City', 'CITY']],
    ['iphone', 'iPhones', ['iphone', 'iPhone', 'Iphone', 'IPHONE']],
  ])('of the lemma %s beside %s', (lemma, word, expected) => {
    expect(letterCases).toEqual(['lower', 'word', 'title', 'upper']);
    expect(letterCases.map((one) => written(lemma, word, one))).toEqual(expected);
  });
});
