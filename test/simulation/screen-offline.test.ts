import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import { dayMs } from '../../src/core/time/durations.ts';
import { readReport } from '../../src/management/insight/report/read-report.ts';
import { readChains } from '../../src/management/insight/screen/read-chains.ts';
import { type OpenDatabase, openDatabase } from '../../src/platform/db/open-database.ts';
import { createLog } from '../../src/platform/log/log.ts';
import { createJournalShipping } from '../../src/worker/count/journal-shipping.ts';
import { chainOf, seededRandom, shuffledBatches } from '../support/browser/simulated-screen.ts';
import { testSequences } from '../support/counting/test-decision-ids.ts';
import { createTestDatabase, type TestDatabase } from '../support/database/test-database.ts';
import { bookingRow, snapshotRows, startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';

const leastPlays = 10_000;
const bookings = 20;
const timeZone = 'Europe/Brussels';
const secret = 'the secret of both delivery processes';
const log = createLog({ level: 'silent', name: 'test' });
let testDatabase: TestDatabase;
let open: OpenDatabase;

beforeAll(async () => {
  testDatabase = await createTestDatabase();
  open = openDatabase(testDatabase.url, { maxConnections: 4 });
  await sql`insert into publisher (id, name, company_name) values (1, 'P', 'P')`.execute(open.kysely);
  await sql`insert into publication (id, name, company_name, publisher_id, time_zone)
    values (1, 'P', 'P', 1, ${timeZone})`.execute(open.kysely);
  // The audience of a play equals its local hour: one at 01:00, 23 at 23:00.
  const screen = JSON.stringify({ multiplierThousandths: Array.from({ length: 24 }, (_, hour) => hour * 1_000) });
  await sql`insert into location (id, name, publication_id, code, kind, screen)
    values (1, 'L', 1, '_home_', 'screen', ${screen}::jsonb)`.execute(open.kysely);
  await sql`insert into format (id, name, code) values (1, 'F', 'lb')`.execute(open.kysely);
  await sql`insert into position (id, name, location_id, format_id, slot_name)
    values (10, 'Hall', 1, 1, '_home_-lb')`.execute(open.kysely);
});
afterAll(async () => {
  await open?.kysely.destroy();
  await testDatabase?.close();
});

/** Returns rows with a screen on which twenty bookings share a loop. */
function screens(slotSeconds: number): SnapshotRows {
  const rows = snapshotRows();
  const booked = Array.from({ length: bookings }, (_, index) => bookingRow({ id: 6 + index }, { id: 1000 + index }));
  const loop = { loopSeconds: 10 * slotSeconds, slotSeconds, openingHours: [] };
  const locations = [{ ...rows.locations[0], kind: 'screen', loop }];
  return { ...rows, bookings: booked, locations } as unknown as SnapshotRows;
}

/** Returns the plays of a day, each with its URL, before the screen goes offline. */
async function fetchInTheMorning(delivery: TestDelivery): Promise<{ url: string; at: string }[]> {
  const list = await delivery.fetch('/api/headsup/download-list/sl_home_-lb');
  expect(list.status).toBe(200);
  const answer = await delivery.fetch('/v1/screens/hall-1/playlist', {
    method: 'POST',
    body: JSON.stringify({ slotName: '_home_-lb' }),
  });
  const { entries } = (await answer.json()) as { entries: { startAt: string; impressionCounter: string }[] };
  return entries.map(({ startAt, impressionCounter }) => ({ url: impressionCounter, at: startAt }));
}

const wallHour = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' });
const countBy = (keys: readonly string[]) =>
  keys.reduce((counts, key) => counts.set(key, (counts.get(key) ?? 0) + 1), new Map<string, number>());

async function rollUp(deliveries: readonly TestDelivery[]): Promise<void> {
  for (const { dataFolder } of deliveries) {
    const journalFolder = join(dataFolder, 'journal');
    // A new instance each time, as after a restart of the worker.
    await createJournalShipping({ sequences: testSequences, database: open.kysely, journalFolder, log }).shipAll(
      new AbortController().signal,
    );
  }
}

test.each([
  { day: '2027-03-28', hours: 23, slotSeconds: 8, twoOClock: 0, name: 'the clock goes forward' },
  { day: '2027-10-31', hours: 25, slotSeconds: 9, twoOClock: 2, name: 'the clock goes back' },
])(
  'counts 10,000 offline plays of a day once, reported three times a month later in random order: $name',
  { timeout: 300_000 },
  async ({ day, hours, slotSeconds, twoOClock }) => {
    const deliveries = [
      await startTestDelivery(screens(slotSeconds), { secret }),
      await startTestDelivery(screens(slotSeconds), { secret }),
    ];
    const clocks = (nowMs: number) => {
      for (const delivery of deliveries) delivery.setNow(nowMs);
    };
    const midnightMs = Date.parse(`${day}T00:00:00+${day < '2027-06' ? '01' : '02'}:00`);
    clocks(midnightMs);
    const plays = await fetchInTheMorning(deliveries[0] as TestDelivery);
    expect(plays.length).toBe((hours * 3_600) / slotSeconds);
    expect(plays.length).toBeGreaterThanOrEqual(leastPlays);
    expect(new Set(plays.map(({ url }) => url)).size).toBe(plays.length);

    const records = chainOf(plays);
    const random = seededRandom(Date.parse(day));
    const batches = shuffledBatches(records, { times: 3, batchSize: 1_000, random });
    clocks(midnightMs + 30 * dayMs - 1);
    for (const [index, batch] of batches.entries()) {
      const answer = await (deliveries[index % 2] as TestDelivery).fetch('/v1/plays', {
        method: 'POST',
        body: JSON.stringify({ screen: 'hall-1', chain: `a-chain-of-${day}`, plays: batch }),
        headers: { 'content-type': 'application/json' },
      });
      expect([answer.status, await answer.json()]).toEqual([200, { accepted: batch.length, refused: [] }]);
      if (index === 12) await rollUp(deliveries.toReversed());
    }
    await rollUp(deliveries);

    const query = { from: day, to: nextDay(day), groupBy: ['hour' as const] };
    const sources = { database: open.kysely, rawReports: null };
    const { rows, totals } = await readReport(sources, query, { reach: 'everything' });
    expect(totals).toMatchObject({ impressions: plays.length, plays: plays.length });
    expect(totals.filtered).toEqual({ duplicate: { impression: 2 * plays.length } });
    expect(rows.length).toBe(hours);
    const counted = new Map(rows.map((row) => [row.hour as string, row.plays]));
    expect(counted).toEqual(countBy(plays.map(({ at }) => `${at.slice(0, 13)}:00:00.000Z`)));
    const wall = [...counted.keys()].map((hour) => wallHour.format(new Date(hour)));
    expect(wall.every((text) => text.startsWith(day))).toBe(true);
    expect(wall.filter((text) => text.endsWith(' 02:00')).length).toBe(twoOClock);

    const hourOf = (at: string) => Number(wallHour.format(new Date(at)).slice(11, 13));
    expect(totals.audience).toBe(plays.reduce((sum, { at }) => sum + hourOf(at), 0));

    const [chain] = (await readChains(open.kysely, 10)).get('hall-1') ?? [];
    expect(chain).toMatchObject({
      records: plays.length,
      headSequence: plays.length,
      lastSequence: plays.length,
      findings: [],
      findingCount: 0,
    });
    for (const delivery of deliveries) await delivery.close();
  },
);

function nextDay(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + dayMs).toISOString().slice(0, 10);
}
