import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testSequences } from '../../../test/support/counting/test-decision-ids.ts';
import { publishRows } from '../../../test/support/database/publish-rows.ts';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { mapAdvertiser } from '../../../test/support/fixtures/mapped-advertiser.ts';
import { startTestDelivery, type TestDelivery } from '../../../test/support/server/test-delivery.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import type { MissedPlays } from '../../contract/insight/missed-plays.ts';
import { dayMs, hourMs, minuteMs } from '../../core/time/durations.ts';
import { snapshotFolders } from '../../exchange/snapshot-history/keep-history.ts';
import { openPastSnapshots } from '../../exchange/snapshot-history/past-snapshots.ts';
import { createLog } from '../../platform/log/log.ts';
import { createJournalShipping } from '../count/journal-shipping.ts';
import { buildSnapshotRows } from '../publish/build-snapshot-rows.ts';
import { recordPlannedPlays } from './record-planned-plays.ts';
import { sumMissedPlays } from './sum-missed-plays.ts';

const log = createLog({ level: 'silent', name: 'test' });
/** 8:00 in Brussels, when the screens open. */
const openMs = Date.parse('2027-03-03T07:00:00Z');
const openingHours = [{ days: [], fromMinute: 8 * 60, toMinute: 20 * 60 }];
const loopsPerHour = 60;
const screen = { loopSeconds: 60, slotSeconds: 10, openingHours };
let nowMs = openMs - 30 * minuteMs;
let management: TestManagement;
let delivery: TestDelivery;
let revision = 1_000;
let positionId: number;
let publicationId: number;
let slotName: string;
let sold: number;
let rest: number;
let creative: { readonly creativeId: number };

beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format', { inHeadsup: true });
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner, brandIds: [brand] };
  const { id: campaignId } = await makeObject(management, 'campaigns', companies);
  creative = { creativeId: (await makeObject(management, 'creatives', { brandId: brand, formatId })).id };
  await management.call('POST', `/creatives/${creative.creativeId}/actions/submit`);
  ({ id: publicationId } = await makeObject(management, 'inventory/publication', { timeZone: 'Europe/Brussels' }));
  const location = { kind: 'screen', screen, publicationId };
  const { id: locationId } = await makeObject(management, 'inventory/location', location);
  const position = await makeObject(management, 'inventory/position', { formatId, locationId });
  positionId = position.id;
  slotName = String(position['slotName']);
  const book = async (fields: object) => {
    const common = { type: 'in_store', campaignId, positionIds: [positionId], creatives: [creative] };
    const { id } = await makeObject(management, 'bookings', {
      ...common,
      startDate: '2027-03-01T00:00:00Z',
      ...fields,
    });
    expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
    return id;
  };
  sold = await book({ loop: { playsPerLoop: 2 } });
  rest = await book({});
  const rows = await publish();
  delivery = await startTestDelivery(rows, { secret: 'the secret of the delivery process' });
});
afterAll(async () => {
  await delivery?.close();
  await management?.close();
});

async function publish() {
  revision += 1;
  const rows = { ...(await buildSnapshotRows(management.database)), revision };
  await publishRows(management.snapshots, rows);
  return rows;
}

/** A new instance each time, as after a restart of the worker. */
function record(atMs: number): Promise<number> {
  nowMs = atMs;
  const snapshots = openPastSnapshots(snapshotFolders(management.services.config.dataFolder));
  return recordPlannedPlays({ database: management.database, snapshots }, atMs);
}

async function missedPlays(query = '', who = {}): Promise<MissedPlays> {
  const { status, body } = await management.call('GET', `/missed-plays${query}`, who);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

type Entry = { readonly startAt: string; readonly impressionCounter: string };

async function playlist(atMs: number): Promise<readonly Entry[]> {
  delivery.setNow(atMs);
  const answer = await delivery.fetch('/v1/screens/hall-1/playlist', {
    method: 'POST',
    body: JSON.stringify({ slotName }),
  });
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { entries: Entry[] }).entries;
}

async function report(entries: readonly Entry[], atMs: number): Promise<void> {
  delivery.setNow(atMs);
  for (let from = 0; from < entries.length; from += 1_000) {
    const plays = entries
      .slice(from, from + 1_000)
      .map(({ startAt, impressionCounter }) => ({ url: impressionCounter, at: startAt }));
    const body = JSON.stringify({ screen: 'hall-1', plays });
    const answer = await delivery.fetch('/v1/plays', { method: 'POST', body });
    expect(await answer.json()).toEqual({ accepted: plays.length, refused: [] });
  }
  const journalFolder = join(delivery.dataFolder, 'journal');
  const shipping = createJournalShipping({
    sequences: testSequences,
    database: management.database,
    journalFolder,
    log,
  });
  await shipping.shipAll(new AbortController().signal);
}

const figures = ({ rows }: MissedPlays) =>
  rows.map(({ bookingId, planned, played, missed }) => ({ bookingId, planned, played, missed }));

test('compares the planned plays of an ended day with the counted plays, also if they are reported days later', async () => {
  expect(await record(nowMs)).toBe(0);
  const entries = await playlist(openMs);
  expect(entries).toHaveLength(12 * 6 * loopsPerHour);
  const until = (hours: number) => entries.filter(({ startAt }) => Date.parse(startAt) < openMs + hours * hourMs);
  await report(until(6), openMs + 6 * hourMs);
  for (let hour = 1; hour <= 10; hour += 1) expect(await record(openMs + hour * hourMs + minuteMs)).toBe(1);
  // Cancelled after ten hours: it is not planned for the last two.
  expect(await management.call('POST', `/bookings/${sold}/actions/cancel`)).toMatchObject({ status: 200 });
  await publish();
  await record(openMs + 12 * hourMs);
  expect(figures(await missedPlays('?to=2027-03-05'))).toEqual([]);

  expect(await record(openMs + 16 * hourMs + minuteMs)).toBe(1);
  const planned = { [sold]: 10 * 2 * loopsPerHour, [rest]: (10 * 4 + 2 * 6) * loopsPerHour };
  const played = { [sold]: 6 * 2 * loopsPerHour, [rest]: 6 * 4 * loopsPerHour };
  const expected = [rest, sold].map((id) => {
    const [plan = 0, done = 0] = [planned[id], played[id]];
    return { bookingId: id, planned: plan, played: done, missed: plan - done };
  });
  const offline = await missedPlays('?to=2027-03-05');
  expect(figures(offline)).toEqual(expected);
  expect(offline).toMatchObject({
    from: '2027-02-26',
    rowCount: 2,
    totals: { planned: 4_320, played: 2_160, missed: 2_160, missedPercent: 50 },
  });
  const offlineSince = new Date(openMs + 6 * hourMs).toISOString();
  expect(offline.rows[0]).toMatchObject({ positionId, slotName, screens: 1, offlineScreens: 1, offlineSince });

  await sumMissedPlays(management.database, nowMs);
  const issue = { health: 'critical', limitingReasons: ['MISSED_PLAYS'] };
  expect(await management.call('GET', `/bookings/${rest}`)).toMatchObject({ body: issue });
  expect((await management.call('GET', `/bookings/${rest}/diagnosis`)).body.reasons).toContainEqual({
    code: 'MISSED_PLAYS',
    effect: 'limits',
    remedy: 'makegood',
    on: { kind: 'bookings', id: rest },
    field: null,
  });

  // The screen reports its whole day three days later, and the morning a second time.
  await report(entries, openMs + 3 * dayMs);
  expect(figures(await missedPlays('?to=2027-03-05'))).toEqual([
    { bookingId: rest, planned: planned[rest], played: 12 * 4 * loopsPerHour, missed: 2 * 2 * loopsPerHour },
    { bookingId: sold, planned: planned[sold], played: 12 * 2 * loopsPerHour, missed: 0 },
  ]);
  expect((await missedPlays('?to=2027-03-05')).rows[0]).toMatchObject({ offlineScreens: 0, offlineSince: null });
  await sumMissedPlays(management.database, nowMs);
  expect(await management.call('GET', `/bookings/${rest}`)).toMatchObject({
    body: { health: 'ok', limitingReasons: [] },
  });
});

test('filters, groups and pages the rows, and returns them as CSV', async () => {
  const period = '?from=2027-03-03&to=2027-03-04';
  expect((await missedPlays(`${period}&bookingId=${sold}`)).rows.map(({ bookingId }) => bookingId)).toEqual([sold]);
  expect((await missedPlays(`${period}&positionId=${positionId + 999}`)).rows).toEqual([]);
  expect((await missedPlays(`${period}&publicationId=${publicationId}`)).rowCount).toBe(2);
  expect((await missedPlays(`?from=2027-03-04&to=2027-03-05`)).rows).toEqual([]);
  const [day] = (await missedPlays(`${period}&groupBy=day`)).rows;
  expect(day).toMatchObject({ day: '2027-03-03', positionId: null, bookingId: null, planned: 4_320, missed: 240 });
  const second = await missedPlays(`${period}&limit=1&offset=1`);
  expect([second.rowCount, second.totals.planned]).toEqual([2, 4_320]);
  expect(second.rows.map(({ bookingId }) => bookingId)).toEqual([sold]);
  expect(await missedPlays(`${period}&offset=9`)).toMatchObject({ rowCount: 2, rows: [], totals: { planned: 4_320 } });
  expect(await management.call('GET', '/missed-plays?groupBy=hour')).toMatchObject({ status: 400 });

  const file = await management.call('GET', `/missed-plays${period}&groupBy=day&groupBy=booking`, {
    headers: { accept: 'text/csv' },
  });
  expect(file.headers['content-disposition']).toBe('attachment; filename="missed-plays-2027-03-03-2027-03-04.csv"');
  const [head = '', first = ''] = file.body.replace('\ufeff', '').split('\r\n');
  expect(head).toBe(
    'day,positionId,slotName,bookingId,bookingName,planned,played,missed,missedPercent,screens,offlineScreens,offlineSince',
  );
  expect(first.split(',').slice(0, 4)).toEqual(['2027-03-03', '', '', String(rest)]);
  const { who } = await mapAdvertiser(management);
  expect((await missedPlays(period, who)).rows).toEqual([]);
});

test('records each hour once if workers run concurrently, fail or restart, and counts each screen of a position', async () => {
  const startMs = openMs + 30 * dayMs;
  await sql`delete from planned_play`.execute(management.database);
  await sql`delete from planned_screen`.execute(management.database);
  // Not seen for more than two weeks: `hall-1` is considered removed.
  await sql`insert into screen_device (position_id, device_id, last_seen_at)
    select ${positionId}, id, ${new Date(startMs)} from unnest(array['new-1', 'new-2', 'new-3']) id`.execute(
    management.database,
  );
  await record(startMs - minuteMs);
  await Promise.all([1, 2, 3].map(() => record(startMs + hourMs)));
  await sql`create function refuse() returns trigger language plpgsql as 'begin raise exception ''refused''; end'`.execute(
    management.database,
  );
  await sql`create trigger refuse before insert on planned_play execute function refuse()`.execute(management.database);
  await expect(record(startMs + 3 * hourMs)).rejects.toThrow('refused');
  await sql`drop trigger refuse on planned_play`.execute(management.database);
  // The worker returns after a day.
  expect(await record(startMs + dayMs)).toBe(1);
  expect(await record(startMs + dayMs)).toBe(0);
  const { rows } = await sql`select local_day::text as day, booking_id, plays from planned_play order by 1`.execute(
    management.database,
  );
  // In summer time, recording starts one hour after the screens open and ends one hour after they open the next day.
  expect(rows).toEqual([
    { day: '2027-04-02', bookingId: rest, plays: 3 * 11 * 6 * loopsPerHour },
    { day: '2027-04-03', bookingId: rest, plays: 3 * 6 * loopsPerHour },
  ]);
});

test('a position without a loop is not recorded, and its recording begins again with its next loop', async () => {
  const { body } = await management.call('GET', `/inventory/position/${positionId}`);
  const patch = (change: object) =>
    management.call('PATCH', `/inventory/location/${body.locationId}`, {
      body: { screen: { ...screen, ...change } },
      headers: { 'if-match': '*' },
    });
  const startMs = openMs + 60 * dayMs;
  expect(await patch({ loopSeconds: null, slotSeconds: null })).toMatchObject({ status: 200 });
  await publish();
  expect(await record(startMs)).toBe(0);
  expect(await patch({})).toMatchObject({ status: 200 });
  await publish();
  await sql`delete from planned_play`.execute(management.database);
  expect(await record(startMs + 2 * dayMs)).toBe(0);
  expect(await record(startMs + 2 * dayMs + hourMs)).toBe(0);
  expect(await record(startMs + 2 * dayMs + 2 * hourMs)).toBe(1);
  const { rows } = await sql`select plays from planned_play`.execute(management.database);
  expect(rows).toEqual([{ plays: 6 * loopsPerHour }]);
});
