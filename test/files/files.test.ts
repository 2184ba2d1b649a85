import { spawn, spawnSync } from 'node:child_process';
import fs from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { checkWritable, FileError, openFile, readWhole, writeWhole } from '../../src/files/files.js';

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await fs.mkdtemp(join(tmpdir(), 'arcwise-'));
  file = join(folder, 'model');
});

afterEach(async () => {
  vi.restoreAllMocks();
  await fs.rm(folder, { recursive: true });
});

const textOf = async (path: string) => Buffer.from(await readWhole(path)).toString();

const program = [fileURLToPath(new URL('../support/saving.mjs', import.meta.url))];

/** Runs as a user without rights, also where tests are run by one who may do everything. */
async function withoutRights(action: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return action();
  await fs.chmod(folder, (await fs.stat(folder)).mode | 0o055);
  process.seteuid?.(65534);
  try {
    await action();
  } finally {
    process.seteuid?.(0);
  }
}

describe('reading a file', () => {
  it('gives its bytes and their number', async () => {
    const bytes = Uint8Array.from({ length: 1_000_000 }, (_, i) => i % 251);
    await fs.writeFile(file, bytes);
    const stream = await openFile(file);
    expect(stream.size).toBe(bytes.length);
    const chunks: Uint8Array[] = [];
    for await (const chunk of stream) chunks.push(chunk);
    expect(chunks.length).toBeGreaterThan(1);
    expect(Buffer.concat(chunks).equals(bytes)).toBe(true);
    expect(Buffer.from(await readWhole(file)).equals(bytes)).toBe(true);
    await fs.writeFile(file, '');
    expect(await readWhole(file)).toHaveLength(0);
  });

  it('fails in a sentence when there is no file, or a folder instead', async () => {
    await expect(openFile(file)).rejects.toThrow(new FileError(file, `There is no file "${file}".`));
    await fs.writeFile(file, '');
    const below = join(file, 'model');
    await expect(readWhole(below)).rejects.toThrow(new FileError(below, `There is no file "${below}".`));
    await expect(openFile(folder)).rejects.toThrow(`"${folder}" is a folder, not a file.`);
  });

  it.skipIf(process.platform === 'win32')('fails in a sentence without permission', async () => {
    await fs.writeFile(file, 'a', { mode: 0o200 });
    await withoutRights(async () => {
      await expect(readWhole(file)).rejects.toThrow(`There is no permission to read "${file}".`);
    });
  });

  const changes: [string, () => Promise<void>][] = [
    ['grows', () => fs.appendFile(file, 'b')],
    ['shrinks', () => fs.truncate(file, 300_000)],
    ['is overwritten', () => fs.writeFile(file, Buffer.alloc(1_000_000, 'b'))],
  ];
  it.each(changes)('fails in a sentence when it %s meanwhile', async (_, change) => {
    await fs.writeFile(file, Buffer.alloc(1_000_000, 'a'));
    // Long ago, so that the time of the change differs whatever the clock's steps.
    await fs.utimes(file, 1, 1);
    const reading = async () => {
      let changed = false;
      for await (const _chunk of await openFile(file)) {
        if (!changed) await change();
        changed = true;
      }
    };
    await expect(reading()).rejects.toThrow(`The file "${file}" changed while it was read.`);
  });
});

describe('writing a file', () => {
  it('takes text, bytes and streams of both, and leaves nothing else behind', async () => {
    await writeWhole(file, 'naïve');
    expect(await textOf(file)).toBe('naïve');
    await writeWhole(file, new TextEncoder().encode('犬'));
    expect(await textOf(file)).toBe('犬');
    await writeWhole(file, ['a', new Uint8Array([98]), '', 'c']);
    expect(await textOf(file)).toBe('abc');
    await writeWhole(file, await openFile(file));
    expect(await textOf(file)).toBe('abc');
    await writeWhole(file, []);
    expect(await textOf(file)).toBe('');
    expect(await fs.readdir(folder)).toEqual(['model']);
  });

  it('does not show the new content before all of it is there', async () => {
    await writeWhole(file, 'old');
    const content = async function* () {
      yield 'n';
      expect(await textOf(file)).toBe('old');
      yield 'ew';
      expect(await textOf(file)).toBe('old');
    };
    await writeWhole(file, content());
    expect(await textOf(file)).toBe('new');
  });

  it('follows a link and keeps the rights of the file', async () => {
    const link = join(folder, 'link');
    await writeWhole(file, 'old');
    await fs.chmod(file, 0o600);
    await fs.symlink(file, link);
    await writeWhole(link, 'new');
    expect(await textOf(file)).toBe('new');
    expect((await fs.lstat(link)).isSymbolicLink()).toBe(true);
    expect((await fs.stat(file)).mode & 0o777).toBe(0o600);
  });

  it('fails in a sentence when there is no folder, or a folder or a device instead of the file', async () => {
    const below = join(folder, 'none', 'model');
    await expect(writeWhole(below, '')).rejects.toThrow(
      new FileError(below, `There is no folder to write "${below}" into.`),
    );
    await expect(writeWhole(folder, '')).rejects.toThrow(`"${folder}" is a folder, not a file.`);
    const device = process.platform === 'win32' ? '\\\\.\\NUL' : '/dev/null';
    await expect(writeWhole(device, 'x')).rejects.toThrow(FileError);
    expect((await fs.stat(device)).isFile()).toBe(false);
  });

  it.skipIf(process.platform === 'win32')('fails in a sentence without permission', async () => {
    const problem = `There is no permission to write "${file}".`;
    await withoutRights(async () => {
      await fs.chmod(folder, 0o555).catch(() => {});
      await expect(writeWhole(file, 'new')).rejects.toThrow(problem);
    });
    await fs.chmod(folder, 0o777);
    await fs.writeFile(file, 'old', { mode: 0o444 });
    await withoutRights(async () => {
      await expect(writeWhole(file, 'new')).rejects.toThrow(problem);
    });
    expect(await textOf(file)).toBe('old');
    expect(await fs.readdir(folder)).toEqual(['model']);
  });

  it('leaves the old file alone when its content fails to come', async () => {
    await writeWhole(file, 'old');
    const problem = new Error('Out of words.');
    const content = async function* () {
      yield 'new';
      throw problem;
    };
    await expect(writeWhole(file, content())).rejects.toBe(problem);
    expect(await textOf(file)).toBe('old');
    expect(await fs.readdir(folder)).toEqual(['model']);
  });

  it('leaves the old file alone when any step fails', async () => {
    await writeWhole(file, 'old');
    const handle = await fs.open(file);
    const handles = Object.getPrototypeOf(handle) as typeof handle;
    await handle.close();
    const codes = {
      ENOSPC: `The disk is full, so "${file}" was not written.`,
      EROFS: `The disk of "${file}" can only be read.`,
      EIO: `It was not possible to write "${file}" (broken).`,
    };
    for (const [code, sentence] of Object.entries(codes)) {
      const failure = Object.assign(new Error('broken'), { code });
      const steps = [
        vi.spyOn(handles, 'writeFile'),
        vi.spyOn(handles, 'sync'),
        vi.spyOn(fs, 'rename'),
        vi.spyOn(fs, 'open'),
      ];
      for (const step of steps) {
        step.mockRejectedValueOnce(failure);
        await expect(writeWhole(file, 'new')).rejects.toThrow(new FileError(file, sentence));
        expect(await textOf(file)).toBe('old');
        expect(await fs.readdir(folder)).toEqual(['model']);
      }
    }
    await writeWhole(file, 'new');
    expect(await textOf(file)).toBe('new');
  });

  const canMount = spawnSync('unshare', ['-rm', 'true']).status === 0;
  it.skipIf(!canMount)('leaves the old file alone on a disk that is full', async () => {
    // The small disk is seen only by the processes in the shell.
    const script = `mount -t tmpfs -o size=64k none "$1" || exit 1
      file="$1/model"; shift; "$@" "$file" 1000 1; "$@" "$file" 1000000 1; ls -A "$(dirname "$file")"; wc -c < "$file"`;
    const { stdout } = spawnSync(
      'unshare',
      ['-rm', 'sh', '-c', script, 'sh', folder, process.execPath, ...program],
      { encoding: 'utf8' },
    );
    expect(stdout.trim().split('\n')).toEqual([
      'saved',
      `FileError: The disk is full, so "${file}" was not written.`,
      'model',
      '1000',
    ]);
  });

  it('leaves a whole file when its process is killed', async () => {
    const size = 3_000_000;
    for (let moment = 1; moment <= 5; moment++) {
      const child = spawn(process.execPath, [...program, file, String(size), '1000'], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let saved = 0;
      for await (const chunk of child.stdout) {
        saved += String(chunk).split('saved').length - 1;
        if (saved >= moment) child.kill('SIGKILL');
      }
      const text = await textOf(file);
      expect(text).toBe(text[0].repeat(size));
    }
  });
});

describe('writing what is read', () => {
  beforeEach(async () => {
    await fs.writeFile(file, 'a treebank');
    await fs.symlink(file, join(folder, 'symbolic'));
    await fs.link(file, join(folder, 'hard'));
  });

  it.each(['model', 'symbolic', 'hard', './model', join('..', 'FOLDER', 'model')])(
    'is refused: %s',
    async (name) => {
      const path = join(folder, name.replace('FOLDER', folder.split('/').at(-1) ?? ''));
      const refusal = `"${path}" is read and would be overwritten: give the output another name.`;
      await expect(checkWritable([join(folder, 'new'), path], [undefined, file])).rejects.toThrow(refusal);
      await expect(checkWritable([file], [path])).rejects.toThrow('is read and would be overwritten');
    },
  );

  it('is not what is written beside it', async () => {
    await fs.writeFile(join(folder, 'other'), 'a model');
    await checkWritable([join(folder, 'new'), join(folder, 'other')], [file, join(folder, 'missing')]);
  });
});
