// Makes text safe and straight for a terminal.
import { shortened } from './displayWidth.js';
import { rightToLeft } from './drawing.js';

/**
 * Text that a terminal prints as it is, shortened to a width. Control characters, which could move the cursor, are
 * replaced by their pictures; what is written from right to left is put between marks, so that it does not turn the
 * line around.
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
