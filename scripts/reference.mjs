// npm run docs:commands: writes docs/commands.md from the usage of each verb, and docs/rules.md from the rules of check,
// as they were built; with --print NAME, that one to stdout.
import { writeFileSync } from 'node:fs';
import { rulesOfLevel } from '../dist/check/rules.js';
import { optionCall, optionHelp, synopsis } from '../dist/cli/usage.js';
import { verbs } from '../dist/cli/verbs.js';

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
  '`arcwise "A text."` shows the trees of a text. stdin and stdout are used where no file is named, and `-` means them too; files are given by plain path. Progress goes to stderr, and only to a terminal. Exit 0 on success, 1 on bad data, 2 on bad usage. `arcwise --help` lists the verbs, `arcwise VERB --help` (or `-h`, or `arcwise help VERB`) the options of one, `arcwise --version` the version.',
  '`ARCWISE_BLAS=wasm|openblas|FILE` chooses what multiplies matrices ([the engine](engine.md)); `ARCWISE_DATA` is the folder where the paths of grids begin ([experiments](experiments.md)).',
];
for (const [verb, load] of Object.entries(verbs)) {
  commands.push(`## arcwise ${verb}`);
  for (const form of (await load()).usage) {
    commands.push(form.about, `    ${synopsis(form)}`, table(form.options));
    for (const [of, options] of Object.entries(form.settings ?? {})) {
      // The taggers of a jackknife have the settings that all taggers have.
      if (verb === 'train') commands.push(`### Settings of a ${of}`, table(options));
      else commands.push(`And any of the [settings of a ${of}](#settings-of-a-${of}).`);
    }
  }
}

const titles = { 1: 'the file format', 2: 'columns, metadata, trees', 3: 'the universal guidelines' };
const rules = [
  '# Rules for treebanks',
  'Written by `npm run docs:commands` from the rules that `arcwise check --level` applies.',
  'Names and contents are those of the [validator of Universal Dependencies](https://universaldependencies.org/validation-rules.html); the code is our own. `--level 2` has the rules of level 1 too, `--level 3` all. Rules of single languages (levels 4 and 5 there) need lists that the validator keeps, and are not checked. Two rules stand one level lower than in the validator: filled columns of multiword tokens are a matter of the format, and so are `root` and the head 0 one of the tree.',
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
