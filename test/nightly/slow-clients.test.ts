import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openSnapshotFolder } from '../../src/exchange/snapshot/snapshot-folder.ts';
import { benchRows } from '../bench/bench-model.ts';
import { startBenchProcess } from '../bench/bench-process.ts';
import { measureSlowClients } from '../bench/measure-concurrent-load.ts';
import { publishRows } from '../support/database/publish-rows.ts';

test('5,000 clients that send one byte per second raise the p99 of the others at most by a factor of three', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'placard-slow-'));
  const generator = startBenchProcess('load-generator.ts');
  try {
    await publishRows(openSnapshotFolder(join(dataFolder, 'snapshots')), benchRows(1_000));
    const ratio = await measureSlowClients({ generator, dataFolder, rounds: 7, seconds: 2 });
    process.stdout.write(`p99 with 5,000 slow clients divided by p99 without: ${JSON.stringify(ratio)}\n`);
    expect(ratio.median).toBeLessThan(3);
  } finally {
    generator.disconnect();
    await rm(dataFolder, { recursive: true, force: true });
  }
});
