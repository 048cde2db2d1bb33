import { readFileSync } from 'node:fs';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { dayMs } from '../../src/core/time/durations.ts';
import type { DeliveryEvent } from '../../src/exchange/journal/delivery-event.ts';
import { listSegments } from '../../src/exchange/journal/journal-segments.ts';
import { openJournal } from '../../src/exchange/journal/journal-writer.ts';
import { makeBackup } from '../../src/main/backup/make-backup.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open-database.ts';
import { openPlainStore } from '../../src/platform/files/plain-store.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createJournalShipping } from '../../src/worker/count/journal-shipping.ts';
import { recount } from '../../src/worker/count/recount/recount.ts';
import { newDecisionId, testSequences } from '../support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';

/*
 * Measures the storage and time of a million events, for docs/guide/operate/capacity.md: 500 bookings with two
 * creatives on 200 positions, in one day; three quarters are impressions.
 */
const events = Number(process.env['PLACARD_TEST_EVENTS'] ?? 1_000_000);
const perMillion = 1_000_000 / events;
const atOnce = 5_000;
const mebibyte = 1024 * 1024;
const fromMs = Date.parse('2026-11-21T00:00:00Z');

let testDatabase: TestDatabase;
let open: OpenDatabase;
let folder: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 4 });
  folder = await mkdtemp(join(tmpdir(), 'placard-capacity-'));
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
  await rm(folder, { recursive: true, force: true });
});

function eventOf(index: number): DeliveryEvent {
  const atMs = fromMs + Math.floor((index / events) * dayMs);
  const decision = newDecisionId();
  const kind = index % 4 === 0 ? (index % 8 === 0 ? 'viewable' : 'click') : 'impression';
  const booking = 1 + ((index * 7) % 500);
  return {
    eventId: `${decision}.0.${kind}`,
    kind,
    filtered: null,
    atMs,
    decidedAtMs: atMs - 2_000,
    adId: booking * 2 + (index % 2),
    bookingId: booking,
    creativeId: booking * 2 + (index % 2),
    positionId: 1 + ((index * 13) % 200),
  };
}

async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly seconds: number }> {
  const startedAtMs = performance.now();
  return { result: await work(), seconds: (performance.now() - startedAtMs) / 1000 };
}

async function sizeOf(table: string): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_total_relation_size(${table}::regclass) as bytes`.execute(
    open.kysely,
  );
  return rows[0]?.bytes ?? 0;
}

test('a million events require the storage and time stated in the guide', async () => {
  const journalFolder = join(folder, 'journal');
  const journal = openJournal({ folder: join(journalFolder, 'delivery-0') });
  const written = await timed(async () => {
    for (let index = 0; index < events; index += atOnce) {
      await Promise.all(
        Array.from({ length: Math.min(atOnce, events - index) }, (_, at) => journal.append(eventOf(index + at))),
      );
    }
    await journal.close();
  });
  const segments = await listSegments(journalFolder);
  const sizes = await Promise.all(segments.map(async ({ path }) => (await stat(path)).size));
  const journalBytes = sizes.reduce((sum, size) => sum + size, 0);
  const packed = segments.slice(0, 3).map(({ path }) => gzipSync(readFileSync(path)).length);
  const archivedPart =
    packed.reduce((sum, size) => sum + size, 0) / sizes.slice(0, 3).reduce((sum, size) => sum + size, 0);

  const log = createLog({ level: 'silent', name: 'test' });
  const shipping = createJournalShipping({ sequences: testSequences, database: open.kysely, journalFolder, log });
  const rolled = await timed(() => shipping.shipAll(new AbortController().signal));
  const tables = ['counted_range', 'delivery_hour', 'booking_day', 'booking_total'];
  const bytes = Object.fromEntries(
    await Promise.all(tables.map(async (table) => [table, await sizeOf(table)] as const)),
  );

  const store = openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder: folder });
  const again = await timed(() =>
    recount(open.kysely, { sequences: testSequences, store, journalFolder, write: false }),
  );
  expect(again.result).toMatchObject({ differences: [], missing: [], events });
  const target = join(folder, 'backup.tar.gz');
  const backup = await timed(() =>
    makeBackup({
      database: open.kysely,
      store: { kind: 'folder', folder: null },
      dataFolder: folder,
      withSecret: false,
      version: '0.1.0',
      target,
    }),
  );
  const backupBytes = (await stat(target)).size;
  const perSecond = ({ seconds }: { readonly seconds: number }) => Math.round(events / seconds);
  const inMebibytes = (value: number) => `${((value * perMillion) / mebibyte).toFixed(1)} MiB`;
  console.info(
    [
      `Of each million events (measured with ${events}):`,
      `journal: ${inMebibytes(journalBytes)}, written at ${perSecond(written)} per second`,
      `archive: ${inMebibytes(journalBytes * archivedPart)}, for 35 days`,
      `roll-up: ${perSecond(rolled)} events per second`,
      `counted_range: ${inMebibytes(bytes['counted_range'] ?? 0)}, for two days`,
      `delivery_hour: ${inMebibytes(bytes['delivery_hour'] ?? 0)}, permanent (grows with bookings, positions and hours, not with events)`,
      `recount: ${perSecond(again)} events per second`,
      `backup: ${inMebibytes(backupBytes)}, ${backup.seconds.toFixed(1)} s`,
    ].join('\n  '),
  );
  // Limits of the guide, a tenth above the measured values.
  expect((journalBytes * perMillion) / mebibyte).toBeLessThan(230);
  expect(((bytes['counted_range'] ?? 0) * perMillion) / mebibyte).toBeLessThan(4);
});
