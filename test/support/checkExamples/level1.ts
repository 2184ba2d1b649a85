// Examples for the rules of level 1.
import { alone, type Examples, plain } from './example.js';

export const level1: Examples = {
  'invalid-utf-8': { bad: `>1 \uFFFF _ _ _ _ 0 root _ _\n\n`, good: plain },
  'invalid-character': { bad: '>1 a\0 _ _ _ _ 0 root _ _\n\n', good: plain },
  'byte-order-mark': { bad: `\uFEFF${plain}`, good: plain },
  'non-unix-newline': { bad: `${plain}>1 a _ _ _ _ 0 root _ _\r\n\r\n${alone}\r\n\r\n`, good: plain },
  'unicode-normalization': {
    bad: '>1 cafe\u0301 _ _ _ _ 0 root _ _\n\n',
    good: '1 café _ _ _ _ 0 root _ _\n\n',
  },
  'pseudo-empty-line': { bad: `${alone}\n>··\n${plain}`, good: `${alone}\n\n${plain}` },
  'extra-empty-line': { bad: `${alone}\n\n>\n${plain}`, good: `${alone}\n\n${plain}` },
  'empty-sentence': { bad: `${plain}># a comment\n\n${plain}`, good: `# a comment\n${plain}` },
  'missing-empty-line': { bad: `>${alone}\n`, good: plain },
  'misplaced-comment': { bad: `${alone}\n># a comment\n\n`, good: `# a comment\n${plain}` },
  'invalid-line': { bad: `${alone}\n>x y\n\n`, good: plain },
  'number-of-columns': { bad: '>1 a _ _ _ _ 0 root _\n\n', good: plain },
  'empty-column': { bad: '>1 a ∅ _ _ _ 0 root _ _\n\n', good: plain },
  'leading-whitespace': { bad: '>1 ·a _ _ _ _ 0 root _ _\n\n', good: '1 a·b _ _ _ _ 0 root _ _\n\n' },
  'trailing-whitespace': { bad: '>1 a a· _ _ _ 0 root _ _\n\n', good: '1 a a·b _ _ _ 0 root _ _\n\n' },
  'repeated-whitespace': { bad: '>1 a··b _ _ _ _ 0 root _ _\n\n', good: '1 a·b _ _ _ _ 0 root _ _\n\n' },
  'invalid-whitespace': { bad: '>1 a _ _ N·N _ 0 root _ _\n\n', good: '1 a _ _ NN _ 0 root _ a·b\n\n' },
  'invalid-whitespace-mwt': {
    bad: '>1-2 a·b _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
    good: '1-2 ab _ _ _ _ _ _ _ a·b\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
  },
  'mwt-nonempty-field': {
    bad: '>1-2 ab _ VERB _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
    good: '1-2 ab _ _ _ Typo=Yes _ _ _ Gloss=x\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
  },
  'invalid-word-id': { bad: '>01 a _ _ _ _ 0 root _ _\n\n', good: plain },
  'word-id-sequence': {
    bad: '1 a _ _ _ _ 0 root _ _\n>3 b _ _ _ _ 1 dep _ _\n\n',
    good: '1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
  },
  'misplaced-empty-node': {
    bad: '1 a _ _ _ _ 0 root _ _\n>1.2 _ _ _ _ _ _ _ _ _\n\n',
    good: '0.1 _ _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n1.1 _ _ _ _ _ _ _ _ _\n1.2 _ _ _ _ _ _ _ _ _\n\n',
  },
  'misplaced-word-interval': {
    bad: '1 a _ _ _ _ 0 root _ _\n>1-2 ab _ _ _ _ _ _ _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
    good: '1-2 ab _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
  },
  'reversed-word-interval': {
    bad: '>2-1 ab _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
    good: '1-2 ab _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
  },
  'word-interval-out': {
    bad: '>1-3 ab _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
    good: '1-2 ab _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n\n',
  },
  'overlapping-word-intervals': {
    bad: '1-2 ab _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n>2-3 bc _ _ _ _ _ _ _ _\n2 b _ _ _ _ 1 dep _ _\n3 c _ _ _ _ 1 dep _ _\n\n',
    good: '1-2 ab _ _ _ _ _ _ _ _\n1 a _ _ _ _ 0 root _ _\n2 b _ _ _ _ 1 dep _ _\n3-3 c _ _ _ _ _ _ _ _\n3 c _ _ _ _ 1 dep _ _\n\n',
  },
};
