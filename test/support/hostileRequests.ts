// The suite of hostile requests: after so many of them the service answers as before.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { Random } from '../../src/engine/random.js';
import { attacks } from './hostility.js';
import { startArcwise } from './program.js';
import { tinyFile } from './service.js';
import { tinyText } from './tinyModels.js';

/** How many come at a time. */
const AT_ONCE = 24;

export function describeHostileRequests(count: number): void {
  const folder = mkdtempSync(join(tmpdir(), 'arcwise-hostile-'));
  const model = join(folder, 'tiny.arcwise');
  writeFileSync(model, tinyFile);
  const options = ['serve', '--port', '0', '--threads', '2', '--model', model, '--timeout', '3'];
  const program = startArcwise(options, { ARCWISE_BLAS: 'wasm' });
  afterAll(() => {
    program.kill();
    rmSync(folder, { recursive: true });
  });

  describe(`${count} hostile requests`, () => {
    it('leave the service answering as before', async () => {
      await program.until(/Listening on \S+\n/);
      const address = /Listening on (\S+)\n/.exec(program.stderr())?.[1] ?? '';
      const answer = async () => {
        const headers = { 'Content-Type': 'text/plain' };
        return (await fetch(`${address}/parse`, { method: 'POST', headers, body: tinyText })).text();
      };
      const before = await answer();
      expect(JSON.parse(before).sentences.length).toBeGreaterThan(2);
      const random = new Random(7);
      const surprises: string[] = [];
      let next = 0;
      const attack = async () => {
        while (next < count) {
          const { name, outcomes, run } = attacks[next++ % attacks.length];
          const outcome = await run(address, random);
          // When there is too much to do, anybody may hear of it.
          if (![...outcomes, 408, 503].includes(outcome)) surprises.push(`${name}: ${outcome}`);
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, attack));
      expect(surprises).toEqual([]);
      expect(await answer()).toBe(before);
      const metrics = await (await fetch(`${address}/metrics`)).text();
      expect(metrics).toMatch(/^arcwise_requests_in_flight 0$/m);
      expect(metrics).not.toMatch(/status="500"/);
      program.kill('SIGTERM');
      expect(await program.ended).toBe(0);
    });
  });
}
