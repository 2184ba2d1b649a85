// Noun chunks: a noun with the words around it that name the same thing, without dependent clauses or phrases.
import type { SentenceTree, Span } from './sentenceTree.js';
import type { TreeWord } from './treeWord.js';

/** A noun chunk and the noun, pronoun or name that is its head. */
export interface NounChunk extends Span {
  readonly root: TreeWord;
}

/** Relations of words that belong to the chunk of their head. */
const inside = new Set([
  ...['det', 'amod', 'nummod', 'compound', 'flat', 'fixed', 'goeswith', 'clf', 'nmod:poss', 'nmod:det'],
]);

/** Relations of words that belong to such a word in turn: "the very old dogs", "my aunt's two dogs". */
const deeper = new Set([...inside, 'advmod', 'case', 'conj', 'cc', 'punct']);

/** Words that are part of another: "in spite of". */
const parts = new Set(['fixed', 'flat', 'compound', 'goeswith']);

const nominal = new Set(['NOUN', 'PROPN', 'PRON']);

/** What stands for a noun where a subject or an object is needed: "All of them want the other." */
const substitutes = new Set(['DET', 'NUM', 'ADJ']);
const roles = new Set(['nsubj', 'obj', 'iobj']);

/** The chunks of a sentence, in text order; none is part of another. */
export function nounChunksOf(sentence: SentenceTree): NounChunk[] {
  const taken = new Set<TreeWord>();
  const chunks: NounChunk[] = [];
  // Heads come before their dependents, so the largest chunk is found first.
  for (const word of topDown(sentence)) {
    if (!isHead(word) || taken.has(word)) continue;
    const words = contiguous(word, partsOf(word, inside));
    for (const part of words) taken.add(part);
    chunks.push({ ...sentence.span(words[0], words[words.length - 1]), root: word });
  }
  return chunks.sort((a, b) => a.start - b.start || a.root.id - b.root.id);
}

function isHead({ upos, relation }: TreeWord): boolean {
  // An expletive names nothing: "There is a problem."
  if (parts.has(relation) || relation === 'expl') return false;
  return nominal.has(upos) || (substitutes.has(upos) && roles.has(relation));
}

function topDown({ words }: SentenceTree): TreeWord[] {
  const found = words.filter(({ head }) => head === 0);
  for (const word of found) found.push(...word.children);
  return found;
}

function isOneOf(relations: ReadonlySet<string>, { deprel, relation }: TreeWord): boolean {
  return relations.has(deprel) || (relation !== 'nmod' && relations.has(relation));
}

function partsOf(word: TreeWord, relations: ReadonlySet<string>): TreeWord[] {
  const children = word.children.filter((child) => isOneOf(relations, child));
  return [word, ...children.flatMap((child) => partsOf(child, deeper))];
}

/** The words that form an unbroken run around one of them. */
function contiguous(around: TreeWord, words: readonly TreeWord[]): TreeWord[] {
  const byId = new Map(words.map((word) => [word.id, word]));
  const found = [around];
  for (let word = byId.get(around.id - 1); word; word = byId.get(word.id - 1)) found.unshift(word);
  for (let word = byId.get(around.id + 1); word; word = byId.get(word.id + 1)) found.push(word);
  return found;
}
