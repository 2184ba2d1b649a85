// A number of things as the page names them: 1 word, 2,001 words, 2 matches.
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}
