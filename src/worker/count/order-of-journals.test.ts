import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventIdOf, testSequences } from '../../../test/support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database/test-database.ts';
import type { DeliveryEvent } from '../../exchange/journal/delivery-event.ts';
import { openJournal } from '../../exchange/journal/journal-writer.ts';
import { type OpenDatabase, openDatabase } from '../../platform/db/open-database.ts';
import { createLog } from '../../platform/log/log.ts';
import { createJournalShipping } from './journal-shipping.ts';

const log = createLog({ level: 'silent', name: 'test' });
const hour = Date.parse('2026-11-21T22:00:00Z');
let testDatabase: TestDatabase;
let open: OpenDatabase;
let folder: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 4 });
  folder = await mkdtemp(join(tmpdir(), 'placard-order-'));
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
  await rm(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  await clearCounts();
  await sql`truncate publisher, format cascade`.execute(open.kysely);
});

async function clearCounts(): Promise<void> {
  await sql`truncate counted_range, counted_event, delivery_hour, event_hour, custom_event, filtered_hour, booking_total, booking_day`.execute(
    open.kysely,
  );
}

function event(change: Partial<DeliveryEvent>): DeliveryEvent {
  return {
    eventId: 'd1.0.impression',
    kind: 'impression',
    filtered: null,
    atMs: hour + 1_000,
    decidedAtMs: hour,
    adId: 1,
    bookingId: 2,
    creativeId: 3,
    positionId: 4,
    ...change,
  };
}

/** Journals the events in a separate folder and rolls them up. */
async function roll(processId: string, events: readonly DeliveryEvent[]): Promise<void> {
  const journalFolder = await mkdtemp(join(folder, 'journal-'));
  const writer = openJournal({ folder: join(journalFolder, processId) });
  await Promise.all(events.map((one) => writer.append(one)));
  await writer.close();
  const shipping = createJournalShipping({ sequences: testSequences, database: open.kysely, journalFolder, log });
  await shipping.shipAll(new AbortController().signal);
}

const everything = async () => ({
  delivered: await open.kysely.selectFrom('deliveryHour').selectAll().orderBy('hourAt').orderBy('bookingId').execute(),
  named: await open.kysely
    .selectFrom('eventHour')
    .selectAll()
    .orderBy('hourAt')
    .orderBy('bookingId')
    .orderBy('event')
    .execute(),
  apart: await open.kysely
    .selectFrom('filteredHour')
    .selectAll()
    .orderBy('hourAt')
    .orderBy('bookingId')
    .orderBy('kind')
    .orderBy('reason')
    .execute(),
  days: await open.kysely.selectFrom('bookingDay').selectAll().orderBy('localDay').orderBy('bookingId').execute(),
});
const happening = fc.record({
  decision: fc.integer({ min: 1, max: 4 }),
  kind: fc.constantFrom('impression', 'click', 'video', 'custom'),
  quarter: fc.integer({ min: 0, max: 11 }),
  filtered: fc.constantFrom(null, null, null, 'bot'),
});
type Happening = { decision: number; kind: string; quarter: number; filtered: string | null };
const plainEventOf = ({ decision, kind, quarter, filtered: reason }: Happening) =>
  event({
    eventId: `d${decision}.0.${kind === 'video' ? 'start' : kind}`,
    kind: kind as DeliveryEvent['kind'],
    ...(kind === 'video' && { name: 'start' }),
    ...(kind === 'custom' && { name: 'swipe' }),
    bookingId: decision,
    filtered: reason as DeliveryEvent['filtered'],
    atMs: hour + quarter * 900_000,
  });
describe.each([
  { ids: 'decisions with a sequence number', idOf: eventIdOf },
  { ids: 'other decisions', idOf: (name: string) => name },
])('journals of $ids read in any order', ({ idOf }) => {
  const eventOf = (happening: Happening) => {
    const one = plainEventOf(happening);
    return { ...one, eventId: idOf(one.eventId) };
  };

  test('count a repeated event at its earliest time', async () => {
    const late = { eventId: idOf('d5.0.impression'), atMs: hour + 2 * 3_600_000 + 5_000 };
    const early = { ...late, atMs: hour + 10_000 };
    const between = { ...late, atMs: hour + 3_600_000 };
    await roll('delivery-0', [event(late), event({ ...late, atMs: late.atMs + 1 })]);
    await roll('delivery-1', [event(between), event(early)]);
    await roll('delivery-0', [event(between)]);
    const { delivered, apart, days } = await everything();
    expect(delivered).toMatchObject([{ localDay: '2026-11-21', hourAt: new Date(hour), impressions: 1, clicks: 0 }]);
    expect(days).toMatchObject([{ localDay: '2026-11-21', impressions: 1 }]);
    expect(apart).toMatchObject([
      { hourAt: new Date(hour + 3_600_000), localDay: '2026-11-21', reason: 'duplicate', events: 2 },
      { hourAt: new Date(hour + 2 * 3_600_000), localDay: '2026-11-22', reason: 'duplicate', events: 2 },
    ]);
  });

  test('move an event from the day under which it was counted, even if the time zone has changed', async () => {
    await sql`insert into publisher (id, name, company_name) values (71, 'p', 'p')`.execute(open.kysely);
    await sql`insert into publication (id, name, company_name, publisher_id, time_zone)
      values (72, 'p', 'p', 71, 'UTC')`.execute(open.kysely);
    await sql`insert into location (id, name, publication_id, code) values (73, 'l', 72, '_l_')`.execute(open.kysely);
    await sql`insert into format (id, name, code, width, height) values (74, 'f', 'f', 1, 1)`.execute(open.kysely);
    await sql`insert into position (id, name, location_id, format_id, slot_name)
      values (75, 'p', 73, 74, '_l_-f')`.execute(open.kysely);
    const late = event({ eventId: idOf('d6.0.impression'), positionId: 75, atMs: hour + 30 * 60_000 });
    await roll('delivery-0', [late]);
    // 22:30 there is 07:30 of the next day here.
    await sql`update publication set time_zone = 'Asia/Tokyo' where id = 72`.execute(open.kysely);
    await roll('delivery-1', [{ ...late, atMs: hour - 9 * 3_600_000 }]);
    const { delivered, days } = await everything();
    expect(delivered).toMatchObject([{ localDay: '2026-11-21', impressions: 1 }]);
    expect(days).toMatchObject([{ localDay: '2026-11-21', impressions: 1 }]);
  });

  test('give equal sums for any order and division into batches', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(happening, { minLength: 1, maxLength: 25 }).chain((list) =>
          fc.record({
            list: fc.constant(list),
            other: fc.shuffledSubarray(list, { minLength: list.length }),
            cut: fc.nat({ max: list.length }),
          }),
        ),
        async ({ list, other, cut }) => {
          await clearCounts();
          await roll('delivery-0', list.map(eventOf));
          const first = await everything();
          await clearCounts();
          await roll('delivery-1', other.slice(0, cut).map(eventOf));
          await roll('delivery-0', other.slice(cut).map(eventOf));
          expect(await everything()).toEqual(first);
        },
      ),
      { numRuns: 25 },
    );
  });
});
