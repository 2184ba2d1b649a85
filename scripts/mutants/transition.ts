// Mutants of the transition systems: legality, effects, costs, canonical sequences.
import type { MutantsOf } from './mutant.js';

const tests = ['test/transition/system.test.ts', 'test/transition/oracle.test.ts'];

export const transition: readonly MutantsOf[] = [
  {
    file: 'src/transition/arcEager.ts',
    tests,
    mutants: [
      { what: 'the last word may be shifted', from: 'return b0 < n;', to: 'return b0 <= n;' },
      {
        what: 'the last word may be attached while others have no head',
        from: 'return b0 < n || (b0 === n && lowestUnattached(configuration) > n);',
        to: 'return b0 <= n;',
      },
      {
        what: 'ROOT’s dependent may be reduced early with one root',
        from: ' && (size > 2 || bufferIsEmpty || !configuration.singleRoot);',
        to: ';',
      },
      {
        what: 'undo takes the head of every reduced token away',
        from: 'if (configuration.history[step] === REDUCE_LEFT) configuration.heads[removed] = -1;',
        to: 'configuration.heads[removed] = -1;',
      },
      {
        what: 'attached tokens count as lost dependents of b0',
        from: 'if (heads[stack[i]] < 0 && gold[stack[i]] === b0) leftDependents++;',
        to: 'if (gold[stack[i]] === b0) leftDependents++;',
      },
      {
        what: 'an unattached anchor loses no chain',
        from: 'Number(unattached <= anchor &&',
        to: 'Number(unattached < anchor &&',
      },
      {
        what: 'any reduction frees the chain',
        from: 'const chainIsFreed = anchor === s0 ? chainIsLost : 0;',
        to: 'const chainIsFreed = chainIsLost;',
      },
      {
        what: 'a right arc does not lose a head that comes later',
        from: 'const losesHead = head > b0 || (headIsOnStack && head !== s0);',
        to: 'const losesHead = headIsOnStack && head !== s0;',
      },
      {
        what: 'ROOT’s wrong only dependent costs nothing',
        from: 'singleRoot && s0 === 0 && head !== 0 ? rightDependents : 0',
        to: '0',
      },
      {
        what: 'a token is done before its last dependent came',
        from: 'configuration.heads[s0] >= 0 && rightmost[s0] < b0;',
        to: 'configuration.heads[s0] >= 0 && rightmost[s0] <= b0;',
        harmless:
          'Where the last dependent of s0 is b0 itself, the right arc is chosen above; so the two never differ here.',
      },
      {
        what: 'a shift is free before the left dependents are there',
        from: 'heads[b0] > b0 && leftmost[b0] > s0;',
        to: 'heads[b0] > b0;',
      },
    ],
  },
  {
    file: 'src/transition/arcHybrid.ts',
    tests,
    mutants: [
      {
        what: 'no single root',
        from: 'return size > 2 || (size === 2 && (bufferIsEmpty || !configuration.singleRoot));',
        to: 'return size > 1;',
      },
      {
        what: 'heads of the two reductions swapped',
        from: 'transition === REDUCE_LEFT ? b0 : s1;',
        to: 'transition === REDUCE_LEFT ? s1 : b0;',
      },
      {
        what: 'a shift loses the arc from s0',
        from: 'gold[b0] !== s0 && configuration.stackHas(gold[b0]);',
        to: 'configuration.stackHas(gold[b0]);',
      },
      {
        what: 'reduce-left does not lose the head s1',
        from: 'Number(gold[s0] === s1 || gold[s0] > b0)',
        to: 'Number(gold[s0] > b0)',
      },
      {
        what: 'reduce-right does not lose the head b0',
        from: 'Number(gold[s0] >= b0)',
        to: 'Number(gold[s0] > b0)',
      },
    ],
  },
  {
    file: 'src/transition/arcStandard.ts',
    tests,
    mutants: [
      { what: 'ROOT takes a head', from: 'return size > 2; // ROOT', to: 'return size > 1; // ROOT' },
      { what: 's0 gets lost in a reduce-left', from: '      stack[configuration.size - 2] = s0;\n', to: '' },
      {
        what: 'the arc that is made costs nothing',
        from: 'Number(wrongArc) + arcStandardLoss',
        to: 'arcStandardLoss',
      },
      {
        what: 'left dependents always wait',
        from: "(prefer === 'reduce' || s0IsDone)",
        to: 's0IsDone',
      },
    ],
  },
  {
    file: 'src/transition/arcStandardLoss.ts',
    tests,
    mutants: [
      {
        what: 'a token of the stack joins its wrong head for nothing',
        from: 'losses[row + h] = loss + Number(items[h] !== tokenHead);',
        to: 'losses[row + h] = loss;',
      },
      {
        what: 'words above tokens of the stack are passed over',
        from: 'if (gold[word] < b0 || reachesStack[word])',
        to: 'if (gold[word] < b0)',
      },
    ],
  },
  {
    file: 'src/transition/configuration.ts',
    tests,
    mutants: [
      { what: 's2 is s1', from: 'this.stack[this.size - 3]', to: 'this.stack[this.size - 2]' },
      {
        what: 'no token is found on the stack',
        from: 'while (i >= 0 && this.stack[i] > token) i--;',
        to: 'while (i >= 0 && this.stack[i] >= token) i--;',
      },
      {
        what: 'a copy forgets the single root',
        from: '    this.singleRoot = other.singleRoot;\n',
        to: '',
      },
    ],
  },
  {
    file: 'src/transition/oracle.ts',
    tests,
    mutants: [
      {
        what: 'the leftmost dependent is the rightmost',
        from: 'leftmost[head] = Math.min(leftmost[head], d);',
        to: 'leftmost[head] = Math.max(leftmost[head], d);',
      },
    ],
  },
];
