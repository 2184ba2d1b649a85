// Makes new inputs of old ones: bytes changed, pieces moved, doubled and cut out, words and numbers replaced by such as
// make trouble.
import type { Random } from '../src/engine/random.js';

const troublesome = [
  ...[
    '0',
    '-1',
    '1',
    '2',
    '00',
    '1.5',
    '-0',
    '1e309',
    '1e-400',
    '255',
    '256',
    '65536',
    '2147483648',
    '4294967296',
  ],
  ...[
    '9007199254740993',
    '99999999999999999999',
    'NaN',
    'Infinity',
    'nan',
    'null',
    'true',
    'false',
    '""',
    '[]',
    '{}',
  ],
  ...[
    '"__proto__"',
    '"constructor"',
    '"toString"',
    '{"toString":1}',
    '{"__proto__":{"a":1}}',
    '[[[[[]]]]]',
    '"\\ud800"',
  ],
  ...[
    '__proto__',
    'constructor',
    '_',
    '\t',
    '\n',
    '\n\n',
    '\r\n',
    '\0',
    ' ',
    '#',
    '-',
    '.',
    '=',
    '|',
    ',',
    ':',
    '"',
    '\\',
  ],
  ...[
    '\ufeff',
    '\u2028',
    '\u0301',
    '\u200d',
    '🇩🇪',
    '\ud83d',
    'ß',
    'İ',
    '../../etc/passwd',
    'file:///etc/passwd',
  ],
  `"${'a'.repeat(300)}"`,
].map((text) => new TextEncoder().encode(text));

type Change = (input: Uint8Array, random: Random, others: readonly Uint8Array[]) => Uint8Array;

/** The input with what stands from `start` up to `end` replaced. */
function spliced(input: Uint8Array, start: number, end: number, piece: Uint8Array): Uint8Array {
  const output = new Uint8Array(input.length - (end - start) + piece.length);
  output.set(input.subarray(0, start));
  output.set(piece, start);
  output.set(input.subarray(end), start + piece.length);
  return output;
}

const pick = <Item>(items: readonly Item[], random: Random): Item => items[random.below(items.length)];

/** A piece of an input: mostly short, at times long. */
function pieceOf(input: Uint8Array, random: Random): [start: number, end: number] {
  const start = random.below(input.length + 1);
  const length = random.below(1 + random.below(random.below(8) === 0 ? input.length + 1 : 24));
  return [start, Math.min(input.length, start + length)];
}

const isWord = (byte: number) =>
  (byte >= 0x30 && byte <= 0x39) ||
  (byte >= 0x41 && byte <= 0x5a) ||
  (byte >= 0x61 && byte <= 0x7a) ||
  byte > 0x7f;

/** The word or number around a place, with its quotation marks at times. */
function wordAt(input: Uint8Array, random: Random): [start: number, end: number] {
  let start = random.below(input.length + 1);
  while (start < input.length && !isWord(input[start])) start++;
  let end = start;
  while (start > 0 && isWord(input[start - 1])) start--;
  while (end < input.length && isWord(input[end])) end++;
  const quoted = input[start - 1] === 0x22 && input[end] === 0x22 && random.below(2) === 0;
  return quoted ? [start - 1, end + 1] : [start, end];
}

const opening = [0x5b, 0x7b]; // [ {
const closing = [0x5d, 0x7d];

/** A list or an object of JSON, from its first bracket to its last; nothing where there is none. */
function groupOf(input: Uint8Array, random: Random): [start: number, end: number] {
  let start = random.below(input.length + 1);
  while (start < input.length && !opening.includes(input[start])) start++;
  let depth = 0;
  for (let end = start; end < input.length; end++) {
    if (opening.includes(input[end])) depth++;
    else if (closing.includes(input[end]) && --depth === 0) return [start, end + 1];
  }
  return [start, start];
}

/** A whole line with its end. */
function lineOf(input: Uint8Array, random: Random): [start: number, end: number] {
  const at = random.below(input.length + 1);
  const start = at === 0 ? 0 : input.lastIndexOf(0x0a, at - 1) + 1;
  return [start, input.indexOf(0x0a, at) + 1 || input.length];
}

const places = [pieceOf, wordAt, wordAt, groupOf, lineOf];

const changes: readonly Change[] = [
  function flipBit(input, random) {
    const output = input.slice();
    if (output.length > 0) output[random.below(output.length)] ^= 1 << random.below(8);
    return output;
  },
  function setByte(input, random) {
    const output = input.slice();
    if (output.length > 0) output[random.below(output.length)] = random.below(256);
    return output;
  },
  function remove(input, random) {
    return spliced(input, ...pick(places, random)(input, random), new Uint8Array());
  },
  function double(input, random) {
    const [start, end] = pick(places, random)(input, random);
    return spliced(input, end, end, input.subarray(start, end));
  },
  function replace(input, random) {
    return spliced(input, ...pick(places, random)(input, random), pick(troublesome, random));
  },
  function insert(input, random) {
    const at = random.below(input.length + 1);
    return spliced(input, at, at, pick(troublesome, random));
  },
  function cross(input, random, others) {
    const place = pick(places, random);
    const other = pick(others, random);
    return spliced(input, ...place(input, random), other.subarray(...place(other, random)));
  },
  function cut(input, random) {
    return input.slice(0, random.below(input.length + 1));
  },
];

/** A new input of at most so many bytes, by some changes of one; pieces may come from others. */
export function mutated(
  input: Uint8Array,
  random: Random,
  others: readonly Uint8Array[],
  longest: number,
): Uint8Array {
  let output = input;
  let times = 1;
  while (times < 16 && random.below(2) === 0) times++;
  for (let time = 0; time < times; time++) {
    // Cutting off the rest is rarely of use among other changes.
    const change = changes[random.below(time === 0 ? changes.length : changes.length - 1)];
    output = change(output, random, others);
  }
  return output.length > longest ? output.slice(0, longest) : output;
}

/** A smaller input of which the same holds, found by leaving out pieces. */
export async function minimised(
  input: Uint8Array,
  holds: (smaller: Uint8Array) => boolean | Promise<boolean>,
): Promise<Uint8Array> {
  let smallest = input;
  for (let length = 2 ** Math.floor(Math.log2(Math.max(1, input.length))); length >= 1; length /= 2) {
    for (let start = 0; start < smallest.length; ) {
      const smaller = spliced(smallest, start, Math.min(smallest.length, start + length), new Uint8Array());
      if (await holds(smaller)) smallest = smaller;
      else start += length;
    }
  }
  return smallest;
}
