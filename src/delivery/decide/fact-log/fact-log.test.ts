import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testDecisionIds } from '../../../../test/support/counting/test-decision-ids.ts';
import { writeTcfString } from '../../../../test/support/media-files/write-tcf-string.ts';
import { type OpenDataRow, queryOpenData } from '../../../../test/support/open-data/open-data-world.ts';
import {
  bookingRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { openOpenDataStore } from '../../../exchange/open-data/open-data-store.ts';
import { openParquetSession, type ParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import { createShopperKeys } from '../../../platform/keys/shopper-keys.ts';
import { openOpenDataExport } from '../../../worker/open-data/export/export-pass.ts';
import { createEventTokens } from '../../answer/signed-address/event-token.ts';
import { noParameters } from '../../request/request-parameters.ts';
import { FactLog } from './fact-log.ts';

const location = { kind: 'folder', folder: null } as const;
const secret = 'a secret of the test';
const page = 'https://news.example/sports/cup?session=secret#final';
let delivery: TestDelivery;
let store: OpenDataStore;
let session: ParquetSession;

beforeAll(async () => {
  const inventory = { positionIds: [12], locationIds: [], publicationIds: [], publisherIds: [] };
  const other = bookingRow({ id: 7, inventory }, { id: 1001 });
  delivery = await startTestDelivery(snapshotRows({ bookings: [bookingRow(), other] }), {
    openDataDays: 1,
    secret,
  });
  const { dataFolder } = delivery;
  store = openOpenDataStore({ store: location, dataFolder });
  session = await openParquetSession(join(dataFolder, 'test-drafts'));
  await store.putText('_state/zones.json', JSON.stringify({ readAtMs: Date.now() + 60_000, zones: { UTC: [10] } }));
});
afterAll(async () => {
  await session.close();
  await store.close();
  await delivery.close();
});

/** Requests ads, reports their impressions, exports everything and returns the rows of a query. */
async function rowsOf(body: object, headers: Record<string, string>, query: string): Promise<readonly OpenDataRow[]> {
  const response = await delivery.fetch('/json', { method: 'POST', body: JSON.stringify(body), headers });
  for (const ad of (await response.json()) as Record<string, string>[])
    await delivery.fetch(ad['impressionCounter'] ?? '');
  // The time until facts are written.
  await delay(400);
  const exporting = await openOpenDataExport({ host: 'host-1', dataFolder: delivery.dataFolder, store: location });
  await exporting.pass();
  await exporting.close();
  return queryOpenData({ store, session }, query);
}

test('every event has the facts of its request, which no booking targets', async () => {
  const body = {
    slots: [{ slotname: '_home_-lb', parameters: { size: ['large'] } }],
    parameters: {
      tl: ['all'],
      ui: ['anna'],
      xc: ['51.05,3.72'],
      co: ['be'],
      rg: ['BE-VOV'],
      kw: ['running shoes'],
      section: ['sports', 'cup'],
      size: ['small'],
      xf: [Buffer.from(page).toString('base64url')],
    },
  };
  const agent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36';
  const headers = { 'content-type': 'application/json', 'user-agent': agent, 'accept-language': 'nl-BE,en;q=0.8' };
  const [row, ...more] = await rowsOf(
    body,
    headers,
    `select requests.* exclude (decision_id, decided_at), event, counted_events.booking_id = requests.booking_id as same
    from counted_events join requests using (decision_id, slot)`,
  );
  expect(more).toEqual([]);
  expect(row).toEqual({
    slot: 0,
    position_id: '10',
    booking_id: expect.any(String),
    consent: 'granted',
    country: 'BE',
    region: 'BE-VOV',
    device: 'desktop',
    os: 'Linux',
    browser: 'Chrome',
    language: 'nl',
    page: 'https://news.example/sports/cup',
    keywords: ['running shoes'],
    categories: [],
    products: [],
    segments: [],
    parameters: [
      { key: 'size', value: ['large'] },
      { key: 'section', value: ['sports', 'cup'] },
    ],
    viewer_key: createShopperKeys(secret).keyOf('ui:anna', Date.now()),
    event: 'impression',
    same: true,
  });
});

test('a request for several slots has a row for each slot with an ad', async () => {
  const body = { slots: [{ slotname: '_home_-lb' }, { slotname: '_home__2-lb' }, { slotname: '_nosuch_' }] };
  const rows = await rowsOf(
    body,
    { 'content-type': 'application/json' },
    `select slot, position_id, consent, country, parameters from requests
    where decision_id = (select decision_id from requests order by decided_at desc limit 1) order by slot`,
  );
  const nothing = { consent: null, country: null, parameters: [] };
  expect(rows).toEqual([
    { slot: 0, position_id: '10', ...nothing },
    { slot: 1, position_id: '12', ...nothing },
  ]);
  const [joined] = await session.rows(
    `select count(*) as events, count(requests.position_id) as known
    from counted_events left join requests using (decision_id, slot)`,
  );
  expect(joined).toEqual({ events: '3', known: '3' });
});

/** Returns a log without a disk. */
function factLog(frames: Buffer[]): FactLog {
  const writer = { append: (frame: Buffer) => void frames.push(frame), close: async () => undefined, failures: 0 };
  return new FactLog(writer, createShopperKeys(secret));
}

const winner = { position: { row: { id: 5 } }, ad: { booking: { id: 7 } } };

test.each([
  ['with consent to the measurement of ads', { xt: writeTcfString([1, 7]), ui: 'anna' }, 'ui:anna'],
  ['by a device, if there is no user', { tl: 'all', xz: 'device-9' }, 'xz:device-9'],
  ['with consent to frequency caps only', { xt: writeTcfString([1, 2]), ui: 'anna' }, null],
  ['without consent', { tl: 'none', ui: 'anna' }, null],
  ['without a consent signal', { ui: 'anna' }, null],
  ['with consent and without an identifier', { tl: 'all' }, null],
])('the viewer of a request %s', async (_, parameters, viewer) => {
  const rows = await rowsOf(
    { slots: [{ slotname: '_home_-lb' }, { slotname: '_home__2-lb' }], parameters },
    { 'content-type': 'application/json' },
    `select viewer_key, count(*)::int as slots from requests
    where decision_id = (select decision_id from requests order by decided_at desc limit 1) group by all`,
  );
  const key = viewer === null ? null : createShopperKeys(secret).keyOf(viewer, Date.now());
  expect(rows).toEqual([{ viewer_key: key, slots: 2 }]);
  const named = (await store.list('requests')).filter(({ name }) => name.includes('.shoppers'));
  expect(named.length > 0).toBe(true);
});

test('a viewer has another key in the next month in UTC', async () => {
  const frames: Buffer[] = [];
  const log = factLog(frames);
  const request = { slots: [], parameters: noParameters, context: { reachKey: 'ui:anna' } };
  const month = Date.parse('2026-12-01T00:00:00Z');
  for (const nowMs of [month - 2, month - 1, month]) {
    log.note(request as never, { winners: [winner, winner], nowMs } as never, testDecisionIds.next());
  }
  await log.close();
  const lines = Buffer.concat(frames).toString().trim().split('\n');
  const keys = lines.map((line) => (JSON.parse(line) as { readonly viewerKey: string }).viewerKey);
  const ofMonths = [month - 1, month].map((atMs) => createShopperKeys(secret).keyOf('ui:anna', atMs));
  expect(keys).toEqual([0, 0, 0, 0, 1, 1].map((index) => ofMonths[index]));
});

test('a slot above 255 has the decision ID of its events', async () => {
  const frames: Buffer[] = [];
  const log = factLog(frames);
  const slotIndex = 300;
  const winners = Array.from({ length: slotIndex + 1 }, (_, index) => (index === slotIndex ? winner : null));
  const request = { slots: [], parameters: noParameters };
  const id = testDecisionIds.next();
  log.note(request as never, { winners, nowMs: 1 } as never, id);
  await log.close();
  const facts = { adId: 1, bookingId: 7, creativeId: 1, positionId: 5, targetHash: new Uint8Array(12) };
  const tokens = createEventTokens(Buffer.alloc(32, 1));
  const token = tokens.verify(tokens.sign({ id, decidedAtMs: 1 }, slotIndex, { ...facts, window: 'display' }));
  expect(JSON.parse(Buffer.concat(frames).toString())).toMatchObject({ id: token?.decisionId, slot: token?.slotIndex });
});
