// Text for XML: escaped, and without characters that XML forbids.

// Control characters, unpaired surrogates and the two noncharacters at the end of the first plane.
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text with U+FFFD for characters that XML forbids. */
export function withoutForbidden(text: string): string {
  return text.replace(forbidden, '\uFFFD');
}

/** Any text, escaped for use between tags or in double quotes. */
export function escapeXml(text: string): string {
  return withoutForbidden(text).replace(/[&<>"]/g, (character) => entities[character]);
}

/** A number with the precision that a drawing needs. */
export function decimal(value: number): string {
  return String(Math.round(value * 100) / 100);
}
