// The notation of patterns: what is read, and how faults are reported.
import { describe, expect, it } from 'vitest';
import { readSentences } from '../../src/conllu/reader.js';
import { Pattern } from '../../src/search/pattern.js';
import { PatternError } from '../../src/search/patternError.js';

const [sentence] = readSentences(
  `# text = The old dogs were not bitten by cats that dogs chase.
${[
  '1 The the DET DT Definite=Def|PronType=Art 3 det',
  '2 old old ADJ JJ Degree=Pos 3 amod',
  '3 dogs dog NOUN NNS Number=Plur 6 nsubj:pass',
  '4 were be AUX VBD Mood=Ind|Tense=Past 6 aux:pass',
  '5 not not PART RB Polarity=Neg 6 advmod',
  '6 bitten bite VERB VBN Tense=Past|VerbForm=Part|Voice=Pass 0 root',
  '7 by by ADP IN _ 8 case',
  '8 cats cat NOUN NNS Number=Plur 6 obl:agent',
  '9 that that PRON WDT PronType=Rel 11 obj',
  '10 dogs dog NOUN NNS Number=Plur 11 nsubj',
  '11 chase chase VERB VBP Mood=Ind|Tense=Pres 8 acl:relcl',
]
  .map((line) => `${line.split(' ').join('\t')}\t_\t_`)
  .join('\n')}

`,
);

/** The matches as text: the forms' positions by the order of the nodes. */
const found = (pattern: string) =>
  new Pattern(pattern)
    .matches(sentence)
    .map(({ nodes }) => Object.values(nodes).map(({ id }) => id))
    .map((ids) => ids.join(' '))
    .sort();

describe('a pattern', () => {
  it.each([
    ['pattern { V [upos=VERB] }', ['11', '6']],
    ['pattern { V [upos=VERB|AUX, Tense=Past] }', ['4', '6']],
    ['pattern { V [upos=VERB, Voice] }', ['6']],
    ['pattern { V [upos=VERB, !Voice] }', ['11']],
    ['pattern { V [upos=VERB, Voice=*] }', ['6']],
    ['pattern { N [Tense<>Past] }', ['11']],
    ['pattern { N [upos=AUX]|[lemma=cat] }', ['4', '8']],
    ['pattern { N [form=re"d.*s"] }', ['10', '3']],
    ['pattern { N [form=re"d"] }', []],
    ['pattern { N [form=/^T/] }', ['1']],
    ['pattern { N [form=/^t/i] }', ['1', '9']],
    ['pattern { N [lemma="old"] }', ['2']],
    ['pattern { V -[nsubj|nsubj:pass]-> S }', ['11 10', '6 3']],
    ['pattern { V -[nsubj]-> S }', ['11 10']],
    ['pattern { V -[1=nsubj]-> S }', ['11 10', '6 3']],
    ['pattern { V -[1=nsubj, 2=pass]-> S }', ['6 3']],
    ['pattern { V -[1=nsubj, !2]-> S }', ['11 10']],
    ['pattern { V -[/:/]-> S }', ['6 3', '6 4', '6 8', '8 11']],
    ['pattern { V [lemma=bite]; V -[^advmod|root|obl:agent|nsubj:pass]-> S }', ['6 4']],
    ['pattern { * -[root]-> R }', ['6']],
    ['pattern { X -[root]-> R }', []],
    ['pattern { N -[amod]-> * }', ['3']],
    ['pattern { A [upos=ADJ]; N ->> A }', ['3 2', '6 2'].map((pair) => pair.split(' ').reverse().join(' '))],
    ['pattern { A < B; B [upos=VERB] }', ['10 11', '5 6']],
    ['pattern { A [lemma=dog]; B [lemma=dog]; A << B }', ['3 10']],
    ['pattern { A [upos=NOUN]; B [upos=NOUN]; A.lemma = B.lemma }', ['10 3', '3 10']],
    ['pattern { A [upos=NOUN]; B [upos=NOUN]; A << B; A.lemma <> B.lemma }', ['3 8', '8 10']],
    ['pattern { A []; A.lemma = "cat" }', ['8']],
    ['pattern { e: A -> B; f: C -> B2; e.1 = f.2 }', []],
    ['pattern { e: A -> B; e.label = re".*:pass" }', ['6 3', '6 4']],
    ['pattern { V [upos=VERB] } without { V -[1=aux]-> A }', ['11']],
    ['pattern { V [upos=VERB] } with { V -[1=aux]-> A }', ['6']],
    ['pattern { V [upos=VERB] } without { V -[1=aux]-> A } without { V -[obj]-> O }', []],
    ['pattern { V [upos=VERB] } without { V [Tense=Past] }', ['11']],
    [
      'pattern { e: V -> S; V [lemma=bite] } without { e.label = advmod } without { e.1 = obl }',
      ['6 3', '6 4'],
    ],
    ['pattern { V [upos=VERB] } global { is_projective; length > 10; length <= 11 }', ['11', '6']],
    ['pattern { V [upos=VERB] } global { is_not_projective }', []],
    ['pattern { V [upos=VERB] } global { text = /bitten/ }', ['11', '6']],
    ['pattern { V [upos=VERB] } global { sent_id = a }', []],
    ['pattern { % a comment; with { what is not read\n V [upos=VERB]; }', ['11', '6']],
  ])('%s', (pattern, expected) => {
    expect(found(pattern)).toEqual([...expected].sort());
  });

  it.each([
    ['V [upos=VERB]', 0, 'Expected pattern, not "V".'],
    ['pattern { }', 10, 'The pattern names no node.'],
    ['pattern { V [upos=] }', 18, 'Expected a value'],
    ['pattern { V [upos=VERB }', 23, 'Expected ], not "}".'],
    ['pattern { V [upos=VERB]', 23, 'Expected ; or }, but the pattern ends.'],
    ['pattern { V -[nsubj]> S }', 19, 'Expected ]->, not "]".'],
    ['pattern { V -[3=x]-> S }', 15, 'Expected ]->, not "=".'],
    ['pattern { V - S }', 12, 'Expected -[…]->'],
    ['pattern { V [form=re"("] }', 18, 'The regular expression is not valid'],
    ['pattern { V [] } without { A.lemma = V.lemma }', 27, 'A is not a node or an edge here; there are V.'],
    ['pattern { e: V -> S; e.form = x }', 21, 'An edge has label, 1 and 2.'],
    ['pattern { e: V -> S; e: V -> T }', 21, 'e is already defined.'],
    ['pattern { e: V ->> S }', 19, 'e has no label'],
    ['pattern { V [] } global { length ! 3 }', 33, 'Expected <, <=, =, >= or >, not "!".'],
    ['pattern { V [] } when { }', 17, 'Expected without, with or global, not "when".'],
  ])('%s is refused with the place of the fault', (pattern, at, message) => {
    const error = (() => {
      try {
        return new Pattern(pattern);
      } catch (caught) {
        return caught;
      }
    })();
    expect(error).toBeInstanceOf(PatternError);
    expect((error as PatternError).message).toContain(message);
    expect((error as PatternError).at).toBe(at);
  });

  it('shows the line of the fault and points at it', () => {
    expect(() => new Pattern('pattern {\n  V [upos=];\n}')).toThrow(/\n {4}V \[upos=\];\n {12}\^$/u);
  });

  it('has keys for what its nodes and edges are', () => {
    const pattern = new Pattern('pattern { e: V -[1=nsubj]-> S }');
    const keys = ['V.lemma', 'S.Number', 'e.label', 'e.2', 'V.Voice'];
    const values = pattern.matches(sentence).map((match) => keys.map((key) => pattern.key(key)(match)));
    expect(values).toEqual([
      ['bite', 'Plur', 'nsubj:pass', 'pass', 'Pass'],
      ['chase', 'Plur', 'nsubj', undefined, undefined],
    ]);
    for (const key of ['X.lemma', 'V', 'e.lemma', 'V.']) expect(() => pattern.key(key)).toThrow(PatternError);
  });
});
