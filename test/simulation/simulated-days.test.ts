import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reportDimensions } from '../../src/contract/insight/report-table-fields.ts';
import { isRequestDimension } from '../../src/core/reporting/value-dimensions.ts';
import { dayMs, hourMs } from '../../src/core/time/durations.ts';
import { readCountedHours } from '../../src/exchange/open-data/counted-hours.ts';
import { openOpenDataStore } from '../../src/exchange/open-data/open-data-store.ts';
import { openParquetSession, sqlText } from '../../src/exchange/open-data/parquet-session.ts';
import { sequencesOf } from '../../src/main/command-line/sequences-of.ts';
import { createRawReportEngine } from '../../src/management/insight/raw-report/raw-report-engine.ts';
import { readRawReport } from '../../src/management/insight/raw-report/read-raw-report.ts';
import { readReport } from '../../src/management/insight/report/read-report.ts';
import { fieldOf } from '../../src/management/insight/report/sum-rows.ts';
import { rawSums } from '../../src/management/insight/report/summed-report.ts';
import { openPlainStore } from '../../src/platform/files/plain-store.ts';
import { recount } from '../../src/worker/count/recount/recount.ts';
import { countHours } from '../../src/worker/open-data/counted/count-hours.ts';
import { dueHours } from '../../src/worker/open-data/counted/plan-counted-hours.ts';
import { compactHour } from '../../src/worker/open-data/upkeep/compact-hours.ts';
import { readNameTables } from '../../src/worker/open-data/upkeep/name-tables.ts';
import { planCompaction } from '../../src/worker/open-data/upkeep/plan-compaction.ts';
import { storeNameTable } from '../../src/worker/open-data/upkeep/store-name-table.ts';
import { queryOpenData } from '../support/open-data/open-data-world.ts';
import { startTestManagement, type TestManagement } from '../support/server/test-management.ts';
import { type Journalled, readJournals } from './journalled-events.ts';
import type { Counts, DayRow, HourRow } from './reference-counts.ts';
import { type SimulatedDays, simulateDays } from './simulate-days.ts';

/*
 * Simulates days of a market with all kinds of faults and compares journals, reports and an independent model. `npm run
 * simulate` runs a month. The short form contains the end of daylight saving time in Brussels.
 */
const days = Number(process.env['PLACARD_SIMULATED_DAYS'] ?? 1);
const seed = Number(process.env['PLACARD_TEST_SEED'] ?? 1);
const visitsPerTick = Number(process.env['PLACARD_SIMULATED_VISITS'] ?? 4);
const faultsPerDay = days > 7 ? 2 : 6;
/** Year of the last simulated month that is over, because open data is deleted after 400 days. */
const year = new Date(Date.now() - 310 * dayMs).getUTCFullYear();
/** The month ends after the clock change in New York. The short form starts on the day before that in Brussels. */
const fromMs = days > 7 ? Date.UTC(year, 9, 6) : lastSundayOfOctober(year) - 10 * hourMs;

function lastSundayOfOctober(ofYear: number): number {
  const endMs = Date.UTC(ofYear, 9, 31);
  return endMs - new Date(endMs).getUTCDay() * dayMs;
}

let management: TestManagement;
let simulated: SimulatedDays;
let journalled: Journalled;
beforeAll(async () => {
  management = await startTestManagement();
  simulated = await simulateDays(management, { seed, fromMs, days, visitsPerTick, faultsPerDay });
  journalled = await readJournals(simulated.journalFolder);
  const { visitors, faults } = simulated;
  console.info(
    `Simulated: ${days} days of seed ${seed}, ${visitors.requests} requests (${visitors.failures} failed and repeated), ` +
      `${visitors.reference.acknowledged} events acknowledged, ${visitors.reference.size} of them count; ` +
      `set aside: ${JSON.stringify(journalled.apart)}; faults: ${JSON.stringify(faults)}`,
  );
}, 3_600_000);
afterAll(async () => {
  await simulated?.remove();
  await management?.close();
});

type Row = Counts & Record<string, unknown>;

async function report(groupBy: string): Promise<{ readonly rows: readonly Row[]; readonly totals: Row }> {
  const { status, body } = await management.call('GET', `/reports?groupBy=${groupBy}`);
  expect(status).toBe(200);
  return body;
}

function sorted<Item>(rows: readonly Item[]): readonly Item[] {
  return rows.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

/** Excludes rows that contain only filtered events. */
function isSomething({ impressions, viewables, clicks }: Counts): boolean {
  return impressions + viewables + clicks > 0;
}

test('the simulation contains every kind of fault and every kind of event that must not count', () => {
  for (const count of Object.values(simulated.faults)) expect(count).toBeGreaterThan(0);
  for (const reason of ['duplicate', 'bot', 'expired']) expect(journalled.apart[reason]).toBeGreaterThan(0);
});

test('the journals contain each acknowledged event and no other event that counts', () => {
  const { reference, apart } = simulated.visitors;
  expect(journalled.counting.size).toBe(reference.size);
  // An event that is repeated after a failure can be recorded twice.
  expect(journalled.apart['bot']).toBeGreaterThanOrEqual(apart.bot);
  expect(journalled.apart['expired']).toBeGreaterThanOrEqual(apart.expired);
});

test('the report by day equals the reference to the micro-unit', async () => {
  const { rows } = await report('booking,day');
  const got = rows.filter(isSomething).map(({ bookingId, day, impressions, viewables, clicks, spend }): DayRow => {
    const [money] = spend as readonly { readonly amount: string; readonly currency: string }[];
    return {
      bookingId: Number(bookingId),
      day: String(day),
      impressions,
      viewables,
      clicks,
      spend: `${money?.amount} ${money?.currency}`,
    };
  });
  expect(sorted(got)).toEqual(sorted(simulated.visitors.reference.days()));
});

test('the report by hour, booking, creative and position equals the reference', async () => {
  const { rows } = await report('hour,booking,creative,position');
  const got = rows.filter(isSomething).map(
    ({ hour, bookingId, creativeId, positionId, impressions, viewables, clicks }): HourRow => ({
      hour: String(hour),
      bookingId: Number(bookingId),
      creativeId: Number(creativeId),
      positionId: Number(positionId),
      impressions,
      viewables,
      clicks,
    }),
  );
  expect(sorted(got)).toEqual(sorted(simulated.visitors.reference.hours()));
});

test('the report contains exactly the filtered events, by reason', async () => {
  const { totals } = await report('booking');
  const filtered = totals['filtered'] as Readonly<Record<string, Readonly<Record<string, number>>>>;
  const sums = Object.entries(filtered).map(([reason, kinds]) => [
    reason,
    Object.values(kinds).reduce((a, b) => a + b, 0),
  ]);
  expect(Object.fromEntries(sums)).toEqual(journalled.apart);
});

test('totals of bookings, which pacing uses, equal the sums of their hours', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select booking_id, impressions, viewables, clicks from booking_total
    except select booking_id, sum(impressions), sum(viewables), sum(clicks) from delivery_hour group by booking_id`.execute(
    management.database,
  );
  expect(rows).toEqual([]);
});

test('the totals of open data equal the report, before and after its files are merged', async () => {
  const { dataFolder } = simulated;
  const store = openOpenDataStore({ store: { kind: 'folder', folder: null }, dataFolder });
  const session = await openParquetSession(join(dataFolder, 'test-drafts'));
  const { rows: sums } = await sql<Record<string, unknown>>`
    select to_char(hour_at at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS') as hour, local_day::text, booking_id::text,
      creative_id::text, position_id::text, impressions::text, viewables::text, clicks::text
    from delivery_hour`.execute(management.database);
  const reported = sums.map(({ hour, localDay, bookingId, creativeId, positionId, impressions, viewables, clicks }) =>
    [hour, localDay, bookingId, creativeId, positionId, impressions, viewables, clicks].join(' '),
  );
  const compare = async () => {
    const counted = await queryOpenData(
      { store, session },
      `select strftime(date_trunc('hour', happened_at), '%Y-%m-%d %H:%M:%S') as hour, local_day, booking_id, creative_id,
        position_id, count(*) filter (where event = 'impression') as impressions,
        count(*) filter (where event = 'viewable') as viewables, count(*) filter (where event = 'click') as clicks
      from counted_events where kind in ('impression', 'viewable', 'click')
      group by all`,
    );
    expect(sorted(counted.map((row) => Object.values(row).join(' ')))).toEqual(sorted(reported));
    const apart = await session.rows(`
      select filter_reason as reason, count(*) as n from events where filter_reason is not null group by all
      union all select 'duplicate', count(*) - (select count(*) from counted_events) from events where filter_reason is null`);
    expect(Object.fromEntries(apart.map(({ reason, n }) => [reason, Number(n)]))).toEqual(journalled.apart);
  };
  await compare();
  const before = (await store.list('events')).length;
  const plan = planCompaction(await store.list('events'), { pendingStems: [], nowMs: Date.now() });
  for (const compaction of plan) await compactHour({ session, store }, compaction, []);
  expect((await store.list('events')).length).toBeLessThan(before);
  await compare();
  // A call makes a limited number of hours.
  const nowMs = Date.now();
  do expect(await countHours({ session, store }, { merged: new Map(), nowMs })).toEqual([]);
  while (dueHours(await readCountedHours(store), nowMs).length > 0);
  const paths: string[] = [];
  for (const { name } of await store.list('counted')) {
    const path = join(session.folder, `counted-${paths.length}.parquet`);
    await store.fetch(name, path);
    paths.push(sqlText(path));
  }
  const counted = `read_parquet([${paths.join(', ')}], union_by_name = true)`;
  const hourly = await session.rows(`select strftime(hour_at, '%Y-%m-%d %H:%M:%S') as hour, local_day, booking_id,
      creative_id, position_id, sum(impressions)::bigint, sum(viewables)::bigint, sum(clicks)::bigint
    from ${counted} group by all having sum(impressions + viewables + clicks) > 0`);
  expect(sorted(hourly.map((row) => Object.values(row).join(' ')))).toEqual(sorted(reported));
  const { duplicate: _, ...filtered } = journalled.apart;
  const reasons = await session.rows(`select filter_reason as reason, sum(events)::bigint as n
    from ${counted} where filter_reason is not null group by all`);
  expect(Object.fromEntries(reasons.map(({ reason, n }) => [reason, Number(n)]))).toEqual(filtered);
  await session.close();
  await store.close();
}, 600_000);

test('a report from raw events equals the report from sums, by every dimension', async () => {
  const { database } = management;
  const engine = createRawReportEngine({
    store: { kind: 'folder', folder: null },
    dataFolder: simulated.dataFolder,
    name: 'r',
  });
  const location = { store: { kind: 'folder', folder: null } as const, dataFolder: simulated.dataFolder };
  const [store, session] = [openOpenDataStore(location), await openParquetSession(join(location.dataFolder, 'names'))];
  const names = await readNameTables(database, join(location.dataFolder, 'name-rows'), new Map());
  for (const rows of names.changed) await storeNameTable({ session, store }, rows);
  await session.close();
  const summedDimensions = reportDimensions.filter((dimension) => !isRequestDimension(dimension));
  for (const groupBy of [...summedDimensions.map((one) => [one]), ['hourOfWeek', 'publisher', 'campaign'] as const]) {
    const summed = await readReport({ database, rawReports: null }, { groupBy: [...groupBy] }, { reach: 'everything' });
    const raw = rawSums(await readRawReport({ database, engine }, { groupBy: [...groupBy] }, { reach: 'everything' }));
    const linesOf = (rows: readonly object[]) =>
      sorted(
        rows.flatMap((row) => {
          const { impressions, viewables, clicks, plays } = row as Counts & { readonly plays: number };
          const values = groupBy.map((dimension) => {
            const value = (row as Record<string, unknown>)[fieldOf(dimension)];
            return value instanceof Date ? value.toISOString() : (value ?? null);
          });
          return isSomething({ impressions, viewables, clicks })
            ? [[...values, impressions, viewables, clicks, plays].join(' ')]
            : [];
        }),
      );
    expect(linesOf(raw.rows), groupBy.join()).toEqual(linesOf(summed.rows));
    expect(
      linesOf(raw.totals.map((total) => ({ ...total })))[0]
        ?.trim()
        .split(' ')
        .slice(-4)
        .map(Number),
    ).toEqual([summed.totals.impressions, summed.totals.viewables, summed.totals.clicks, summed.totals.plays]);
  }
  await engine.close();
  await store.close();
}, 600_000);

test('a recount of the journals returns the same result and repairs damaged sums', async () => {
  const { journalFolder } = simulated;
  const store = openPlainStore({ store: { kind: 'folder', folder: null }, dataFolder: dirname(journalFolder) });
  const sequences = sequencesOf({ secret: null, dataFolder: dirname(journalFolder) });
  const again = (write: boolean) => recount(management.database, { sequences, store, journalFolder, write });
  expect(await again(false)).toMatchObject({ missing: [], differences: [] });
  const before = await report('hour,booking,creative,position');
  await sql`update delivery_hour set impressions = 0, clicks = clicks + 1 where booking_id % 2 = 0`.execute(
    management.database,
  );
  await again(true);
  expect(await report('hour,booking,creative,position')).toEqual(before);
  expect(await again(false)).toMatchObject({ missing: [], differences: [], remembered: 0 });
}, 600_000);
