import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readByPrebid } from './clients/prebid-js.ts';
import { readByOldServerInGo } from './clients/prebid-server.ts';
import { readBySdk } from './clients/typescript-sdk.ts';
import { bookedSlots, emptySlot } from './contract-account.ts';
import { adsIn, type ContractDelivery, startContractDelivery } from './contract-delivery.ts';

/* Typical server errors, by the numbers of wire-protocol 12(c): the response of /json. */

let delivery: ContractDelivery;
beforeAll(async () => {
  delivery = await startContractDelivery();
});
afterAll(() => delivery.close());

const origin = 'https://news.example';
const leaderboard = { slotName: '_home_-lb', mediaType: 'banner', sizes: [[728, 90]] } as const;

describe('wire-protocol 12(c): the response of /json', () => {
  test('trap 1: returns 200 with an empty array without an ad', async () => {
    for (const slots of [[emptySlot], ['unknown']]) {
      expect(await delivery.post(slots)).toMatchObject({ status: 200, body: '[]' });
      expect(await delivery.text(`/json/sl${slots[0]}`)).toMatchObject({ status: 200, body: '[]' });
    }
  });

  test('trap 2: echoes the origin and never sends a star', async () => {
    for (const one of [origin, 'https://amp.example:8443', 'null', 'capacitor://localhost']) {
      const { headers } = await delivery.post(['_home_-lb'], {}, { origin: one });
      expect([headers.get('access-control-allow-origin'), headers.get('vary')]).toEqual([one, 'Origin']);
    }
  });

  test('trap 3: answers OPTIONS on /json and on every path below it', async () => {
    for (const path of [
      '/json',
      '/json/',
      '/json/sl_home_-lb',
      '/json/sl_home_-lb/sl_home_-sky/rn1/',
      '/openrtb2',
      '/cache',
    ]) {
      const headers = {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'content-type',
      };
      const answer = await delivery.text(path, { method: 'OPTIONS', headers });
      expect([path, answer.status, answer.headers.get('access-control-allow-headers')]).toEqual([
        path,
        204,
        'content-type',
      ]);
      expect(answer.headers.get('access-control-allow-methods')).toContain('POST');
    }
  });

  test('trap 4: allows credentials on the preflight and on the response', async () => {
    const preflight = await delivery.text('/json', { method: 'OPTIONS', headers: { origin } });
    const answer = await delivery.post(['_home_-lb'], {}, { origin, cookie: 'a=b' });
    for (const { headers } of [preflight, answer]) expect(headers.get('access-control-allow-credentials')).toBe('true');
  });

  test('trap 5: slotName equals the requested name exactly', async () => {
    const asked = ['Encoded.Home-1-lb', 'encoded.home-1-lb', 'slEncoded.Home-1-lb', ' Encoded.Home-1-lb'];
    expect(adsIn(await delivery.post(asked)).map((ad) => ad['slotName'])).toEqual(['Encoded.Home-1-lb']);
    const encoded = await delivery.text('/json/slEncoded%2EHome%2D1%2Dlb');
    expect(adsIn(encoded).map((ad) => ad['slotName'])).toEqual(['Encoded.Home-1-lb']);
  });

  test('trap 6: omits unset fields instead of sending null', async () => {
    const change = { altText: null, clickUrl: null, domains: [] };
    await delivery.withFirst(change, { externalId: null, cpm: null, endMs: null }, async () => {
      const { body } = await delivery.post(bookedSlots);
      expect(body).not.toMatch(/:null[,}]/);
      expect(readBySdk(body).size).toBe(bookedSlots.length);
    });
  });

  test('trap 7: sends ids and other numbers as texts', async () => {
    for (const ad of adsIn(await delivery.post(bookedSlots))) {
      for (const field of ['id', 'slotID', 'libId', 'orderId', 'adspaceId', 'advertiserId', 'priority', 'timeStamp'])
        expect([field, typeof ad[field]]).toEqual([field, 'string']);
    }
  });

  test('trap 8: extension contains its mediaType in every ad', async () => {
    for (const ad of adsIn(await delivery.post(bookedSlots))) {
      expect(ad['extension']).toMatchObject({ mediaType: expect.stringMatching(/^(?:banner|video)$/) });
    }
  });

  test('trap 9: sends sizes and priority as numeric texts', async () => {
    for (const ad of adsIn(await delivery.post(bookedSlots))) {
      for (const field of ['width', 'height', 'priority']) expect(ad[field] ?? '0').toMatch(/^\d+$/);
    }
  });

  test('trap 10: omits auctionable and preview, so that they are not true', async () => {
    for (const ad of adsIn(await delivery.post(bookedSlots))) {
      expect([ad['auctionable'], ad['preview']]).toEqual([undefined, undefined]);
    }
  });

  test.each([
    ['an invalid size', { width: 12.5 }],
    ['no content', { kind: 'html', html: '', file: null }],
    ['a name that is not a text', { name: 7 }],
  ])('trap 11: drops only the ad that clients could not use: %s', async (_what, creative) => {
    await delivery.withFirst(creative, {}, async () => {
      const { status, body } = await delivery.post(bookedSlots);
      expect([status, [...readBySdk(body).keys()]]).toEqual([200, bookedSlots.slice(1)]);
    });
  });

  test('trap 12: sends adFormat in every ad', async () => {
    for (const ad of adsIn(await delivery.post(bookedSlots))) expect(typeof ad['adFormat']).toBe('string');
  });

  test('trap 13: tracking and click URLs are absolute', async () => {
    for (const ad of adsIn(await delivery.post(bookedSlots))) {
      for (const field of ['impressionCounter', 'tracker', 'viewableImpressionCounter', 'url', 'clickTag'])
        expect(new URL(String(ad[field])).origin).toBe('http://ads.example');
    }
  });

  test("trap 14: no URL that Prebid.js puts in quotes contains a '", async () => {
    const clickUrl = "https://shop.example/it's?a='b'";
    await delivery.withFirst({ clickUrl }, { externalId: "it's" }, async () => {
      const { body } = await delivery.post(bookedSlots);
      for (const ad of JSON.parse(body) as Record<string, string>[]) expect(ad['impressionCounter']).not.toContain("'");
      expect(readByPrebid(body, [leaderboard])[0]?.markup).toMatch(/<img src='[^']+' style/);
    });
  });

  test('trap 15: own markup of any kind is in tag', async () => {
    for (const html of ['<div>a</div>', '<script>1</script>', '<html>a</html>', 'plain']) {
      await delivery.withFirst({ kind: 'html', html, file: null }, {}, async () => {
        const { body } = await delivery.post(['_home_-lb']);
        expect(adsIn({ body })[0]).toMatchObject({ ext: 'js', tag: html });
        expect(readByPrebid(body, [leaderboard])[0]?.markup).toContain(html);
      });
    }
  });

  test('trap 16: own ads have the origin JERLICIA, so that their viewable impressions are tracked', async () => {
    for (const [, slot] of readBySdk((await delivery.post(bookedSlots)).body)) expect(slot.viewableUrl).toBeDefined();
  });

  test.each([
    [
      { micros: 2_500_000, currency: 'EUR' },
      { amount: '2.50', currency: 'EUR' },
    ],
    [
      { micros: 1, currency: 'SEK' },
      { amount: '0.000001', currency: 'SEK' },
    ],
    [
      { micros: 1_000_000_000_000, currency: 'JPY' },
      { amount: '1000000.00', currency: 'JPY' },
    ],
  ])('trap 17: a price is a decimal text with a point and has a currency: %j', async (cpm, expected) => {
    await delivery.withFirst({}, { cpm }, async () => {
      const { body } = await delivery.post(['_home_-lb']);
      expect(adsIn({ body })[0]).toMatchObject({ extension: { prebid: { cpm: expected } } });
      expect(readByPrebid(body, [leaderboard])[0]?.cpm).toBeCloseTo(Number(expected.amount), 9);
      expect(readByOldServerInGo({ status: 200, body })?.price).toBeCloseTo(Number(expected.amount), 9);
    });
  });

  const videoFile = { slotName: '_film_-preroll', mediaType: 'video', sizes: [[640, 360]] } as const;

  test('trap 18: a video is a URL if vastContentAsUrl requests it; otherwise no core accepts it without a cache', async () => {
    const { body } = await delivery.post(['_film_-preroll'], { vastContentAsUrl: true });
    expect(readByPrebid(body, [videoFile])[0]?.vastUrl).toMatch(/^http:\/\/ads\.example\/content\/[0-9a-f-]{36}$/);
    const inline = await delivery.post(['_film_-preroll'], { vastContentAsUrl: false });
    expect(readByPrebid(inline.body, [videoFile])).toEqual([null]);
  });

  test('trap 19: the URL of a document accepts any query', async () => {
    const { body } = await delivery.post(['_film_-preroll'], { vastContentAsUrl: true });
    const [bid] = readByPrebid(body, [videoFile]);
    for (const query of ['', '?pb_uuid=1-2', '?', '?a=%&b', '/']) {
      expect([query, (await delivery.text(`${bid?.vastUrl}${query}`)).status]).toEqual([query, 200]);
    }
  });

  test('trap 20: id is never empty', async () => {
    for (const ad of adsIn(await delivery.post(bookedSlots))) expect(ad['id']).toMatch(/^[1-9]\d*$/);
  });

  test('trap 21: the media type is that of the position: banner units get banners and video units videos', async () => {
    const units = [
      leaderboard,
      { ...leaderboard, slotName: '_film_-preroll', mediaType: 'video' as const, hasCache: true },
    ];
    const { body } = await delivery.post(units.map(({ slotName }) => slotName));
    expect(readByPrebid(body, units).map((bid) => bid !== null)).toEqual([true, true]);
  });
});
