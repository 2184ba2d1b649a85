// A page of drawings: a whole HTML document, which is written piece by piece.
import { commentValue, type Sentence } from '../conllu/sentence.js';
import { textOf } from './drawing.js';
import { pageStyle, type Theme } from './theme.js';
import { escapeXml } from './xml.js';

/** What comes before the drawings. The page has their style, so they are drawn with the theme `none`. */
export function htmlStart(title: string, theme: Exclude<Theme, 'none'>): string {
  return [
    '<!doctype html>',
    '<html>',
    '<head>',
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${escapeXml(title)}</title>`,
    `<style>${pageStyle(theme)}</style>`,
    '</head>',
    '<body>',
    '',
  ].join('\n');
}

/** A drawing of a sentence, under its id, its text and notes on it. */
export function htmlFigure(sentence: Sentence, svg: string, notes: readonly string[] = []): string {
  const id = commentValue(sentence, 'sent_id');
  const name = id === undefined ? '' : `<b>${escapeXml(id)}</b> `;
  const lines = notes.map((note) => `<br><small>${escapeXml(note)}</small>`).join('');
  const caption = `<figcaption dir="auto">${name}${escapeXml(textOf(sentence))}${lines}</figcaption>`;
  return `<figure>\n${caption}\n${svg}</figure>\n`;
}

export const htmlEnd = '</body>\n</html>\n';
