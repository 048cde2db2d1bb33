import { mkdtemp, readdir, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newDecisionId, testSequences } from '../../../../test/support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { hourMs } from '../../../core/time/durations.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import { createJournalArchive } from '../../../exchange/journal/journal-archive.ts';
import { openJournal } from '../../../exchange/journal/journal-writer.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { openPlainStore, type PlainStore } from '../../../platform/files/plain-store.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createJournalShipping } from '../journal-shipping.ts';
import { recount } from './recount.ts';

const log = createLog({ level: 'silent', name: 'test' });
const firstDay = Date.parse('2026-11-20T22:00:00Z');
const secondDay = Date.parse('2026-11-21T10:00:00Z');
let testDatabase: TestDatabase;
let open: OpenDatabase;
let folder: string;
let journalFolder: string;
let store: PlainStore;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 4 });
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
});
beforeEach(async () => {
  await sql`truncate counted_range, counted_event, delivery_hour, event_hour, custom_event, filtered_hour, booking_total, booking_day,
    journal_position, setting`.execute(open.kysely);
  folder = await mkdtemp(join(tmpdir(), 'placard-recount-'));
  journalFolder = join(folder, 'journal');
  store = openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder: folder });
});
afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

function event(atMs: number, change: Partial<DeliveryEvent> = {}): DeliveryEvent {
  const own = {
    eventId: `${newDecisionId()}.0.impression`,
    kind: 'impression',
    filtered: null,
    atMs,
    decidedAtMs: atMs - 1_000,
  };
  return { ...own, adId: 1, bookingId: 2, creativeId: 3, positionId: 4, ...change } as DeliveryEvent;
}

/** Returns events of all counted kinds within two hours. */
function mixture(fromMs: number): DeliveryEvent[] {
  const repeated = event(fromMs + 5_000);
  return [
    ...Array.from({ length: 40 }, (_, index) => event(fromMs + index * 150_000, { bookingId: 2 + (index % 3) })),
    event(fromMs, { eventId: `${newDecisionId()}.0.click`, kind: 'click' }),
    event(fromMs, { eventId: `${newDecisionId()}.0.viewable`, kind: 'viewable' }),
    event(fromMs, { eventId: `${newDecisionId()}.0.start`, kind: 'video', name: 'start' }),
    event(fromMs, { eventId: `${newDecisionId()}.0.swipe`, kind: 'custom', name: 'swipe', sender: 7 }),
    event(fromMs, { filtered: 'bot' }),
    repeated,
    { ...repeated, atMs: repeated.atMs + hourMs },
  ];
}

const ship = () =>
  createJournalShipping({ sequences: testSequences, database: open.kysely, journalFolder, log }).shipAll(
    new AbortController().signal,
  );

async function journal(processId: string, events: readonly DeliveryEvent[]): Promise<void> {
  const writer = openJournal({ folder: join(journalFolder, processId) });
  await Promise.all(events.map((one) => writer.append(one)));
  await writer.close();
}

/** Like the roll-up with an idle segment. */
async function archive(processId: string): Promise<void> {
  const at = new Date(Date.now() - 3_600_000);
  const own = join(journalFolder, processId);
  for (const name of await readdir(own)) await utimes(join(own, name), at, at);
  // A later segment ensures that these are not appended to.
  await journal(processId, [event(secondDay + 5 * hourMs)]);
  await ship();
  await createJournalArchive({ journalFolder, store, host: 'host-1' }).send();
}

async function everything(): Promise<unknown> {
  const tables = ['delivery_hour', 'event_hour', 'filtered_hour', 'booking_day', 'booking_total', 'counted_range'];
  const read = tables.map(async (table) => {
    const { rows } = await sql<{ row: string }>`
      select to_jsonb(${sql.table(table)})::text as row from ${sql.table(table)} order by 1`.execute(open.kysely);
    return [table, rows.map(({ row }) => row)];
  });
  return Object.fromEntries(await Promise.all(read)) as unknown;
}

const run = (write = false) => recount(open.kysely, { sequences: testSequences, store, journalFolder, write });

async function corrupt(): Promise<void> {
  await sql`update delivery_hour set impressions = impressions + 7 where hour_at = ${new Date(firstDay)}`.execute(
    open.kysely,
  );
  await sql`delete from delivery_hour where booking_id = 3`.execute(open.kysely);
  await sql`insert into delivery_hour values (${new Date(secondDay)}, '2026-11-21', 99, 3, 4, 5, 0, 1)`.execute(
    open.kysely,
  );
  await sql`delete from event_hour`.execute(open.kysely);
  await sql`update filtered_hour set events = 100 where reason = 'duplicate'`.execute(open.kysely);
  await sql`update booking_day set clicks = 3 where booking_id = 4`.execute(open.kysely);
  await sql`update booking_total set viewables = 12`.execute(open.kysely);
  await sql`delete from counted_range where slot_kind = '0.click'`.execute(open.kysely);
}

describe('placard recount', () => {
  test('finds no difference, and exactly restores corrupted sums from archive and journal', async () => {
    await journal('delivery-0', mixture(firstDay));
    await ship();
    await archive('delivery-0');
    await journal('delivery-1', mixture(secondDay));
    await ship();
    const before = await everything();
    expect(await run()).toMatchObject({ segments: 3, missing: [], differences: [], remembered: 0 });

    await corrupt();
    const spoilt = await everything();
    const shown = await run();
    expect(await everything()).toEqual(spoilt);
    expect(new Set(shown.differences.map(({ table }) => table))).toEqual(
      new Set(['delivery_hour', 'event_hour', 'filtered_hour', 'booking_day', 'booking_total']),
    );
    expect(shown.differences).toContainEqual(expect.objectContaining({ table: 'delivery_hour', day: '2026-11-20' }));

    expect(await run(true)).toEqual(shown);
    expect(await everything()).toEqual(before);
    expect(await run()).toMatchObject({ differences: [], remembered: 0 });
  });

  test('leaves the hours of a missing segment unchanged and reports the segment', async () => {
    await journal('delivery-0', mixture(firstDay));
    await ship();
    await archive('delivery-0');
    const [archived = ''] = await store.list('journal');
    await store.remove(archived);
    await journal('delivery-1', mixture(secondDay));
    await ship();
    await sql`update delivery_hour set impressions = impressions + 1`.execute(open.kysely);
    const firstHours = sql<{ row: string }>`
      select to_jsonb(delivery_hour)::text as row from delivery_hour where local_day = '2026-11-20' order by 1`;
    const { rows: before } = await firstHours.execute(open.kysely);
    const { missing, differences } = await run(true);
    expect(missing).toMatchObject([{ segmentId: /-([0-9a-f]{32})\./.exec(archived)?.[1], firstMs: firstDay }]);
    expect(differences.filter(({ table }) => table === 'delivery_hour')).toMatchObject([{ day: '2026-11-21' }]);
    expect((await firstHours.execute(open.kysely)).rows).toEqual(before);
    expect(before).toHaveLength(6);
  });

  test('does not count events that may be duplicates of events in a missing segment', async () => {
    const seen = event(firstDay + 30 * 60_000);
    await journal('delivery-0', [seen]);
    await ship();
    await archive('delivery-0');
    for (const name of await store.list('journal')) await store.remove(name);
    await journal('delivery-1', [{ ...seen, atMs: seen.atMs + hourMs }, event(firstDay + 2 * hourMs)]);
    await ship();
    const before = await everything();
    expect(await run(true)).toMatchObject({ differences: [], remembered: 0 });
    expect(await everything()).toEqual(before);
  });

  test('treats a segment that is incomplete in the archive as missing', async () => {
    await journal('delivery-0', mixture(firstDay));
    await ship();
    await archive('delivery-0');
    const [archived = ''] = await store.list('journal');
    const whole = gunzipSync((await store.get(archived)) as Buffer);
    await store.put(archived, gzipSync(whole.subarray(0, whole.length / 2)));
    const before = await everything();
    expect(await run(true)).toMatchObject({ missing: [{ firstMs: firstDay }], differences: [] });
    expect(await everything()).toEqual(before);
  });

  test('counts events that are rolled up meanwhile, and ignores those that are not rolled up yet', async () => {
    await journal('delivery-0', mixture(firstDay));
    await ship();
    await journal('delivery-0', mixture(secondDay));
    const [, result] = await Promise.all([ship(), run()]);
    expect(result).toMatchObject({ missing: [], differences: [], remembered: 0 });
    await journal('delivery-1', mixture(secondDay + 3 * hourMs));
    expect(await run()).toMatchObject({ missing: [], differences: [], remembered: 0 });
  });
});
