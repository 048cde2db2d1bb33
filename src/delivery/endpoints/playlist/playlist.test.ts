import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import { planDay } from '../../../core/loop/plan-day.ts';
import type { SnapshotRows } from '../../../core/snapshot/snapshot-rows.ts';
import { localClock } from '../../../core/time/local-time.ts';

type Playlist = {
  readonly validFrom: string;
  readonly validUntil: string;
  readonly ads: readonly { id: string; creativeId: string; media: readonly { id: string; checksum: string }[] }[];
  readonly entries: readonly { startAt: string; leaseUntil: string; ad: string; impressionCounter: string }[];
};

const noonMs = Date.parse('2027-03-03T11:00:00Z');
/** In the last slot of a loop, so that the loop contains a play of the ad and its lease is shorter. */
const adEndMs = noonMs + 10 * 60_000 + 55_000;
const loop = {
  loopSeconds: 60,
  slotSeconds: 10,
  openingHours: [{ days: [], fromMinute: 12 * 60, toMinute: 14 * 60 }],
};
let delivery: TestDelivery;

/** One booking with two creatives with weights 3 and 1, one that ends at 12:30:20, and one that shares the rest. */
function rows(change: Record<string, unknown> = {}): SnapshotRows {
  const base = snapshotRows();
  return {
    ...base,
    locations: [{ ...base.locations[0], kind: 'screen', loop, ...change }],
    bookings: [
      bookingRow({
        id: 6,
        loop: { playsPerLoop: 2, minGap: 1 },
        ads: [
          { id: 1000, creativeId: 7, weight: 1, startMs: null, endMs: null },
          { id: 1001, creativeId: 8, weight: 3, startMs: null, endMs: null },
        ],
      }),
      bookingRow({ id: 7, loop: { basisPoints: 5_000 }, endMs: noonMs + 30 * 60_000 + 20_000 }, { id: 1002 }),
      bookingRow({ id: 8 }, { id: 1003, endMs: adEndMs }),
    ],
    creatives: [creativeRow(), creativeRow({ id: 8 })],
  } as unknown as SnapshotRows;
}

beforeAll(async () => {
  delivery = await startTestDelivery(rows());
});
afterAll(() => delivery?.close());
afterEach(() => delivery.setNow(null));

async function ask(body: unknown = { slotName: '_home_-lb' }, device = 'hall-1') {
  const answer = await delivery.fetch(`/v1/screens/${device}/playlist`, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: answer.status, body: await answer.json() };
}

async function playlist(body?: unknown, device?: string): Promise<Playlist> {
  const answer = await ask(body, device);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body as Playlist;
}

test('a playlist is the computed loop of the day, each play with its files, its lease and a unique URL', async () => {
  delivery.setNow(noonMs - 4 * 60 * 60_000);
  const { entries, ads, validUntil, ...head } = await playlist();
  expect(head).toMatchObject({ deviceId: 'hall-1', day: '2027-03-03', timeZone: 'Europe/Brussels', slotSeconds: 10 });
  expect(validUntil).toBe('2027-03-03T23:00:00.000Z');
  expect(new Set(entries.map(({ impressionCounter }) => impressionCounter)).size).toBe(entries.length);
  const bookingOf = (ad: string) => ({ '1000': 6, '1001': 6, '1002': 7, '1003': 8 })[ad];
  const shared = { activeDays: [], dayParts: [], exclusionLabels: [], priority: 5, startMs: 1_700_000_000_000 };
  const plan = planDay(
    { clock: localClock('Europe/Brussels'), ...loop },
    [
      { ...shared, id: 6, part: { kind: 'plays', perLoop: 2 }, minGap: 1, endMs: null },
      {
        ...shared,
        id: 7,
        part: { kind: 'percent', basisPoints: 5_000 },
        minGap: 0,
        endMs: noonMs + 30 * 60_000 + 20_000,
      },
      { ...shared, id: 8, part: { kind: 'rest' }, minGap: 0, endMs: null },
    ] as unknown as Parameters<typeof planDay>[1],
    noonMs,
  );
  const planned = plan.loops.flatMap(({ startMs, plays }) =>
    plays.map((id, playIndex) => [startMs + playIndex * 10_000, id as number] as const),
  );
  // After the ad of the third booking has ended, its slots are empty.
  const expected = planned.filter(([startMs, id]) => id !== 8 || startMs < adEndMs);
  expect(entries.map(({ startAt, ad }) => [Date.parse(startAt), bookingOf(ad)])).toEqual(expected);
  for (const { startAt, leaseUntil, ad } of entries) {
    const startMs = Date.parse(startAt);
    const loopEndMs = noonMs + (Math.floor((startMs - noonMs) / 60_000) + 1) * 60_000;
    expect(Date.parse(leaseUntil)).toBe(ad === '1003' ? Math.min(loopEndMs, adEndMs) : loopEndMs);
  }
  expect(entries.some(({ leaseUntil }) => Date.parse(leaseUntil) === adEndMs)).toBe(true);
  const of = (id: string) => entries.filter(({ ad }) => ad === id).length;
  expect(of('1001')).toBe(3 * of('1000'));
  expect(ads.every(({ media }) => /^[0-9a-f]{64}$/.test(media[0]?.checksum ?? ''))).toBe(true);
  expect(ads.map(({ id, creativeId }) => [id, creativeId]).sort()).toEqual([
    ['1000', '7'],
    ['1001', '8'],
    ['1002', '7'],
    ['1003', '7'],
  ]);
});

test('a playlist has the bookings whose targeting the screen meets, and ignores conditions on requests', async () => {
  delivery.setNow(noonMs);
  const base = rows({ facts: { zone: ['checkout'], venueType: ['retail', 'retail.grocery'] } });
  const trees = [
    { fact: 'venueType', values: ['retail'] },
    { fact: 'zone', values: ['entrance'] },
    {
      all: [
        { fact: 'zone', values: ['checkout'] },
        { fact: 'country', values: ['BE'] },
      ],
    },
  ];
  const bookings = base.bookings.map((booking, index) => ({ ...booking, targeting: trees[index] }));
  await delivery.publish({ ...base, bookings } as SnapshotRows);
  const { ads } = await playlist();
  expect(ads.map(({ id }) => id).sort()).toEqual(['1000', '1001', '1003']);
  await delivery.publish(rows());
});

test('screens of a store play a store roadblock at the same time', async () => {
  delivery.setNow(noonMs);
  const base = rows({ facts: { store: ['Gent'] } });
  const [location] = base.locations;
  const [position] = base.positions;
  const locations = [location, { ...location, id: 2, code: '_door_' }];
  const positions = [position, { ...position, id: 902, locationId: 2, slotName: '_door_-lb' }];
  const [bought, percent, rest] = base.bookings;
  const inventory = { positionIds: [], locationIds: [1, 2], publicationIds: [], publisherIds: [] };
  const bookings = [
    { ...bought, inventory },
    percent,
    {
      ...rest,
      endMs: null,
      ads: [{ ...rest?.ads[0], endMs: null }],
      loop: { playsPerLoop: 1, wholeStore: true },
      inventory,
    },
  ];
  await delivery.publish({ ...base, locations, positions, bookings } as SnapshotRows);
  const timesAt = async (slotName: string) => {
    const { entries } = await playlist({ slotName });
    return entries.filter(({ ad }) => ad === '1003').map(({ startAt }) => startAt);
  };
  const times = await timesAt('_home_-lb');
  expect(times.length).toBe(120);
  expect(await timesAt('_door_-lb')).toEqual(times);
  await delivery.publish(rows());
});

test('a repeated request gets the same playlist, also from another process, and another screen gets its own URLs', async () => {
  delivery.setNow(noonMs);
  const first = await playlist();
  const { entries: again } = await playlist();
  expect(again).toEqual(first.entries);
  const { entries: ofAnother } = await playlist(undefined, 'hall-2');
  expect(ofAnother.map(({ startAt, ad }) => [startAt, ad])).toEqual(again.map(({ startAt, ad }) => [startAt, ad]));
  const own = new Set(again.map(({ impressionCounter }) => impressionCounter));
  expect(ofAnother.some(({ impressionCounter }) => own.has(impressionCounter))).toBe(false);
});

test('a later request gets the remaining plays including the current one, and one for tomorrow gets the next day', async () => {
  delivery.setNow(noonMs + 65_000);
  const { entries, validFrom } = await playlist();
  expect(validFrom).toBe(new Date(noonMs + 65_000).toISOString());
  expect(entries[0]?.startAt).toBe(new Date(noonMs + 60_000).toISOString());
  const tomorrow = await playlist({ slotName: '_home_-lb', from: '2027-03-03T23:00:00Z' });
  expect(tomorrow.validUntil).toBe('2027-03-04T23:00:00.000Z');
  const nextNoonMs = noonMs + 24 * 60 * 60_000;
  expect(tomorrow.entries.every(({ startAt }) => Date.parse(startAt) >= nextNoonMs)).toBe(true);
  // Twice in each of 120 loops.
  expect(tomorrow.entries.length).toBe(2 * 120);
});

test('each play counts once, at its time and not earlier', async () => {
  delivery.setNow(noonMs);
  const { entries } = await playlist();
  const before = (await delivery.events()).length;
  delivery.setNow(noonMs + 3 * 60 * 60_000);
  const [first, second] = entries as [Playlist['entries'][number], Playlist['entries'][number]];
  const early = new Date(Date.parse(second.startAt) - 6 * 60_000).toISOString();
  const answer = await delivery.fetch('/v1/plays', {
    method: 'POST',
    body: JSON.stringify({
      plays: [
        { url: first.impressionCounter, at: first.startAt },
        { url: second.impressionCounter, at: early },
      ],
    }),
  });
  expect(await answer.json()).toEqual({ accepted: 1, refused: [{ index: 1, code: 'before_decision' }] });
  expect((await delivery.events()).slice(before)).toMatchObject([
    { kind: 'impression', window: 'screen', atMs: Date.parse(first.startAt), filtered: null },
  ]);
});

test('files of a playlist are those of the head-up list', async () => {
  const base = rows();
  const formats = base.formats.map((format) => ({ ...format, inHeadsup: true }));
  const other = await startTestDelivery({ ...base, formats });
  other.setNow(noonMs);
  const list = (await (await other.fetch('/api/headsup/download-list/sl_home_-lb')).json()) as {
    media: { ad: { id: string } }[];
  };
  const answer = await other.fetch('/v1/screens/hall-1/playlist', {
    method: 'POST',
    body: JSON.stringify({ slotName: '_home_-lb' }),
  });
  const { ads } = (await answer.json()) as Playlist;
  const listed = new Set(list.media.map(({ ad }) => ad.id));
  expect(ads.flatMap(({ media }) => media.map(({ id }) => listed.has(id)))).toEqual([true, true, true, true]);
  await other.close();
});

test('a screen without a loop gets the ads that ordinary requests of the next minutes would get', async () => {
  const other = await startTestDelivery(rows({ loop: undefined }));
  const answer = await other.fetch('/api/v1/screens/hall-1/playlist', {
    method: 'POST',
    body: JSON.stringify({ slotName: '_home_-lb' }),
  });
  const { entries, ads, validFrom, validUntil, ...head } = (await answer.json()) as Playlist;
  expect(head).toMatchObject({ loopSeconds: null, slotSeconds: 10 });
  expect(Date.parse(validUntil) - Date.parse(validFrom)).toBe(15 * 60_000);
  expect(entries.length).toBe(90);
  expect(new Set(entries.map(({ leaseUntil }) => leaseUntil))).toEqual(new Set([validUntil]));
  expect(ads.flatMap(({ media }) => media).length).toBeGreaterThan(0);
  const tracked = await other.fetch(entries[0]?.impressionCounter ?? '');
  expect(tracked.status).toBe(200);
  await other.close();
});

test('an invalid request is rejected with the name of the field', async () => {
  delivery.setNow(noonMs);
  const slotName = '_home_-lb';
  for (const [body, pointer] of [
    [{}, '/slotName'],
    [{ slotName: 7 }, '/slotName'],
    [[], '/slotName'],
    ['{', ''],
    [{ slotName, from: 'tomorrow' }, '/from'],
    [{ slotName, from: '2027-03-02T11:00:00Z' }, '/from'],
    [{ slotName, from: '2027-03-09T11:00:00Z' }, '/from'],
  ] as const) {
    expect(await ask(body)).toMatchObject({ status: 400, body: { errors: [{ pointer }] } });
  }
  expect(await ask({ slotName: 'nowhere' })).toMatchObject({ status: 404 });
  expect(await ask({ slotName }, 'hall%201')).toMatchObject({ status: 400 });
  expect((await delivery.fetch('/v1/screens/hall-1/playlist')).status).toBe(405);
  expect((await delivery.fetch('/v1/screens/hall-1/playlist', { method: 'OPTIONS' })).status).toBe(204);
  const page = await startTestDelivery();
  const answer = await page.fetch('/v1/screens/hall-1/playlist', {
    method: 'POST',
    body: JSON.stringify({ slotName }),
  });
  expect(answer.status).toBe(400);
  await page.close();
});

test('excess concurrent requests are asked to retry, and none is lost', async () => {
  delivery.setNow(noonMs);
  const answers = await Promise.all(Array.from({ length: 12 }, () => ask()));
  const statuses = new Set(answers.map(({ status }) => status));
  expect([...statuses].every((status) => status === 200 || status === 503)).toBe(true);
  expect(statuses.has(200)).toBe(true);
  const hashes = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => createHash('sha256').update(JSON.stringify(body)).digest('hex'));
  expect(new Set(hashes).size).toBe(1);
  expect((await ask()).status).toBe(200);
});
