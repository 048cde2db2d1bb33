import { appendFile, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventIdOf, testSequences } from '../../../test/support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import { type BillableKind, billableKinds, noCounts } from '../../core/pricing/billable-events.ts';
import { displayEventWindowMs } from '../../core/vocabulary/limits/delivery-limits.ts';
import type { DeliveryEvent } from '../../exchange/journal/delivery-event.ts';
import { createJournalArchive } from '../../exchange/journal/journal-archive.ts';
import { createSegmentHeader, encodeRecord } from '../../exchange/journal/journal-format.ts';
import { openJournal } from '../../exchange/journal/journal-writer.ts';
import { advanceRollUpState, readRollUpState } from '../../exchange/journal/roll-up-state.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts';
import { openPlainStore } from '../../platform/files/plain-store.ts';
import { createLog } from '../../platform/log/log.ts';
import { createJournalShipping } from './journal-shipping.ts';
import { forgetCounted } from './remove-counted.ts';
import { type RollUpDependencies, startRollUp } from './start-roll-up.ts';

const log = createLog({ level: 'silent', name: 'test' });
const hour = Date.parse('2026-11-21T22:00:00Z');
let testDatabase: TestDatabase;
let open: OpenDatabase;
let journalFolder: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 6 });
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
});
beforeEach(async () => {
  journalFolder = await mkdtemp(join(tmpdir(), 'placard-roll-up-'));
  await clearCounts();
});
afterEach(() => rm(journalFolder, { recursive: true, force: true }));

async function clearCounts(): Promise<void> {
  await sql`truncate counted_range, counted_event, delivery_hour, event_hour, custom_event, filtered_hour, booking_total, booking_day, journal_position, setting`.execute(
    open.kysely,
  );
}

function event(change: Partial<DeliveryEvent> = {}): DeliveryEvent {
  const kind = change.kind ?? 'impression';
  return {
    kind,
    filtered: null,
    atMs: hour + 1_000,
    decidedAtMs: hour,
    adId: 1,
    bookingId: 2,
    creativeId: 3,
    positionId: 4,
    ...change,
    eventId: eventIdOf(change.eventId ?? `d1.0.${kind}`),
  };
}

async function journal(processId: string, events: readonly DeliveryEvent[]): Promise<void> {
  const writer = openJournal({ folder: join(journalFolder, processId) });
  await Promise.all(events.map((one) => writer.append(one)));
  await writer.close();
}

function ship(): Promise<number> {
  const shipping = createJournalShipping({ sequences: testSequences, database: open.kysely, journalFolder, log });
  return shipping.shipAll(new AbortController().signal);
}

function rollUpOptions(): RollUpDependencies {
  const database = open.kysely;
  const store = openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder: journalFolder });
  const archive = createJournalArchive({ journalFolder, store, host: 'test' });
  return {
    database,
    shipping: createJournalShipping({ sequences: testSequences, database, journalFolder, log }),
    archive,
    log,
  };
}

/** @param send called after expired IDs were deleted */
function archivingWith(send: () => Promise<void>): RollUpDependencies {
  const options = rollUpOptions();
  return { ...options, archive: { ...options.archive, send } };
}

const sums = () => open.kysely.selectFrom('deliveryHour').selectAll().orderBy('localDay').execute();
const filtered = () =>
  open.kysely.selectFrom('filteredHour').select(['reason', 'kind', 'events']).orderBy('reason').execute();

async function totals() {
  const sumsOf = async (table: string) => {
    const { rows } = await sql<Record<string, number>>`
      select coalesce(sum(impressions), 0)::bigint as impressions, coalesce(sum(viewables), 0)::bigint as viewables,
        coalesce(sum(clicks), 0)::bigint as clicks from ${sql.table(table)}`.execute(open.kysely);
    return rows[0];
  };
  const ofReports = await sumsOf('delivery_hour');
  // The sums of pacing and of booking lists always equal those of reports.
  expect([await sumsOf('booking_total'), await sumsOf('booking_day')]).toEqual([ofReports, ofReports]);
  return ofReports;
}

describe('roll-up', () => {
  test('counts each event once by hour, day, booking, creative and position', async () => {
    await journal('delivery-0', [
      event(),
      event({ kind: 'viewable' }),
      event({ kind: 'click' }),
      event({ eventId: 'd2.0.impression' }),
      event({ eventId: 'd3.0.impression', atMs: hour + 3_600_000 }),
    ]);
    await ship();
    const row = { localDay: '2026-11-21', bookingId: 2, creativeId: 3, positionId: 4 };
    expect(await sums()).toEqual([
      { ...row, hourAt: new Date(hour), ...noCounts(), impressions: 2, viewables: 1, clicks: 1 },
      { ...row, hourAt: new Date(hour + 3_600_000), ...noCounts(), impressions: 1 },
    ]);
    expect(await open.kysely.selectFrom('bookingDay').selectAll().execute()).toEqual([
      { bookingId: 2, localDay: '2026-11-21', ...noCounts(), impressions: 3, viewables: 1, clicks: 1 },
    ]);
  });

  test('counts a repeated event once, in the same batch, another segment or another process', async () => {
    await journal('delivery-0', [event(), event()]);
    await ship();
    await journal('delivery-0', [event()]);
    await journal('delivery-1', [event()]);
    await ship();
    await ship();
    expect(await totals()).toMatchObject({ impressions: 1 });
    expect(await filtered()).toEqual([{ reason: 'duplicate', kind: 'impression', events: 3 }]);
  });

  test('counts filtered events separately with their reason, and counts a genuine event of the same decision', async () => {
    await journal('delivery-0', [
      event({ filtered: 'prefetch' }),
      event({ filtered: 'bot' }),
      event({ filtered: 'bot', eventId: 'd9.0.impression' }),
      event(),
    ]);
    await ship();
    expect(await totals()).toMatchObject({ impressions: 1 });
    expect(await filtered()).toEqual([
      { reason: 'bot', kind: 'impression', events: 2 },
      { reason: 'prefetch', kind: 'impression', events: 1 },
    ]);
  });

  test('uses the local day of the publication, and UTC for an unknown position', async () => {
    await sql`insert into publisher (id, name, company_name) values (71, 'p', 'p') on conflict do nothing`.execute(
      open.kysely,
    );
    await sql`insert into publication (id, name, company_name, publisher_id, time_zone)
      values (71, 'p', 'p', 71, 'Europe/Brussels'), (72, 'q', 'q', 71, 'America/New_York') on conflict do nothing`.execute(
      open.kysely,
    );
    await sql`insert into location (id, name, publication_id, code) values (71, 'l', 71, 'b'), (72, 'l', 72, 'n')
      on conflict do nothing`.execute(open.kysely);
    await sql`insert into format (id, name, code) values (71, 'f', 'f') on conflict do nothing`.execute(open.kysely);
    await sql`insert into position (id, name, location_id, format_id, slot_name)
      values (71, 'x', 71, 71, 'b-f'), (72, 'x', 72, 71, 'n-f') on conflict do nothing`.execute(open.kysely);
    const lateEvening = Date.parse('2026-11-21T23:30:00Z');
    await journal('delivery-0', [
      event({ eventId: 'a', positionId: 71, atMs: lateEvening }),
      event({ eventId: 'b', positionId: 72, atMs: lateEvening }),
      event({ eventId: 'c', positionId: 999, atMs: lateEvening }),
    ]);
    await ship();
    const days = (await sums()).map((row) => [row.positionId, row.localDay]);
    expect(Object.fromEntries(days)).toEqual({ 71: '2026-11-22', 72: '2026-11-21', 999: '2026-11-21' });
  });

  test('treats a recreated data folder as a new one', async () => {
    await journal('delivery-0', [event({ eventId: 'a' })]);
    await ship();
    await rm(join(journalFolder, 'delivery-0'), { recursive: true });
    await journal('delivery-0', [event({ eventId: 'b' })]);
    await ship();
    expect(await totals()).toMatchObject({ impressions: 2 });
  });

  test('continues with the next segment after a truncated end, and waits while a record is being written', async () => {
    const record = encodeRecord(event({ eventId: 'b' }));
    const path = join(journalFolder, 'delivery-0', '00000001.journal');
    await journal('delivery-0', [event({ eventId: 'a' })]);
    await appendFile(path, record.subarray(0, 40));
    await ship();
    await appendFile(path, record.subarray(40));
    await ship();
    expect(await totals()).toMatchObject({ impressions: 2 });
    await appendFile(path, record.subarray(0, 77));
    await journal('delivery-0', [event({ eventId: 'c' })]);
    await ship();
    expect(await totals()).toMatchObject({ impressions: 3 });
  });

  test('archives closed idle segments, and keeps a link to a damaged segment', async () => {
    await journal('delivery-0', [event({ eventId: 'a' })]);
    await journal('delivery-0', [event({ eventId: 'b' })]);
    await journal('delivery-0', [event({ eventId: 'c' })]);
    const damaged = Buffer.concat([
      createSegmentHeader(),
      encodeRecord(event({ eventId: 'd' })),
      Buffer.from('damage'.repeat(100)),
      encodeRecord(event({ eventId: 'behind' })),
    ]);
    const folder = join(journalFolder, 'delivery-0');
    await writeFile(join(folder, '00000002.journal'), damaged);
    const before = new Date(Date.now() - 120_000);
    for (const name of await readdir(folder)) await utimes(join(folder, name), before, before);
    await ship();
    expect(await totals()).toMatchObject({ impressions: 4 });
    expect(await readdir(folder)).toEqual(['00000003.journal']);
    expect((await readdir(join(journalFolder, 'archive', 'delivery-0'))).toSorted()).toEqual([
      expect.stringMatching(/^00000001-[0-9a-f]{32}\.journal$/),
      expect.stringMatching(/^00000002-[0-9a-f]{32}\.journal$/),
    ]);
    expect((await readdir(join(journalFolder, 'damaged', 'delivery-0'))).toSorted()).toEqual([
      expect.stringMatching(/^00000002-[0-9a-f]{32}\.\d+-\d+\.damage$/),
      expect.stringMatching(/^00000002-[0-9a-f]{32}\.journal$/),
    ]);
    await journal('delivery-0', [event({ eventId: 'e' })]);
    await ship();
    expect(await totals()).toMatchObject({ impressions: 5 });
  });

  test('never counts an event again after its ID was deleted', async () => {
    await journal('delivery-0', [event()]);
    await ship();
    await forgetCounted(open.kysely, hour + displayEventWindowMs + 1);
    expect(await open.kysely.selectFrom('countedRange').selectAll().execute()).toEqual([]);
    await journal('delivery-0', [event(), event({ eventId: 'later', decidedAtMs: hour + 1 })]);
    await ship();
    expect(await totals()).toMatchObject({ impressions: 2 });
    expect(await filtered()).toEqual([{ reason: 'expired', kind: 'impression', events: 1 }]);
  });

  test('counts again after a clock that was days ahead is corrected', async () => {
    const tenDaysMs = 10 * 24 * 60 * 60 * 1000;
    const ahead = Date.now() + tenDaysMs;
    await advanceRollUpState(open.kysely, { asOfMs: ahead, forgottenBeforeMs: ahead - tenDaysMs / 2 }, ahead);
    const rollUp = startRollUp(rollUpOptions());
    await expect.poll(async () => (await readRollUpState(open.kysely)).asOfMs).toBeLessThanOrEqual(Date.now());
    const now = Date.now();
    await journal('delivery-0', [event({ atMs: now, decidedAtMs: now })]);
    await rollUp.settle();
    expect(await totals()).toMatchObject({ impressions: 1 });
    await rollUp.close();
  });

  test('counts events while segments are archived', async () => {
    const [started, ended] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const rollUp = startRollUp(
      archivingWith(() => {
        started.resolve();
        return ended.promise;
      }),
    );
    await started.promise;
    await journal('delivery-0', [event()]);
    await expect.poll(totals).toMatchObject({ impressions: 1 });
    ended.resolve();
    await rollUp.close();
  });

  test('keeps IDs of counted events while the clock is ahead', async () => {
    const forgotten = Promise.withResolvers<void>();
    const now = Date.now();
    await journal('delivery-0', [event({ atMs: now, decidedAtMs: now })]);
    await ship();
    vi.useFakeTimers({ toFake: ['Date'], now: now + 10 * 24 * 60 * 60 * 1000 });
    const rollUp = startRollUp(archivingWith(async () => forgotten.resolve()));
    await forgotten.promise;
    expect((await readRollUpState(open.kysely)).asOfMs).toBeGreaterThan(now);
    await rollUp.close();
    vi.useRealTimers();
    await journal('delivery-1', [event({ atMs: now, decidedAtMs: now })]);
    await journal('delivery-1', [event({ eventId: 'next', atMs: now, decidedAtMs: now })]);
    await ship();
    expect(await totals()).toMatchObject({ impressions: 2 });
    expect(await filtered()).toEqual([{ reason: 'duplicate', kind: 'impression', events: 1 }]);
  });

  test('reports up to when counting is complete, and settles on demand', async () => {
    const rollUp = startRollUp(rollUpOptions());
    await journal('delivery-0', [event()]);
    await rollUp.settle();
    expect(await totals()).toMatchObject({ impressions: 1 });
    const state = () => open.kysely.selectFrom('setting').select('setting.value').executeTakeFirst();
    await expect
      .poll(async () => ((await state())?.value as { asOfMs: number } | undefined)?.asOfMs ?? 0)
      .toBeGreaterThan(Date.now() - 10_000);
    await rollUp.close();
  });
});

/** Steps in random order: events arrive, the roll-up runs, is interrupted, or runs twice concurrently. */
type Step =
  | { readonly do: 'journal'; readonly process: number; readonly events: readonly number[] }
  | { readonly do: 'ship' | 'ship-twice' | 'tear' };

const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    fc.record({
      do: fc.constant('journal' as const),
      process: fc.integer({ min: 0, max: 2 }),
      events: fc.array(fc.integer({ min: 0, max: 40 }), { maxLength: 30 }),
    }),
    fc.record({ do: fc.constantFrom('ship' as const, 'ship-twice' as const, 'tear' as const) }),
  ),
  { minLength: 1, maxLength: 12 },
);

/** Event number n: three kinds, two bookings. Some repeat an ID, some are filtered. */
function numbered(n: number): DeliveryEvent {
  const kind = billableKinds[n % 3] as BillableKind;
  return event({ eventId: `d${n}.${kind}`, kind, bookingId: 1 + (n % 2), filtered: n % 7 === 0 ? 'bot' : null });
}

describe('any history', () => {
  test('gives the sums of the distinct journaled events for any repetition, truncation and concurrent runs', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        await clearCounts();
        await rm(journalFolder, { recursive: true, force: true });
        const seen: DeliveryEvent[] = [];
        for (const step of history) {
          if (step.do === 'journal') {
            const events = step.events.map(numbered);
            await journal(`delivery-${step.process}`, events);
            seen.push(...events);
          } else if (step.do === 'tear') await tearNewSegment();
          else await Promise.all(step.do === 'ship' ? [ship()] : [ship(), ship()]);
        }
        await ship();
        const genuine = seen.filter((one) => one.filtered === null);
        const distinct = [...new Map(genuine.map((one) => [one.eventId, one])).values()];
        const count = (kind: BillableKind) => distinct.filter((one) => one.kind === kind).length;
        expect(await totals()).toEqual({
          impressions: count('impression'),
          viewables: count('viewable'),
          clicks: count('click'),
        });
        const apart = (await filtered()).reduce((sum, row) => sum + row.events, 0);
        expect(apart).toBe(seen.length - distinct.length);
      }),
      { numRuns: 25, endOnFailure: true },
    );
  }, 60_000);

  /** Simulates a process that crashed during its first write. */
  async function tearNewSegment(): Promise<void> {
    const folder = join(journalFolder, 'delivery-1');
    await mkdir(folder, { recursive: true });
    const number = (await readdir(folder)).length + 1;
    const path = join(folder, `${String(number).padStart(8, '0')}.journal`);
    await writeFile(path, Buffer.concat([createSegmentHeader(), encodeRecord(numbered(3)).subarray(0, 50)]));
  }

  test('is exact when a roll-up crashes during its transaction', async () => {
    const events = Array.from({ length: 400 }, (_, index) => event({ eventId: `e${index}` }));
    await journal('delivery-0', events);
    const dying = openDatabase(testDatabase.url, { maxConnections: 3 });
    dying.pool.on('error', () => undefined);
    for (let round = 0; round < 5; round += 1) {
      const shipping = createJournalShipping({ sequences: testSequences, database: dying.kysely, journalFolder, log });
      const outcome = shipping.shipAll(new AbortController().signal).catch(() => undefined);
      await sql`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid()`
        .execute(open.kysely)
        .catch(() => undefined);
      await outcome;
    }
    await dying.kysely.destroy();
    await ship();
    expect(await totals()).toMatchObject({ impressions: 400 });
    expect(await filtered()).toEqual([]);
  });

  test('is exact with concurrent roll-ups over large journals', async () => {
    const events = Array.from({ length: 6_000 }, (_, index) => event({ eventId: `e${index % 5_000}` }));
    await Promise.all([0, 1, 2].map((process) => journal(`delivery-${process}`, events)));
    const startedAt = performance.now();
    await Promise.all([ship(), ship(), ship()]);
    const perSecond = Math.round(18_000 / ((performance.now() - startedAt) / 1000));
    console.info(`roll-up: ${perSecond.toLocaleString('en')} events per second`);
    expect(await totals()).toMatchObject({ impressions: 5_000 });
    expect(await filtered()).toEqual([{ reason: 'duplicate', kind: 'impression', events: 13_000 }]);
  });
});
