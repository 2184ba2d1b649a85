// Reads patterns in Grew's notation: `pattern { V [upos=VERB]; V -[nsubj]-> S } without { V -[aux]-> A }`.
import { listed } from '../conllu/quotation.js';
import type {
  Clause,
  ClauseBlock,
  CompareClause,
  EdgeClause,
  FeatureTest,
  GlobalTest,
  LabelTest,
  NodeClause,
  PatternClauses,
  ValueName,
} from './clauses.js';
import { labelFeatures } from './features.js';
import { Scanner } from './scanner.js';

export function readPattern(text: string): PatternClauses {
  return new PatternReader(text).read();
}

class PatternReader {
  #scanner: Scanner;
  /** The nodes and edges of the block `pattern`, which other blocks may use. */
  #nodes = new Set<string>();
  #edges = new Set<string>();

  constructor(text: string) {
    this.#scanner = new Scanner(text);
  }

  read(): PatternClauses {
    const scanner = this.#scanner;
    scanner.expect('pattern');
    const main = this.#block();
    if (main.nodes.length === 0) scanner.fail('The pattern names no node', scanner.at - 1);
    this.#nodes = new Set(main.nodes);
    const others: { block: ClauseBlock; isWanted: boolean }[] = [];
    const globals: GlobalTest[] = [];
    while (!scanner.isAtEnd) {
      if (scanner.takes('without')) others.push({ block: this.#block(), isWanted: false });
      else if (scanner.takes('with')) others.push({ block: this.#block(), isWanted: true });
      else if (scanner.takes('global')) globals.push(...this.#globals());
      else scanner.fail('Expected without, with or global');
    }
    return { main, others, globals };
  }

  #block(): ClauseBlock {
    const scanner = this.#scanner;
    const outer = [this.#nodes, this.#edges] as const;
    this.#nodes = new Set(outer[0]);
    this.#edges = new Set(outer[1]);
    const clauses: Clause[] = [];
    const compared: [name: ValueName, at: number][] = [];
    scanner.expect('{');
    while (!scanner.takes('}')) {
      clauses.push(this.#clause(compared));
      if (!scanner.takes(';') && !scanner.text.startsWith('}', scanner.at)) scanner.fail('Expected ; or }');
    }
    for (const [{ of, feature }, at] of compared) {
      if (this.#edges.has(of)) {
        if (!labelFeatures.includes(feature)) scanner.fail('An edge has label, 1 and 2', at);
      } else if (!this.#nodes.has(of)) {
        scanner.fail(
          `${of} is not a node or an edge here; there are ${listed([...this.#nodes, ...this.#edges])}`,
          at,
        );
      }
    }
    const block = { nodes: [...this.#nodes].filter((node) => !outer[0].has(node)), clauses };
    // Names from `pattern` stay in scope; those of other blocks are local.
    if (outer[0].size > 0) [this.#nodes, this.#edges] = outer;
    return block;
  }

  #clause(compared: [name: ValueName, at: number][]): Clause {
    const scanner = this.#scanner;
    const start = scanner.at;
    if (scanner.takes('*')) return this.#edge(undefined, undefined);
    const first = scanner.name('a node, an edge or *');
    if (scanner.takes(':')) {
      if (this.#edges.has(first) || this.#nodes.has(first))
        scanner.fail(`${first} is already defined`, start);
      this.#edges.add(first);
      if (scanner.takes('*')) return this.#edge(first, undefined);
      return this.#edge(first, this.#node(scanner.name('a node or *')));
    }
    if (scanner.takes('[')) return this.#nodeClause(this.#node(first));
    if (scanner.takes('.')) return this.#compare({ of: first, feature: scanner.feature() }, start, compared);
    if (scanner.takes('<<')) return this.#order(first, false);
    if (scanner.takes('<')) return this.#order(first, true);
    return this.#edge(undefined, this.#node(first));
  }

  #node(name: string): string {
    if (this.#edges.has(name)) this.#scanner.fail(`${name} is an edge`, this.#scanner.at - 1);
    this.#nodes.add(name);
    return name;
  }

  #order(left: string, isDirect: boolean): Clause {
    this.#node(left);
    return { kind: 'order', left, right: this.#node(this.#scanner.name('a node')), isDirect };
  }

  #edge(edge: string | undefined, from: string | undefined): EdgeClause {
    const scanner = this.#scanner;
    let isPath = false;
    let label: LabelTest | undefined;
    if (scanner.takes('->>')) isPath = true;
    else if (scanner.takes('-[')) {
      label = this.#label();
      scanner.expect(']->');
    } else if (!scanner.takes('->')) scanner.fail('Expected -[…]->, ->, ->>, [, <, << or .');
    const end = scanner.at;
    const to = scanner.takes('*') ? undefined : this.#node(scanner.name('a node or *'));
    if (edge !== undefined && (isPath || to === undefined)) {
      scanner.fail(`${edge} has no label: an edge with a name leads to a node by one step`, end);
    }
    return { kind: 'edge', edge, from, to, label, isPath };
  }

  #label(): LabelTest {
    const scanner = this.#scanner;
    if (scanner.takes('^')) return { test: 'is not', values: scanner.values() };
    if (/^(?:!\s*)?[12]\s*(?:[=<,\]]|$)/u.test(scanner.text.slice(scanner.at))) {
      const parts = this.#tests(['1', '2']);
      return { test: 'parts', parts };
    }
    return { test: 'is', values: scanner.values() };
  }

  #nodeClause(node: string): NodeClause {
    const scanner = this.#scanner;
    const alternatives: FeatureTest[][] = [];
    do {
      if (alternatives.length > 0) scanner.expect('[');
      alternatives.push(scanner.text.startsWith(']', scanner.at) ? [] : this.#tests());
      scanner.expect(']');
    } while (scanner.takes('|'));
    return { kind: 'node', node, alternatives };
  }

  #tests(allowed?: readonly string[]): FeatureTest[] {
    const tests = [this.#test(allowed)];
    while (this.#scanner.takes(',')) tests.push(this.#test(allowed));
    return tests;
  }

  #test(allowed?: readonly string[]): FeatureTest {
    const scanner = this.#scanner;
    const isAbsent = scanner.takes('!');
    const start = scanner.at;
    const feature = scanner.feature();
    if (allowed && !allowed.includes(feature))
      scanner.fail(`A label has the parts ${listed([...allowed])}`, start);
    if (isAbsent) return { feature, test: 'absent', values: [] };
    if (scanner.takes('<>')) return { feature, test: 'is not', values: scanner.values() };
    if (!scanner.takes('=') || scanner.takes('*')) return { feature, test: 'present', values: [] };
    return { feature, test: 'is', values: scanner.values() };
  }

  #compare(left: ValueName, start: number, compared: [name: ValueName, at: number][]): CompareClause {
    const scanner = this.#scanner;
    const isEqual = !scanner.takes('<>');
    if (isEqual) scanner.expect('=');
    compared.push([left, start]);
    const at = scanner.at;
    const other = /^([\p{L}_][\p{L}\p{N}_]*)\.([\p{L}\p{N}_]+(?:\[\p{L}+\])?)/u.exec(scanner.text.slice(at));
    if (!other) return { kind: 'compare', left, right: scanner.value(), isEqual };
    scanner.name('a node or an edge');
    scanner.expect('.');
    const right = { of: other[1], feature: scanner.feature() };
    compared.push([right, at]);
    return { kind: 'compare', left, right, isEqual };
  }

  #globals(): GlobalTest[] {
    const scanner = this.#scanner;
    const tests: GlobalTest[] = [];
    scanner.expect('{');
    while (!scanner.takes('}')) {
      tests.push(this.#global());
      if (!scanner.takes(';') && !scanner.text.startsWith('}', scanner.at)) scanner.fail('Expected ; or }');
    }
    return tests;
  }

  #global(): GlobalTest {
    const scanner = this.#scanner;
    if (scanner.takes('is_not_projective')) return { test: 'projective', is: false };
    if (scanner.takes('is_projective')) return { test: 'projective', is: true };
    if (scanner.takes('length')) {
      const holds = (['<=', '>=', '<', '>', '='] as const).find((symbol) => scanner.takes(symbol));
      return {
        test: 'length',
        holds: holds ?? scanner.fail('Expected <, <=, =, >= or >'),
        words: scanner.number(),
      };
    }
    const name = scanner.name('is_projective, is_not_projective, length or the name of a comment');
    const is = !scanner.takes('<>');
    if (is) scanner.expect('=');
    return { test: 'comment', name, is, values: scanner.values() };
  }
}
