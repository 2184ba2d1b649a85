// Makes text safe for a terminal.
import { shortened } from './displayWidth.js';
import { rightToLeft } from './drawing.js';

/**
 * Text that a terminal prints as is, truncated to a width. Control characters, which could move the cursor, are replaced
 * by their pictures. Right-to-left text is enclosed in direction marks, so that it does not reorder the line.
 */
export function printable(text: string, width = Infinity): string {
  const safe = text
    .replace(/\p{Cc}/gu, picture)
    .replace(/[\u2028-\u202E\u2066-\u2069\p{Surrogate}]/gu, '\uFFFD');
  const short = shortened(safe, width);
  return rightToLeft.test(short) ? `\u200E${short}\u200E` : short;
}

function picture(control: string): string {
  const code = control.charCodeAt(0);
  if (code < 0x20) return String.fromCharCode(0x2400 + code);
  return code === 0x7f ? '\u2421' : '\uFFFD';
}
