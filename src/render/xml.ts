// Text for XML: escaped, and without what XML cannot hold at all.

// Control characters, halves of surrogate pairs and the two noncharacters that end the first plane.
const forbidden = /[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;
const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** The text with U+FFFD for what XML cannot hold. */
export function withoutForbidden(text: string): string {
  return text.replace(forbidden, '\uFFFD');
}

/** Any text, ready to stand between tags or in double quotes. */
export function escapeXml(text: string): string {
  return withoutForbidden(text).replace(/[&<>"]/g, (character) => entities[character]);
}

/** A number as short as a picture allows. */
export function decimal(value: number): string {
  return String(Math.round(value * 100) / 100);
}
