// npm run docs:commands: writes docs/commands.md from the usage of each verb, and docs/rules.md from the rules of check,
// from the built package; with --print NAME, that one goes to stdout.
import { writeFileSync } from 'node:fs';
import { rulesOfLevel } from '../dist/check/checkRules.js';
import { verbs } from '../dist/cli/verbs.js';
import { optionCall, optionHelp, synopsis } from '../dist/options/usage.js';

const escaped = (text) => text.replaceAll('|', '\\|');

function table(options) {
  const rows = Object.entries(options).map(
    ([name, option]) => `| \`${escaped(optionCall(name, option))}\` | ${escaped(optionHelp(option))} |`,
  );
  return ['| option | |', '| --- | --- |', ...rows].join('\n');
}

const commands = [
  '# Commands',
  'Written by `npm run docs:commands` from what `arcwise VERB --help` prints.',
  '`arcwise "A text."` shows the trees of a text. Without a file, commands use stdin and stdout; `-` means them too. Progress goes to stderr, and only to a terminal. The exit code is 0 on success, 1 on bad data, 2 on bad usage. `arcwise --help` lists the verbs, `arcwise VERB --help` (or `-h`, or `arcwise help VERB`) the options of one, `arcwise --version` the version.',
  '`ARCWISE_BLAS=wasm|openblas|FILE` chooses the provider of matrix products ([the engine](engine.md)). The paths in grid files are relative to the folder `ARCWISE_DATA` ([experiments](experiments.md)).',
];
for (const [verb, load] of Object.entries(verbs)) {
  commands.push(`## arcwise ${verb}`);
  for (const form of (await load()).usage) {
    commands.push(form.about, `    ${synopsis(form)}`, table(form.options));
    for (const [of, options] of Object.entries(form.settings ?? {})) {
      // Jackknife taggers share the settings of all taggers.
      if (verb === 'train') commands.push(`### Settings of a ${of}`, table(options));
      else commands.push(`And any of the [settings of a ${of}](#settings-of-a-${of.replaceAll(' ', '-')}).`);
    }
  }
}

const titles = { 1: 'the file format', 2: 'columns, metadata, trees', 3: 'the universal guidelines' };
const rules = [
  '# Rules for treebanks',
  'Written by `npm run docs:commands` from the rules that `arcwise check --level` applies.',
  'Names and contents follow the [validator of Universal Dependencies](https://universaldependencies.org/validation-rules.html); the implementation is independent. `--level 2` includes the rules of level 1, and `--level 3` includes all. Language-specific rules (the validator’s levels 4 and 5) need lists that the validator maintains, and are not checked. Two rules are one level lower than in the validator: filled columns of multiword tokens belong to the format, and the agreement of `root` and head 0 belongs to the tree.',
];
for (const [level, all] of Object.entries(rulesOfLevel)) {
  const rows = all.map(({ name, about, severity }) => {
    return `| \`${name}\`${severity === 'warning' ? ' (warning)' : ''} | ${escaped(about)} |`;
  });
  rules.push(`## Level ${level}: ${titles[level]}`, ['| rule | |', '| --- | --- |', ...rows].join('\n'));
}

const pages = { commands, rules };
const printed = process.argv[process.argv.indexOf('--print') + 1];
for (const [name, parts] of Object.entries(pages)) {
  const text = `${parts.join('\n\n')}\n`;
  if (!process.argv.includes('--print')) writeFileSync(new URL(`../docs/${name}.md`, import.meta.url), text);
  else if (name === printed) process.stdout.write(text);
}
