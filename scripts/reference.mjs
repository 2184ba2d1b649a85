// npm run docs:commands: writes docs/commands.md from the usage of each verb as it was built; with --print, to stdout.
import { writeFileSync } from 'node:fs';
import { optionCall, optionHelp, synopsis } from '../dist/cli/usage.js';
import { verbs } from '../dist/cli/verbs.js';

const file = new URL('../docs/commands.md', import.meta.url);
const escaped = (text) => text.replaceAll('|', '\\|');

function table(options) {
  const rows = Object.entries(options).map(
    ([name, option]) => `| \`${escaped(optionCall(name, option))}\` | ${escaped(optionHelp(option))} |`,
  );
  return ['| option | |', '| --- | --- |', ...rows].join('\n');
}

const parts = [
  '# Commands',
  'Written by `npm run docs:commands` from what `arcwise VERB --help` prints.',
  '`arcwise "A text."` shows the trees of a text. stdin and stdout are used where no file is named, and `-` means them too; files are given by plain path. Progress goes to stderr, and only to a terminal. Exit 0 on success, 1 on bad data, 2 on bad usage. `arcwise --help` lists the verbs, `arcwise VERB --help` (or `-h`, or `arcwise help VERB`) the options of one, `arcwise --version` the version.',
  '`ARCWISE_BLAS=wasm|openblas|FILE` chooses what multiplies matrices ([the engine](engine.md)); `ARCWISE_DATA` is the folder where the paths of grids begin ([experiments](experiments.md)).',
];
for (const [verb, load] of Object.entries(verbs)) {
  parts.push(`## arcwise ${verb}`);
  for (const form of (await load()).usage) {
    parts.push(form.about, `    ${synopsis(form)}`, table(form.options));
    for (const [of, options] of Object.entries(form.settings ?? {})) {
      // The taggers of a jackknife have the settings that all taggers have.
      if (verb === 'train') parts.push(`### Settings of a ${of}`, table(options));
      else parts.push(`And any of the [settings of a ${of}](#settings-of-a-${of}).`);
    }
  }
}
const text = `${parts.join('\n\n')}\n`;
if (process.argv.includes('--print')) process.stdout.write(text);
else writeFileSync(file, text);
