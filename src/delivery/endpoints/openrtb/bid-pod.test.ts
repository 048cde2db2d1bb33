import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vastFaults } from '../../../../test/proof/vast/validate-vast.ts';
import {
  equalPodBookings,
  foreignVideo,
  type PodBooking,
  podRows,
} from '../../../../test/support/database/video-rows.ts';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';

type Fields = Readonly<Record<string, unknown>>;
type Bid = { readonly impid: string; readonly adm: string; readonly dur?: number } & Fields;

const eur = { micros: 3_000_000, currency: 'EUR' };

/** Bookings without another price have this CPM. */
const rowsOf = (bookings: readonly PodBooking[], mediaType: 'video' | 'audio' = 'video') =>
  podRows(
    bookings.map((booking) => ({ cpm: eur, ...booking })),
    { mediaType },
  );

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf(equalPodBookings(1)));
});
afterAll(() => delivery.close());

type Answer = { readonly cur: string | null; readonly bids: readonly Bid[] };

async function answerFor(
  imps: readonly Fields[],
  change: Fields = { cur: ['EUR'] },
  medium = 'video',
): Promise<Answer> {
  const imp = imps.map(({ floor, ...fields }, index) => ({
    id: `i${index + 1}`,
    [medium]: { protocols: [13], ...fields },
    ...(floor === undefined ? {} : { bidfloor: floor, bidfloorcur: 'EUR' }),
    tagid: `_home_-${medium}`,
  }));
  const answer = await delivery.fetch('/openrtb2', {
    method: 'POST',
    body: JSON.stringify({ id: 'r1', imp, ...change }),
  });
  if (answer.status === 204) return { cur: null, bids: [] };
  expect(answer.status).toBe(200);
  const { cur, seatbid } = (await answer.json()) as { cur: string; seatbid: [{ bid: readonly Bid[] }] };
  return { cur, bids: seatbid[0].bid };
}

const bidsFor = async (...imps: readonly Fields[]) => (await answerFor(imps)).bids;
const secondsOf = (bids: readonly Bid[]) => bids.reduce((sum, { dur = 0 }) => sum + dur, 0);
const impsOf = (bids: readonly Bid[]) => bids.map(({ impid }) => impid);
const adsOf = (bids: readonly Bid[]) => bids.map(({ adid }) => Number(adid)).sort();

describe('a structured pod of OpenRTB 2.6', () => {
  test('has a bid for each impression, with its media type, duration and slot', async () => {
    await delivery.publish(rowsOf([5, 15, 30].map((seconds) => ({ seconds }))));
    const bids = await bidsFor(
      { podid: 'p', slotinpod: 1, rqddurs: [15] },
      { podid: 'p', minduration: 20, maxduration: 30 },
      { podid: 'p', slotinpod: -1, maxduration: 10 },
    );
    expect(bids).toMatchObject([
      { impid: 'i1', mtype: 2, dur: 15, slotinpod: 1, price: 3 },
      { impid: 'i2', mtype: 2, dur: 30, slotinpod: 0 },
      { impid: 'i3', mtype: 2, dur: 5, slotinpod: -1 },
    ]);
    for (const { adm } of bids) expect(vastFaults(adm)).toEqual([]);
  });

  test('counts the impression of each bid once', async () => {
    await delivery.publish(rowsOf(equalPodBookings(2)));
    const bids = await bidsFor({ podid: 'p' }, { podid: 'p' });
    const before = (await delivery.events()).length;
    for (const { adm } of bids) {
      const [url] = /http:\/\/ads\.example\/track\/\d+\/[^\]]+/.exec(adm) ?? [];
      for (const _time of [1, 2]) expect((await delivery.fetch(String(url))).status).toBe(200);
    }
    const events = (await delivery.events()).slice(before);
    expect(new Set(events.map(({ eventId }) => eventId)).size).toBe(2);
    expect([...new Set(events.map(({ bookingId }) => bookingId))].sort()).toEqual([10, 11]);
  });

  test('separates bookings, brands and exclusion labels between impressions', async () => {
    const pod = [{ podid: 'p' }, { podid: 'p' }, { podid: 'p' }];
    await delivery.publish(rowsOf(equalPodBookings(1)));
    expect(impsOf(await bidsFor(...pod))).toEqual(['i1']);
    await delivery.publish(rowsOf([...equalPodBookings(3, { brandId: 1 }), ...equalPodBookings(1, { brandId: 2 })]));
    expect(impsOf(await bidsFor(...pod))).toHaveLength(2);
    await delivery.publish(rowsOf([...equalPodBookings(3, { labels: ['cars'] }), {}]));
    expect(impsOf(await bidsFor(...pod))).toHaveLength(2);
  });

  test('ignores impressions of other pods, other media and without a slot name', async () => {
    await delivery.publish(rowsOf(equalPodBookings(5)));
    expect(impsOf(await bidsFor({ podid: 'p' }, { podid: 'q' }, {}, { podid: 'p' }))).toEqual(['i1', 'i4']);
    expect(impsOf(await bidsFor({}, { podid: 'p' }))).toEqual(['i1']);
    const imp = [
      { id: 'i1', video: { podid: 'p', protocols: [3] }, tagid: '_home_-video' },
      { id: 'i2', video: { podid: 'p', protocols: [3] } },
      { id: 'i3', audio: { podid: 'p', protocols: [3] }, tagid: '_home_-video' },
    ];
    const { bids } = await answerFor([], { imp });
    expect(impsOf(bids)).toEqual(['i1']);
  });

  test('bids for later impressions if the first has no bid', async () => {
    await delivery.publish(rowsOf([{ seconds: 15 }]));
    expect(impsOf(await bidsFor({ podid: 'p', maxduration: 6 }, { podid: 'p' }))).toEqual(['i2']);
  });
});

describe('a dynamic pod of OpenRTB 2.6', () => {
  test('has several bids for one impression, none longer together than the pod', async () => {
    const lengths = [5, 6, 10, 15, 20, 30, 45, 60];
    await delivery.publish(rowsOf(lengths.map((seconds) => ({ seconds }))));
    for (let duration = 4; duration <= 195; duration += 7) {
      const bids = await bidsFor({ poddur: duration });
      expect(secondsOf(bids)).toBeLessThanOrEqual(duration);
      const left = duration - secondsOf(bids);
      expect(lengths.filter((seconds) => seconds <= left && !bids.some(({ dur }) => dur === seconds))).toEqual([]);
      expect(new Set(bids.map(({ id }) => id)).size).toBe(bids.length);
    }
  });

  test('has at most the requested number of ads, each of another brand', async () => {
    await delivery.publish(rowsOf([...equalPodBookings(4), ...equalPodBookings(2, { brandId: 1 })]));
    expect(await bidsFor({ maxseq: 3 })).toHaveLength(3);
    expect(await bidsFor({ maxseq: 9 })).toHaveLength(4);
    expect(await bidsFor({ poddur: 30, maxseq: 9 })).toMatchObject([{ slotinpod: 0 }, { slotinpod: 0 }]);
  });

  test('has only durations of rqddurs', async () => {
    await delivery.publish(rowsOf([5, 15, 30, 60].map((seconds) => ({ seconds }))));
    expect((await bidsFor({ poddur: 120, maxseq: 9, rqddurs: [15, 30] })).map(({ dur }) => dur).sort()).toEqual([
      15, 30,
    ]);
  });

  test('has no ad below the CPM per second', async () => {
    await delivery.publish(rowsOf([10, 15, 30].map((seconds) => ({ seconds }))));
    const pod = { poddur: 120, floor: 0.01 };
    expect(adsOf(await bidsFor({ ...pod, mincpmpersec: 0.2 }))).toEqual([1_000, 1_001]);
    expect(await bidsFor({ ...pod, mincpmpersec: 0.31 })).toEqual([]);
  });

  test('has ads of other ad servers only without a limit of the duration', async () => {
    await delivery.publish(rowsOf([{ video: foreignVideo() }, { seconds: 10 }]));
    expect(adsOf((await answerFor([{ maxseq: 2, protocols: [13, 14] }])).bids)).toEqual([1_000, 1_001]);
    expect(adsOf((await answerFor([{ poddur: 60, protocols: [13, 14] }])).bids)).toEqual([1_001]);
  });

  test('shares its competitors with structured impressions of the pod', async () => {
    await delivery.publish(rowsOf([{ brandId: 1 }, { brandId: 2 }, { brandId: 2 }]));
    const bids = await bidsFor({ podid: 'p', poddur: 15 }, { podid: 'p' }, { podid: 'p' });
    expect(impsOf(bids)).toEqual(['i1', 'i2']);
    expect(new Set(adsOf(bids)).size).toBe(2);
  });

  test('consists of audio ads for an audio impression', async () => {
    await delivery.publish(rowsOf(equalPodBookings(3), 'audio'));
    const { bids } = await answerFor([{ poddur: 30, maxseq: 3 }], { cur: ['EUR'] }, 'audio');
    expect(bids).toMatchObject([
      { mtype: 3, dur: 15 },
      { mtype: 3, dur: 15 },
    ]);
  });
});

test('all prices of a pod have one currency', async () => {
  const usd = { micros: 2_000_000, currency: 'USD' };
  await delivery.publish(rowsOf([{ cpm: usd }, {}, { cpm: usd }, {}]));
  expect(await answerFor([{ maxseq: 4 }])).toMatchObject({ cur: 'EUR', bids: [{ price: 3 }, { price: 3 }] });
  const { cur, bids } = await answerFor([{ podid: 'p' }, { podid: 'p' }, { podid: 'p' }], {});
  expect(bids).toHaveLength(2);
  expect(new Set(bids.map(({ price }) => price))).toEqual(new Set([cur === 'EUR' ? 3 : 2]));
});

test('positions in the pod and in the content are targeting parameters', async () => {
  const bookedAt = (key: string, value: string): PodBooking => ({
    targeting: { key, values: [value] },
  });
  await delivery.publish(rowsOf([bookedAt('pp', '2')]));
  expect(impsOf(await bidsFor({ podid: 'p' }, { podid: 'p' }, { podid: 'p' }))).toEqual(['i2']);
  await delivery.publish(rowsOf([bookedAt('bp', 'mid')]));
  expect(await bidsFor({ podid: 'p', startdelay: 0 })).toEqual([]);
  expect(await bidsFor({ podid: 'p', startdelay: 600 })).toHaveLength(1);
  await delivery.publish(rowsOf([bookedAt('bp', 'last')]));
  expect(await bidsFor({ podid: 'p', podseq: -1 })).toHaveLength(1);
});

test.each([
  { podid: {}, poddur: 'x', maxseq: -1 },
  { podid: '', poddur: 0 },
  { maxseq: 1e9, mincpmpersec: 1 },
])('invalid fields of a pod %j give an ordinary bid', async (fields) => {
  await delivery.publish(rowsOf(equalPodBookings(3)));
  const bids = await bidsFor(fields);
  expect(bids).toMatchObject([{ impid: 'i1', dur: 15 }]);
  expect(bids[0]).not.toHaveProperty('slotinpod');
});
