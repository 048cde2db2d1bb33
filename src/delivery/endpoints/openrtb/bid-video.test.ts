import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignVideo, videoCreative, videoRows } from '../../../../test/support/database/video-rows.ts';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';

type Medium = 'video' | 'audio';
type Bid = Readonly<Record<string, unknown>> & { readonly adm: string };

const booking = { cpm: { micros: 2_500_000, currency: 'EUR' } };

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(videoRows(videoCreative(), { booking }));
});
afterAll(() => delivery.close());

/** Returns the bid for an impression with these fields, or null. */
async function bidFor(fields: Readonly<Record<string, unknown>>, medium: Medium = 'video'): Promise<Bid | null> {
  const imp = { id: 'i1', [medium]: fields, ext: { adhese: { SL: [`_home_-${medium}`] } } };
  const body = JSON.stringify({ id: 'r1', imp: [imp], cur: ['EUR'] });
  const answer = await delivery.fetch('/openrtb2', { method: 'POST', body });
  if (answer.status === 204) return null;
  expect(answer.status).toBe(200);
  const { seatbid } = (await answer.json()) as { seatbid: [{ bid: [Bid] }] };
  return seatbid[0].bid[0];
}

describe('OpenRTB 2.6, 3.2.7 and 3.2.8: video and audio', () => {
  test('a bid is the VAST document with an impression tracker and Placard click URLs', async () => {
    const bid = await bidFor({ mimes: ['video/mp4'], protocols: [2, 3, 7] });
    expect(bid).toMatchObject({ mtype: 2, w: 640, h: 360, dur: 15, price: 2.5, crid: '7' });
    expect(bid?.adm).toMatch(
      /^<\?xml[^>]*\?><VAST version="4.0" xmlns="http:\/\/www.iab.com\/VAST"><Ad id="1000"><InLine>/,
    );
    const [impression] = /http:\/\/ads\.example\/track\/1000\/[^\]]+/.exec(bid?.adm ?? '') ?? [];
    expect((await delivery.fetch(String(impression))).status).toBe(200);
    expect((await delivery.events()).at(-1)).toMatchObject({ kind: 'impression', adId: 1000, filtered: null });
    expect(bid?.adm).toMatch(
      /<ClickThrough><!\[CDATA\[http:\/\/ads\.example\/raylene\/sl10\/II[\w-]+\/ad1000-7\/URhttps:/,
    );
  });

  test.each([
    [{}, '3.0'],
    [{ protocols: [] }, '3.0'],
    [{ protocols: [2] }, '2.0'],
    [{ protocols: [2, 3] }, '3.0'],
    [{ protocols: [1, 4, 7, 11, 3] }, '4.1'],
    [{ protocols: [13] }, '4.2'],
    [{ protocols: [15, 7] }, '4.3'],
    [{ protocol: 2 }, '2.0'],
    [{ protocols: [1] }, null],
    [{ protocols: [5, 6, 8, 12, 14] }, null],
  ])('%j: VAST %s', async (fields, version) => {
    await delivery.publish(videoRows(videoCreative(), { booking }));
    const bid = await bidFor(fields);
    expect(/<VAST version="([^"]+)"/.exec(bid?.adm ?? '')?.[1] ?? null).toBe(version);
  });

  test.each([
    [{}, '3.0'],
    [{ protocols: [6, 8, 2] }, '4.0'],
    [{ protocols: [16] }, '4.3'],
    [{ protocols: [2, 3, 7, 11, 13] }, null],
  ])('the ad of another server is wrapped for %j: VAST %s', async (fields, version) => {
    await delivery.publish(videoRows(foreignVideo(), { booking }));
    const bid = await bidFor(fields);
    expect(/<VAST version="([^"]+)".*<Wrapper/.exec(bid?.adm ?? '')?.[1] ?? null).toBe(version);
  });

  test.each([
    [{ mimes: ['video/webm'] }, false],
    [{ mimes: ['Video/MP4', 'video/webm'] }, true],
    [{ minduration: 15, maxduration: 15 }, true],
    [{ minduration: 16 }, false],
    [{ maxduration: 14 }, false],
    [{ rqddurs: [6, 15] }, true],
    [{ rqddurs: [6] }, false],
    [{ linearity: 1 }, true],
    [{ linearity: 2 }, false],
    [{ mimes: 7, minduration: 'x', rqddurs: {}, protocols: 'x' }, true],
  ])('a player with %j gets the ad: %s', async (fields, bids) => {
    await delivery.publish(videoRows(videoCreative(), { booking }));
    expect((await bidFor(fields)) !== null).toBe(bids);
  });

  test('audio gets an audio ad and no video', async () => {
    await delivery.publish(videoRows(videoCreative(), { booking, mediaType: 'audio' }));
    const bid = await bidFor({ protocols: [11] }, 'audio');
    expect(bid).toMatchObject({ mtype: 3, adm: expect.stringContaining('adType="audio"') });
    expect(bid).not.toHaveProperty('w');
    expect(await bidFor({})).toBeNull();
  });
});
