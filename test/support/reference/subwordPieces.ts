// Subword pieces once more, as their papers define them: BERT's WordPiece with its normalisation, and Unigram by
// exhaustive dynamic programming.

/** BERT's normalisation: no control characters, Han characters apart, lower case without accents. */
function normalized(text: string): string {
  let plain = '';
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0;
    if (code === 0 || code === 0xfffd) continue;
    if (/[\t\n\r]|\p{Zs}/u.test(character)) plain += ' ';
    else if (!/\p{C}/u.test(character)) plain += isHan(code) ? ` ${character} ` : character;
  }
  return plain
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();
}

/** The blocks of unified ideographs that BERT names, which leave out kana and Hangul. */
function isHan(code: number): boolean {
  const blocks = [
    [0x4e00, 0x9fff],
    [0x3400, 0x4dbf],
    [0x20000, 0x2a6df],
    [0x2a700, 0x2b73f],
    [0x2b740, 0x2b81f],
    [0x2b820, 0x2ceaf],
    [0xf900, 0xfaff],
    [0x2f800, 0x2fa1f],
  ];
  return blocks.some(([first, last]) => code >= first && code <= last);
}

/** Words, and marks one by one: BERT counts all of ASCII's marks, also those that Unicode calls symbols. */
function words(text: string): string[] {
  return text.match(/[!-/:-@[-`{-~]|\p{P}|[^\s!-/:-@[-`{-~\p{P}]+/gu) ?? [];
}

/** Greedily the longest piece that fits, from left to right; a word that cannot be cut is unknown. */
export function wordPieces(text: string, numbers: ReadonlyMap<string, number>): number[] {
  const unknown = numbers.get('[UNK]') ?? -1;
  return words(normalized(text)).flatMap((word) => {
    const characters = Array.from(word);
    if (characters.length > 100) return [unknown];
    const pieces: number[] = [];
    for (let start = 0; start < characters.length; ) {
      let end = characters.length;
      const piece = () => (start > 0 ? '##' : '') + characters.slice(start, end).join('');
      while (end > start && !numbers.has(piece())) end--;
      if (end === start) return [unknown];
      pieces.push(numbers.get(piece()) ?? unknown);
      start = end;
    }
    return pieces;
  });
}

/** The pieces with the largest sum of scores; an unknown character scores 10 below the worst piece. */
export function unigramPieces(
  word: string,
  vocabulary: readonly (readonly [string, number])[],
  unknown: number,
): number[] {
  const numbers = new Map(vocabulary.map(([piece], number) => [piece, number]));
  const worst = Math.min(...vocabulary.map(([, score]) => score)) - 10;
  const characters = Array.from(`▁${word}`);
  const best: { score: number; pieces: number[] }[] = [{ score: 0, pieces: [] }];
  for (let end = 1; end <= characters.length; end++) {
    for (let start = 0; start < end; start++) {
      const number = numbers.get(characters.slice(start, end).join(''));
      if (number === undefined && end > start + 1) continue;
      const score = best[start].score + (number === undefined ? worst : vocabulary[number][1]);
      if (!best[end] || score > best[end].score) {
        best[end] = { score, pieces: [...best[start].pieces, number ?? unknown] };
      }
    }
  }
  // Neighbouring unknown characters are one unknown piece.
  const { pieces } = best[characters.length];
  return pieces.filter((piece, at) => piece !== unknown || pieces[at - 1] !== unknown);
}
