// Says in the end of the suite of faults how many there were.
import type { Reporter, TestModule } from 'vitest/node';
import type { Counts } from './faultyRuns.js';

export class FaultCounts implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const total: Required<Counts> = { kills: 0, faults: 0, resumed: 0, schedules: 0 };
    let failed = 0;
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        if (test.result().state === 'failed') failed++;
        const { counts } = test.meta();
        if (!counts) continue;
        const said = Object.entries(counts).map(([name, count]) => `${count} ${name}`);
        console.log(`${test.fullName}: ${said.join(', ')}`);
        for (const name of Object.keys(counts) as (keyof Counts)[]) total[name] += counts[name] ?? 0;
      }
    }
    const { kills, faults, resumed, schedules } = total;
    console.log(
      `\n${kills} kills, ${faults} faults of the disk, ${resumed} times gone on to the same bytes, ` +
        `${schedules} schedules of leases; ${failed === 0 ? 'nothing lost' : `${failed} tests failed`}.`,
    );
  }
}
