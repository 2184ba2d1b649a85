// The paper's figure of inference rules: arc-standard, arc-hybrid, arc-eager and edge-factored parsing, as data.
// Positions: 0 is ROOT, 1…n the words, n+1 the end of the sentence.
import type { Binding, DeductionSystem } from './rule.js';

const isWord = ({ j, n }: Binding) => j <= n;

/** `[i, h, j]`: a subtree over i…j−1 with head h is on the stack, and j is the front of the buffer. */
export const arcStandardRules: DeductionSystem = {
  name: 'arc-standard',
  axioms: ['[0, 0, 1]'],
  rules: [
    { name: 'shift', premises: ['[i, h, j]'], conclusion: '[j, j, j+1]', when: isWord, licenses: true },
    {
      name: 'reduceRight',
      premises: ['[i, h1, k]', '[k, h2, j]'],
      conclusion: '[i, h1, j]',
      whenSingleRoot: ({ h1, j, n }) => h1 > 0 || j === n + 1,
      arc: ['h1', 'h2'],
      score: [
        ['shift', 'h1', 'k'],
        ['attachRight', 'h1', 'h2'],
        ['reduceRight', 'h2', 'j'],
      ],
    },
    {
      name: 'reduceLeft',
      premises: ['[i, h1, k]', '[k, h2, j]'],
      conclusion: '[i, h2, j]',
      when: ({ h1 }) => h1 > 0,
      arc: ['h2', 'h1'],
      score: [
        ['shift', 'h1', 'k'],
        ['attachLeft', 'h1', 'h2'],
        ['reduceLeft', 'h2', 'j'],
      ],
    },
  ],
  goals: ['[0, 0, n+1]'],
  forbids: ['reduceRight', 'reduceLeft'],
};

/** `[i, j]`: i is on top of the stack, j at the front of the buffer, and all words between them have their heads. */
export const arcHybridRules: DeductionSystem = {
  name: 'arc-hybrid',
  axioms: ['[0, 1]'],
  rules: [
    { name: 'shift', premises: ['[i, j]'], conclusion: '[j, j+1]', when: isWord, licenses: true },
    {
      name: 'reduceRight',
      premises: ['[k, i]', '[i, j]'],
      conclusion: '[k, j]',
      whenSingleRoot: ({ k, j, n }) => k > 0 || j === n + 1,
      arc: ['k', 'i'],
      score: [
        ['shift', 'k', 'i'],
        ['reduceRight', 'i', 'j'],
      ],
    },
    {
      name: 'reduceLeft',
      premises: ['[k, i]', '[i, j]'],
      conclusion: '[k, j]',
      when: isWord,
      arc: ['j', 'i'],
      score: [
        ['shift', 'k', 'i'],
        ['reduceLeft', 'i', 'j'],
      ],
    },
  ],
  goals: ['[0, n+1]'],
  forbids: ['reduceLeft', 'reduceRight'],
};

/** `[i^b, j]`: as in arc-hybrid; b is 1 if i already has its head. */
export const arcEagerRules: DeductionSystem = {
  name: 'arc-eager',
  axioms: ['[0^0, 1]'],
  rules: [
    { name: 'shift', premises: ['[i^b, j]'], conclusion: '[j^0, j+1]', when: isWord, licenses: true },
    { name: 'rightArc', premises: ['[i^b, j]'], conclusion: '[j^1, j+1]', when: isWord, licenses: true },
    {
      name: 'reduceLeft',
      premises: ['[k^b, i]', '[i^0, j]'],
      conclusion: '[k^b, j]',
      when: isWord,
      arc: ['j', 'i'],
      score: [
        ['shift', 'k', 'i'],
        ['reduceLeft', 'i', 'j'],
      ],
    },
    {
      name: 'reduce',
      premises: ['[k^b, i]', '[i^1, j]'],
      conclusion: '[k^b, j]',
      whenSingleRoot: ({ k, j, n }) => k > 0 || j === n + 1,
      // Made by the right-arc that started [i^1, …]; like its score, it is counted here.
      arc: ['k', 'i'],
      score: [
        ['rightArc', 'k', 'i'],
        ['reduce', 'i', 'j'],
      ],
    },
  ],
  goals: ['[0^0, n+1]'],
  forbids: ['reduceLeft', 'reduce'],
};

/**
 * right[i, j]: i with its right descendants up to j−1; left[i, j]: j with its left descendants from i on;
 * arcRight[i, j] and arcLeft[i, j]: the same two halves with an arc between i and j just made.
 */
export const edgeFactoredRules: DeductionSystem = {
  name: 'edge-factored',
  axioms: ['right[i, i+1]', 'left[i, i]'],
  rules: [
    { name: 'rightAttach', premises: ['arcRight[k, i]', 'right[i, j]'], conclusion: 'right[k, j]' },
    {
      name: 'rightReduce',
      premises: ['right[i, k]', 'left[k, j]'],
      conclusion: 'arcRight[i, j]',
      whenSingleRoot: ({ i, k }) => i > 0 || k === 1,
      arc: ['i', 'j'],
    },
    { name: 'leftAttach', premises: ['left[k, i]', 'arcLeft[i, j]'], conclusion: 'left[k, j]' },
    {
      name: 'leftReduce',
      premises: ['right[i, k]', 'left[k, j]'],
      conclusion: 'arcLeft[i, j]',
      when: ({ i }) => i > 0,
      arc: ['j', 'i'],
    },
  ],
  goals: ['right[0, n+1]'],
};
