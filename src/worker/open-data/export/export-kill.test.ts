import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import {
  createOpenDataWorld,
  type OpenDataWorld,
  openDataEvent,
  openDataHour,
} from '../../../../test/support/open-data/open-data-world.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { openJournal } from '../../../exchange/journal/journal-writer.ts';
import { createLog } from '../../../platform/log/log.ts';
import { readEventExport } from './event-export-state.ts';
import { startOpenDataExport } from './start-open-data-export.ts';

let world: OpenDataWorld;
afterEach(() => world.close());

const kills = 12;

test('an export that is killed at any time loses and repeats no row', { timeout: 120_000 }, async () => {
  world = await createOpenDataWorld();
  await world.zones({ 'Europe/Brussels': [4] });
  const journal = openJournal({ folder: join(world.journalFolder, 'delivery-0') });
  let written = 0;
  const write = async () => {
    const atMs = openDataHour + (written % 5) * hourMs;
    const events = Array.from({ length: 400 }, () => openDataEvent({ atMs }));
    await Promise.all(events.map((event) => journal.append(event)));
    written += events.length;
  };
  let interrupted = 0;
  for (let kill = 0; kill < kills; kill += 1) {
    await write();
    const child = fork(new URL('export-process.ts', import.meta.url), { stdio: 'ignore' });
    const exited = once(child, 'exit');
    child.send({ host: 'host-1', dataFolder: world.dataFolder, store: world.location });
    const from = await readEventExport(world.store, 'host-1');
    // Kills as soon as the batch is noted, and a little later each time.
    for (let waited = 0; waited < 400; waited += 1) {
      const { pending, savedAtMs } = await readEventExport(world.store, 'host-1');
      if (savedAtMs !== from.savedAtMs && pending !== null) break;
      await delay(5);
    }
    await delay(kill * 4);
    child.kill('SIGKILL');
    await exited;
    if ((await readEventExport(world.store, 'host-1')).pending !== null) interrupted += 1;
  }
  await journal.close();
  await world.export();
  expect(interrupted).toBeGreaterThan(2);
  expect(
    await world.query('select count(*) as n, count(distinct (journal_segment, journal_offset)) as rows from events'),
  ).toEqual([{ n: String(written), rows: String(written) }]);
});

test('an export that is closed stores what was written before', async () => {
  world = await createOpenDataWorld();
  await world.zones({ 'Europe/Brussels': [4] });
  await world.journal('delivery-0', [openDataEvent(), openDataEvent()]);
  const log = createLog({ level: 'silent', name: 'test' });
  const task = { host: 'host-1', dataFolder: world.dataFolder, store: world.location };
  const exporting = startOpenDataExport({ ...task, log });
  while ((await world.names()).length === 0) await delay(20);
  await world.journal('delivery-0', [openDataEvent()]);
  await exporting.close();
  expect(await world.query('select count(*) as n from events')).toEqual([{ n: '3' }]);
});
