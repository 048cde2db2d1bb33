import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCountedEvents } from '../../../../test/support/counting/counted-events.ts';
import { eventIdOf, newDecisionId, testSequences } from '../../../../test/support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { hourMs } from '../../../core/time/durations.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { createCalendar } from '../sums/calendar.ts';
import { noteCounted } from './note-counted.ts';

const hour = Date.parse('2026-11-21T22:00:00Z');
let testDatabase: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 8 });
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
});
beforeEach(async () => {
  await sql`truncate counted_range, counted_event, setting`.execute(open.kysely);
});

function event(eventId: string, atMs = hour + 1_000): DeliveryEvent {
  const ids = { adId: 1, bookingId: 2, creativeId: 3, positionId: 4 };
  return { eventId, kind: 'impression', filtered: null, atMs, decidedAtMs: hour, ...ids };
}

async function note(events: readonly DeliveryEvent[]) {
  const calendar = createCalendar({ of: () => 'UTC' });
  const at = events.map(({ atMs, positionId }) => calendar.of(atMs, positionId));
  const { fresh, moved, repeated } = await open.kysely
    .transaction()
    .execute((transaction) => noteCounted(transaction, events, { at, calendar, sequences: testSequences }));
  return { fresh: fresh.length, moved: moved.map(({ counted }) => counted.hourMs), repeated: repeated.length };
}

test('events of a process are stored in one row per range, kind and local hour', async () => {
  const events = Array.from({ length: 3_000 }, () => event(`${newDecisionId()}.0.impression`));
  expect(await note(events)).toEqual({ fresh: 3_000, moved: [], repeated: 0 });
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select count(*)::int as rows, sum(length(members))::int as bytes from counted_range`.execute(open.kysely);
  expect(rows[0]?.rows).toBeLessThanOrEqual(2);
  expect(rows[0]?.bytes).toBeLessThanOrEqual(2 * 513);
  expect(await note(events)).toEqual({ fresh: 0, moved: [], repeated: 3_000 });
  expect((await readCountedEvents(open.kysely)).size).toBe(3_000);
});

test('an event moves to the earliest local hour, in one batch and in several', async () => {
  const [id, other] = [eventIdOf('moving'), eventIdOf('other')];
  expect(await note([event(id, hour + 2 * hourMs), event(other, hour + 2 * hourMs)])).toMatchObject({ fresh: 2 });
  expect(await note([event(id, hour + hourMs), event(id, hour), event(id, hour + hourMs)])).toEqual({
    fresh: 0,
    moved: [hour + 2 * hourMs, hour + hourMs],
    repeated: 1,
  });
  expect((await readCountedEvents(open.kysely)).size).toBe(2);
  expect(await note([event(other, hour)])).toEqual({ fresh: 0, moved: [hour + 2 * hourMs], repeated: 0 });
  const { rows } = await sql<{ hourAt: Date }>`select hour_at from counted_range`.execute(open.kysely);
  expect(rows.map(({ hourAt }) => hourAt.getTime())).toEqual([hour]);
});

test('slots and kinds of one decision are different events', async () => {
  const id = newDecisionId();
  const names = ['0.impression', '1.impression', '0.click', '0.midpoint', '0.my.own event'];
  const events = names.map((name) => event(`${id}.${name}`));
  expect(await note([...events, ...events])).toEqual({ fresh: names.length, moved: [], repeated: names.length });
});

test('events of decisions from before the migration are compared with their rows', async () => {
  const id = eventIdOf('legacy');
  await sql`insert into setting (key, value) values ('counted-ranges', ${JSON.stringify({ sinceMs: hour + 1 })}::jsonb)`.execute(
    open.kysely,
  );
  await sql`insert into counted_event (event_id, expires_at, happened_at, local_day)
    values (${id}, ${new Date(hour + hourMs)}, ${new Date(hour + 1_000)}, '2026-11-21')`.execute(open.kysely);
  expect(await note([event(id), { ...event(eventIdOf('new')), decidedAtMs: hour + 1 }])).toEqual({
    fresh: 1,
    moved: [],
    repeated: 1,
  });
  expect(await readCountedEvents(open.kysely)).toContain(id);
});

test('concurrent transactions count each event once', async () => {
  const events = Array.from({ length: 400 }, (_, index) => event(eventIdOf(`c${index}.0.impression`)));
  const results = await Promise.all(
    Array.from({ length: 8 }, (_, index) => note(index % 2 === 0 ? events : events.toReversed())),
  );
  expect(results.reduce((sum, { fresh }) => sum + fresh, 0)).toBe(400);
  expect((await readCountedEvents(open.kysely)).size).toBe(400);
});
