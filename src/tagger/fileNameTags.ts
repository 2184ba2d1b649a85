// Tags names of files by rule, as training does. They are long and rare, so a network has hardly seen any, and takes
// most for names of people or addresses.
import { isExample } from './lemmaEntry.js';
import type { LemmaTable } from './lemmaTable.js';
import { tagsOf } from './taggerVocabulary.js';

/** Endings that little else has: "node.js" and "example.com" are no files. */
const ENDINGS =
  'pdf|docx?|xlsx?|pptx?|rtf|txt|html?|xml|json|ya?ml|csv|tsv|conllu|md|tex|jpe?g|png|gif|svg|bmp|tiff?|mp[34]|wav|avi|mov|zip|gz|tgz|tar|exe|dll|ini|log|mdb|py|tsx?|jsx|css|java|cpp';
const FILE_NAME = new RegExp(`^(?!\\w+://|www\\.)[^\\s@<>"]*[^\\s@<>"/.]\\.(?:${ENDINGS})$`, 'iu');

/** With fewer file names in training, the network decides. */
const ENOUGH = 10;

/** Whether a word is the name of a file, not an address. */
export function isFileName(form: string): boolean {
  return FILE_NAME.test(form);
}

/** The tags of most file names in training, if it has enough; undefined also for older model files. */
export function fileNameTagsOf(table: LemmaTable): Readonly<Record<string, string>> | undefined {
  const times = new Map<string, number>();
  let all = 0;
  for (const { entries } of table.all()) {
    for (const entry of entries) {
      if (!isFileName(entry.form) || !isExample(entry)) continue;
      const key = JSON.stringify([entry.upos, entry.tag]);
      times.set(key, (times.get(key) ?? 0) + entry.times);
      all += entry.times;
    }
  }
  const most = [...times].find(([, count]) => 2 * count > all);
  if (!most || all < ENOUGH) return undefined;
  const [upos, tag] = JSON.parse(most[0]) as [string, string];
  return tagsOf({ upos, tag });
}
