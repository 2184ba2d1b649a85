import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Pipeline } from '../../dist/pipeline/pipeline.js';
import { readSentences } from '../../src/conllu/reader.js';
import type { Sentence } from '../../src/conllu/sentence.js';
import { startService, type TestService, tinyParts } from '../support/service.js';
import { tinyText } from '../support/tinyModels.js';

const parts = await tinyParts();
let one: TestService;
let bare: TestService;
beforeAll(async () => {
  one = await startService({ parts });
  bare = await startService({ parts: { parsers: [] } });
});
afterAll(async () => {
  await one.close();
  await bare.close();
});

interface Processed {
  model: string;
  acknowledgements: string[];
  result: string;
}

function post(fields: Record<string, string>, service = one): Promise<Response> {
  return service.fetch('/process', { method: 'POST', body: new URLSearchParams(fields) });
}

async function result(fields: Record<string, string>): Promise<string> {
  const response = await post(fields);
  expect(response.status).toBe(200);
  return ((await response.json()) as Processed).result;
}

const all = { tokenizer: '', tagger: '', parser: '' };
const columns = (text: string, ...names: (keyof Sentence['words'][number])[]) =>
  [...readSentences(text, { heads: 'optional' })].map(({ words }) =>
    words.map((word) => names.map((name) => word[name]).join(' ')),
  );
const toy = '# sent_id = a\n1\tKelu\tk\tX\t_\t_\t0\troot\t_\t_\n2\tta\tt\tX\t_\t_\t1\tdep\t_\t_\n\n';

describe('/models', () => {
  it('lists the model and what it can do', async () => {
    const expected = {
      models: { 'tiny-made-up': ['tokenizer', 'tagger', 'parser'] },
      default_model: 'tiny-made-up',
    };
    for (const method of ['GET', 'POST']) {
      const response = await one.fetch('/models', { method });
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(await response.json()).toEqual(expected);
    }
    expect(await (await bare.fetch('/models')).json()).toMatchObject({ models: { 'tiny-made-up': [] } });
  });
});

describe('/process', () => {
  it('splits, tags and parses text like the pipeline', async () => {
    const response = await post({ ...all, data: tinyText });
    const answer = (await response.json()) as Processed;
    expect(Object.keys(answer)).toEqual(['model', 'acknowledgements', 'result']);
    expect(answer.model).toBe('tiny-made-up');
    expect(answer.acknowledgements).toEqual(['A made-up treebank (MIT)']);
    const pipeline = new Pipeline(parts);
    const sentences: Sentence[] = [];
    for await (const { sentence } of pipeline.split([tinyText])) sentences.push(sentence);
    const expected = pipeline.parse(sentences).map(({ trees }) => trees[0].sentence);
    const found = [...readSentences(answer.result)];
    expect(found.map(({ words }) => words)).toEqual(expected.map(({ words }) => words));
    expect(found.map(({ ranges }) => ranges)).toEqual(expected.map(({ ranges }) => ranges));
    expect(found[0].comments.slice(0, 3)).toEqual(['# newdoc', '# newpar', '# sent_id = 1']);
    expect(found[1].comments[0]).toBe('# sent_id = 2');
  });

  it('parses CoNLL-U whatever its heads are, and refuses heads that it is to give back and that form no tree', async () => {
    for (const heads of ['_ _', '0 0', '2 1', '9 7']) {
      const [first, second] = heads.split(' ');
      const data = toy.replace('\t0\troot', `\t${first}\t_`).replace('\t1\tdep', `\t${second}\t_`);
      expect(await result({ data, parser: '' })).toBe(await result({ data: toy, parser: '' }));
    }
    expect((await post({ data: toy.replace('\t0\troot', '\t2\tdep') })).status).toBe(400);
  });

  it('takes the parameters from the address and from forms of both kinds', async () => {
    const query = new URLSearchParams({ ...all, data: tinyText });
    const multipart = new FormData();
    for (const [name, value] of Object.entries(all)) multipart.set(name, value);
    multipart.set('data', new File([tinyText], 'text.txt', { type: 'text/plain' }));
    const answers = await Promise.all([
      one.fetch(`/process?${query}`),
      one.fetch('/process', { method: 'POST', body: query }),
      one.fetch('/process', { method: 'POST', body: multipart }),
      one.fetch('/process?tokenizer&tagger&parser&data=overruled', {
        method: 'POST',
        body: new URLSearchParams({ data: tinyText }),
      }),
    ]);
    const [first, ...others] = await Promise.all(answers.map((answer) => answer.json()));
    expect(first).toHaveProperty('result', expect.stringContaining('Kelu'));
    for (const other of others) expect(other).toEqual(first);
  });

  it('does only what it is asked for', async () => {
    const split = await result({ data: 'Kelu ta!', tokenizer: '' });
    expect(columns(split, 'form', 'upos', 'head')).toEqual([['Kelu _ -1', 'ta _ -1', '! _ -1']]);
    const tagged = await result({ data: 'Kelu ta!', tokenizer: '', tagger: '' });
    expect(columns(tagged, 'upos', 'head').flat().join()).toMatch(/^[A-Z]+ -1,[A-Z]+ -1,[A-Z]+ -1$/);
    const parsed = await result({ data: 'Kelu ta!', tokenizer: '', parser: '' });
    expect(columns(parsed, 'lemma', 'upos', 'xpos', 'feats').flat()).toEqual(new Array(3).fill('_ _ _ _'));
    expect(columns(parsed, 'head').flat()).toContain('0');
    const both = await result({ data: 'Kelu ta!', ...all });
    expect(columns(both, 'head', 'deprel')).toEqual(columns(parsed, 'head', 'deprel'));
    expect(columns(both, 'upos')).toEqual(columns(tagged, 'upos'));
    expect(await result({ data: 'Kelu ta!', ...all, tagger: 'none', parser: 'none' })).toBe(split);
  });

  it('reads CoNLL-U, also without its last lines, and gives back what it is not asked to change', async () => {
    expect(await result({ data: toy })).toBe(toy);
    expect(await result({ data: toy.trim(), input: 'conllu' })).toBe(toy);
    expect(await result({ data: toy.replaceAll('\n', '\r\n') })).toBe(toy);
    expect(await result({ data: '' })).toBe('');
    expect(columns(await result({ data: toy, parser: '' }), 'upos')).toEqual([['X', 'X']]);
    expect(columns(await result({ data: toy, tagger: '' }), 'upos', 'head')[0].join()).toMatch(
      /^[A-Z]{2,} 0,[A-Z]{2,} 1$/,
    );
  });

  it('reads horizontal and vertical sentences', async () => {
    const expected =
      '# newdoc\n# newpar\n# sent_id = 1\n1\tKelu\t_\t_\t_\t_\t_\t_\t_\t_\n2\tta b\t_\t_\t_\t_\t_\t_\t_\t_\n\n' +
      '# sent_id = 2\n1\t!\t_\t_\t_\t_\t_\t_\t_\t_\n\n';
    expect(await result({ data: 'Kelu  ta\u00a0b\r\n\n!', input: 'horizontal' })).toBe(expected);
    expect(await result({ data: 'Kelu\tx\nta b\n\n\n!\n', input: 'vertical' })).toBe(expected);
    expect(await result({ data: 'Kelu ta!', input: 'generic_tokenizer' })).toBe(
      await result({ data: 'Kelu ta!', tokenizer: '' }),
    );
  });

  it('knows the options of the tokenizer', async () => {
    const lines = await result({ data: "Kelu! Ta ban't\n\nsori", tokenizer: 'presegmented' });
    const [first, second] = [...readSentences(lines, { heads: 'optional' })];
    expect(first.words.map(({ id, form }) => `${id} ${form}`)).toEqual([
      '1 Kelu',
      '2 !',
      '3 Ta',
      '4 ba',
      "5 n't",
    ]);
    expect(first.ranges).toMatchObject([{ first: 4, last: 5, form: "ban't" }]);
    expect(first.comments).toEqual(['# newdoc', '# newpar', '# sent_id = 1', "# text = Kelu! Ta ban't"]);
    expect(second.comments).toEqual(['# newpar', '# sent_id = 2', '# text = sori']);
    const ranges = await result({ data: "😀 Kelu ban't!", tokenizer: 'ranges' });
    expect(ranges.match(/TokenRange=[\d:]+/g)).toEqual([
      'TokenRange=0:1',
      'TokenRange=2:6',
      'TokenRange=7:12',
      'TokenRange=12:13',
    ]);
  });

  it.each([
    { output: 'horizontal', expected: "Kelu ba n't !\nA. ta ?\nsori\n" },
    { output: 'vertical', expected: "Kelu\nba\nn't\n!\n\nA.\nta\n?\n\nsori\n\n" },
    { output: 'plaintext', expected: "Kelu ban't! A. ta? sori " },
    { output: 'plaintext=normalized_spaces', expected: "Kelu ban't!\nA. ta?\n\nsori\n" },
  ])('writes $output', async ({ output, expected }) => {
    expect(await result({ data: "Kelu ban't! A. ta?\n\nsori", tokenizer: '', output })).toBe(expected);
  });

  it('writes Matxin', async () => {
    const data =
      '1\t<a>\tl\tX\t_\tF=1\t2\tdep\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n3\tc\t_\tX\t_\t_\t2\tdep\t_\t_\n\n';
    expect(await result({ data, output: 'matxin' })).toBe(
      '<corpus>\n<SENTENCE ord="1" alloc="0">\n' +
        ' <NODE ord="2" alloc="0" form="b" lem="" mi="" si="root">\n' +
        '  <NODE ord="1" alloc="0" form="&lt;a&gt;" lem="l" mi="F=1" si="dep"/>\n' +
        '  <NODE ord="3" alloc="0" form="c" lem="" mi="" si="dep"/>\n' +
        ' </NODE>\n</SENTENCE>\n</corpus>\n',
    );
  });

  it('takes the beginning of the model’s name for it', async () => {
    for (const model of ['', 'tiny', 'tiny-made', 'tiny-made-up'])
      expect(await result({ data: toy, model })).toBe(toy);
  });

  it.each<[Record<string, string>, string]>([
    [{}, "Required argument 'data' is missing.\n"],
    [{ data: 'x', model: 'tin' }, "Requested model 'tin' does not exist.\n"],
    [{ data: 'x', input: 'epe' }, "Unknown input format 'epe'.\n"],
    [{ data: 'x', input: '__proto__' }, "Unknown input format '__proto__'.\n"],
    [{ data: toy, output: 'epe' }, "Unknown output format 'epe'.\n"],
    [{ data: 'x' }, 'Cannot read input data: line 1: the word has 1 column instead of 10\n'],
    [{ data: 'a\0b', input: 'vertical' }, 'Cannot read input data: the data contain a NUL\n'],
  ])('answers %j with text like UDPipe', async (fields, text) => {
    const response = await post(fields);
    expect(response.status).toBe(400);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toBe(text);
  });

  it.each(['tokenizer', 'tagger', 'parser'])('says that a model has no %s', async (part) => {
    const response = await post({ data: toy, [part]: '' }, bare);
    expect([response.status, await response.text()]).toEqual([
      400,
      `The required model does not contain a ${part}!`,
    ]);
  });

  it('says what is wrong with a body', async () => {
    const send = async (type: string, body: string | Uint8Array<ArrayBuffer>) => {
      const response = await one.fetch('/process', {
        method: 'POST',
        headers: { 'Content-Type': type },
        body,
      });
      return [response.status, await response.text()];
    };
    expect(await send('text/csv', 'a')).toEqual([400, "Unsupported payload Content-Type 'text/csv'."]);
    const broken = await send('multipart/form-data; boundary=x', '--x\r\nContent-Dispo');
    expect(broken).toEqual([400, 'Cannot parse the multipart/form-data payload.']);
    const bytes = Uint8Array.of(0x64, 0x3d, 0xff);
    expect(await send('application/x-www-form-urlencoded', bytes)).toEqual([
      400,
      'The body is not valid UTF-8.',
    ]);
  });
});

const hasCurl = spawnSync('curl', ['--version']).status === 0;

describe.skipIf(!hasCurl)('curl, as the clients of UDPipe use it', () => {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-curl-'));
  const file = join(folder, 'input_file.txt');
  writeFileSync(file, tinyText);
  afterAll(() => rmSync(folder, { recursive: true }));

  /** Not synchronously: the service answers in this process. */
  function curl(...args: string[]): Promise<string> {
    const child = spawn('curl', ['--silent', '--show-error', ...args, `${one.address}/process`]);
    let output = '';
    child.stdout.on('data', (data) => {
      output += data;
    });
    return new Promise((resolve) => child.on('close', () => resolve(output)));
  }

  it('gets one answer by all ways', async () => {
    const expected = await (await post({ ...all, data: tinyText })).text();
    const rest = 'tokenizer=&tagger=&parser=';
    const answers = await Promise.all([
      curl('-F', `data=@${file}`, '-F', 'model=tiny', '-F', 'tokenizer=', '-F', 'tagger=', '-F', 'parser='),
      curl('-F', `data=<${file}`, '-F', 'tokenizer=', '-F', 'tagger=', '-F', 'parser='),
      curl('--data', rest, '--data-urlencode', `data@${file}`),
      curl('--get', '--data', rest, '--data-urlencode', `data=${tinyText}`),
      curl('--data-urlencode', `data=${tinyText}`, '--data', rest),
    ]);
    for (const answer of answers) expect(answer).toBe(expected);
    expect(JSON.parse(expected).result).toMatch(
      /^# newdoc\n# newpar\n# sent_id = 1\n# text = Kelu ta moba sori!\n1\tKelu\t/,
    );
  });

  it('gets errors as text', async () => {
    expect(await curl('-F', 'model=tiny')).toBe("Required argument 'data' is missing.\n");
    expect(await curl('-F', `data=@${file}`, '-F', 'model=czech')).toBe(
      "Requested model 'czech' does not exist.\n",
    );
  });
});
