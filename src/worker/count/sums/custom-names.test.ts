import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { readCountedEvents } from '../../../../test/support/counting/counted-events.ts';
import { eventIdOf, testSequences } from '../../../../test/support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/support/database/test-database.ts';
import { maxCustomEvents, maxCustomEventsPerSender } from '../../../core/vocabulary/limits/delivery-limits.ts';
import type { DeliveryEvent } from '../../../exchange/journal/delivery-event.ts';
import { openJournal } from '../../../exchange/journal/journal-writer.ts';
import { type OpenDatabase, openDatabase } from '../../../platform/db/open-database.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createJournalShipping } from '../journal-shipping.ts';
import { forgetCounted } from '../remove-counted.ts';

const log = createLog({ level: 'silent', name: 'test' });
const hour = Date.parse('2026-11-21T22:00:00Z');
let testDatabase: TestDatabase;
let open: OpenDatabase;
let journalFolder: string;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 2 });
});
afterAll(async () => {
  await open.kysely.destroy();
  await testDatabase.close();
});
beforeEach(async () => {
  journalFolder = await mkdtemp(join(tmpdir(), 'placard-named-events-'));
  await sql`truncate counted_range, counted_event, delivery_hour, event_hour, custom_event, filtered_hour, booking_total, booking_day, journal_position,
    setting`.execute(open.kysely);
});
afterEach(() => rm(journalFolder, { recursive: true, force: true }));

function event(change: Partial<DeliveryEvent> = {}): DeliveryEvent {
  const facts = { atMs: hour + 1_000, decidedAtMs: hour, adId: 1, bookingId: 2, creativeId: 3, positionId: 4 };
  return { kind: 'impression', filtered: null, ...facts, ...change, eventId: eventIdOf(change.eventId ?? 'd1') };
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

const filtered = () =>
  open.kysely.selectFrom('filteredHour').select(['reason', 'kind', 'events']).orderBy('reason').execute();

async function totals() {
  const { rows } = await sql<Record<string, number>>`
    select coalesce(sum(impressions), 0)::bigint as impressions, coalesce(sum(viewables), 0)::bigint as viewables,
      coalesce(sum(clicks), 0)::bigint as clicks, coalesce(sum(starts), 0)::bigint as starts,
      coalesce(sum(completes), 0)::bigint as completes from delivery_hour`.execute(open.kysely);
  return rows[0];
}

describe('roll-up', () => {
  test('counts named events once each, and starts and completed views of videos in their counters too', async () => {
    const named = (eventId: string, kind: 'video' | 'custom', name: string) => event({ eventId, kind, name });
    await journal('delivery-0', [
      event(),
      named('d1.0.start', 'video', 'start'),
      named('d1.0.start', 'video', 'start'),
      named('d2.0.start', 'video', 'start'),
      named('d1.0.complete', 'video', 'complete'),
      named('d1.0.opened', 'custom', 'opened'),
      { ...named('d3.0.start', 'video', 'start'), filtered: 'bot' },
    ]);
    await ship();
    expect(await totals()).toEqual({ impressions: 1, viewables: 0, clicks: 0, starts: 2, completes: 1 });
    const rows = await open.kysely.selectFrom('eventHour').selectAll().orderBy('event').execute();
    const row = { hourAt: new Date(hour), localDay: '2026-11-21', bookingId: 2, creativeId: 3, positionId: 4 };
    expect(rows).toEqual([
      { ...row, event: 'complete', events: 1 },
      { ...row, event: 'opened', events: 1 },
      { ...row, event: 'start', events: 2 },
    ]);
    expect(await filtered()).toEqual([
      { reason: 'bot', kind: 'start', events: 1 },
      { reason: 'duplicate', kind: 'start', events: 1 },
    ]);
  });

  test('keeps a limited number of custom names per booking and filters further ones', async () => {
    const custom = (n: number, bookingId: number) =>
      event({ eventId: `d${n}.${bookingId}.custom`, kind: 'custom', name: `name-${n}`, bookingId });
    const numbers = Array.from({ length: maxCustomEvents + 7 }, (_, n) => n);
    await journal(
      'delivery-0',
      numbers.slice(0, 30).map((n) => custom(n, 2)),
    );
    await ship();
    await journal('delivery-0', [...numbers.map((n) => custom(n, 2)), custom(0, 3)]);
    await ship();
    const rows = await open.kysely.selectFrom('eventHour').select(['bookingId', 'events']).execute();
    expect(rows.filter(({ bookingId }) => bookingId === 2)).toHaveLength(maxCustomEvents);
    expect(rows.filter(({ bookingId }) => bookingId === 3)).toEqual([{ bookingId: 3, events: 1 }]);
    expect(await filtered()).toEqual([
      { reason: 'duplicate', kind: 'custom', events: 30 },
      { reason: 'surplus', kind: 'custom', events: 7 },
    ]);
    expect((await readCountedEvents(open.kysely)).size).toBe(maxCustomEvents + 1);
  });

  test('limits the custom names of one sender, so that other senders have capacity', async () => {
    const custom = (name: string, sender: number, decision: string) =>
      event({ eventId: `${decision}.${name}`, kind: 'custom', name, sender });
    const made = Array.from({ length: maxCustomEvents * 2 }, (_, n) => `made-up-${n}`);
    await journal('delivery-0', [custom('opened', 7, 'd1'), ...made.map((name) => custom(name, 8, 'd2'))]);
    await ship();
    await journal('delivery-0', [
      custom('another', 8, 'd3'),
      custom('closed', 7, 'd4'),
      custom('opened', 8, 'd5'),
      custom('swiped', 9, 'd6'),
    ]);
    await ship();
    const rows = await open.kysely.selectFrom('eventHour').select(['event', 'events']).execute();
    const named = Object.fromEntries(rows.map(({ event: name, events }) => [name, events]));
    expect(named).toMatchObject({ opened: 2, closed: 1, swiped: 1 });
    expect(rows.filter(({ event: name }) => name.startsWith('made-up'))).toHaveLength(maxCustomEventsPerSender);
    expect(await filtered()).toEqual([
      { reason: 'surplus', kind: 'custom', events: made.length - maxCustomEventsPerSender + 1 },
    ]);
  });

  test('remembers the events of a screen for their whole event window', async () => {
    const play = event({ eventId: 'play', window: 'screen' });
    await journal('delivery-0', [play, event()]);
    await ship();
    await forgetCounted(open.kysely, hour + 29 * 24 * 60 * 60 * 1000);
    await journal('delivery-0', [play, event({ eventId: 'late', window: 'screen' }), event()]);
    await ship();
    expect(await totals()).toMatchObject({ impressions: 3 });
    expect(await filtered()).toEqual([
      { reason: 'duplicate', kind: 'impression', events: 1 },
      { reason: 'expired', kind: 'impression', events: 1 },
    ]);
  });
});
