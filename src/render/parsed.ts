// Parsed sentences in the formats of the command line, with their ranks, scores and probabilities.
import { type ParsedSentence, writeParsed } from '../pipeline/parsedSentence.js';
import { dotTree } from './dot.js';
import { sentenceJson } from './json.js';
import { svgTree } from './svg.js';
import { terminalTree } from './terminalTree.js';

export const parsedFormats = ['conllu', 'json', 'tree', 'svg', 'dot'] as const;
export type ParsedFormat = (typeof parsedFormats)[number];

/** All trees of a sentence as text; trees for the terminal may have colours. */
export function formatParsed(parsed: ParsedSentence, format: ParsedFormat, colour: boolean): string {
  const { trees } = parsed;
  switch (format) {
    case 'conllu':
      return writeParsed(parsed);
    case 'json':
      return trees
        .map(({ sentence, score, probabilities }, at) => {
          const ranked = score === undefined ? {} : { rank: at + 1, score };
          return `${JSON.stringify({ ...sentenceJson(sentence, { probabilities }), ...ranked })}\n`;
        })
        .join('');
    case 'tree':
      return trees
        .map(({ sentence, probabilities }) => `${terminalTree(sentence, { probabilities, colour })}\n`)
        .join('');
    case 'svg':
      return trees.map(({ sentence, probabilities }) => `${svgTree(sentence, { probabilities })}\n`).join('');
    case 'dot':
      return trees.map(({ sentence, probabilities }) => dotTree(sentence, { probabilities })).join('');
  }
}
