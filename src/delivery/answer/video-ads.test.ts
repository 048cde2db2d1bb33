import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignVideo, videoCreative, videoRows } from '../../../test/support/database/video-rows.ts';
import {
  bookingRow,
  creativeRow,
  startTestDelivery,
  type TestDelivery,
} from '../../../test/support/server/test-delivery.ts';
import { vastVersions } from '../../core/vast/vast-version.ts';
import { videoEvents } from '../../core/vocabulary/video-events.ts';
import type { JsonAd } from './present-json.ts';

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(videoRows());
});
afterAll(() => delivery.close());

async function ask(body: Readonly<Record<string, unknown>> = {}): Promise<JsonAd[]> {
  const request = { slots: [{ slotname: '_home_-video' }], ...body };
  const answer = await delivery.fetch('/json', { method: 'POST', body: JSON.stringify(request) });
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
  return (await answer.json()) as JsonAd[];
}

async function only(body: Readonly<Record<string, unknown>> = {}): Promise<JsonAd> {
  const ads = await ask(body);
  expect(ads).toHaveLength(1);
  return ads[0] as JsonAd;
}

/** Returns the URLs in the elements of this name. */
function addressesOf(vast: string, element: string): string[] {
  return [...vast.matchAll(new RegExp(`<${element}(?: [^>]*)?><!\\[CDATA\\[(.*?)\\]\\]></${element}>`, 'g'))].map(
    ([, url]) => String(url),
  );
}

describe('wire-protocol 7: a video ad of /json', () => {
  test('has its document in the tag, with all trackers', async () => {
    const ad = await only();
    expect(ad).toMatchObject({ ext: 'advar', width: '640', height: '360', adDuration: '15', adType: 'video' });
    expect(ad.extension.mediaType).toBe('video');
    expect(ad).not.toHaveProperty('cachedBodyUrl');
    expect(ad.tag).toMatch(/^<\?xml[^>]*\?><VAST version="3.0"><Ad id="1000"><InLine>/);
    expect(ad.tag).toContain('<AdTitle>Winter video</AdTitle>');
    expect(addressesOf(ad.tag, 'Impression')).toEqual([ad.impressionCounter]);
    expect(addressesOf(ad.tag, 'ClickThrough')).toEqual([`${ad.url}https://shop.example/offer?a=1&b=2`]);
    expect(addressesOf(ad.tag, 'Error')[0]).toMatch(/\/track\/1000-error\/sl10\/II[\w-]+\/\?code=\[ERRORCODE\]$/);
    for (const url of [...addressesOf(ad.tag, 'Tracking'), ...addressesOf(ad.tag, 'Error')]) {
      expect((await delivery.fetch(url)).status, url).toBe(200);
    }
    expect((await delivery.fetch(addressesOf(ad.tag, 'ClickThrough')[0] as string)).status).toBe(302);
  });

  test('has the URL of its document with vastContentAsUrl, also with all parameters of Prebid.js', async () => {
    const ad = await only({ vastContentAsUrl: true });
    expect(ad.tag).toBe('');
    expect(ad.cachedBodyUrl).toMatch(/^http:\/\/ads\.example\/content\/[0-9a-f-]{36}$/);
    const got = await delivery.fetch(`${ad.cachedBodyUrl}?pb_uuid=1-2`, {
      headers: { origin: 'https://page.example' },
    });
    expect([got.status, got.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(got.headers.get('access-control-allow-origin')).toBe('https://page.example');
    expect(addressesOf(await got.text(), 'Impression')).toEqual([ad.impressionCounter]);
    const again = await only({ vastContentAsUrl: true });
    expect(again.cachedBodyUrl).not.toBe(ad.cachedBodyUrl);
  });

  test('a banner in the same response is unchanged', async () => {
    const { bookings, creatives, ...rows } = videoRows();
    const inventory = { positionIds: [11], locationIds: [], publicationIds: [], publisherIds: [] };
    const banner = { ...bookingRow({ id: 61, inventory }), ads: [{ ...bookingRow().ads[0], id: 1001, creativeId: 8 }] };
    await delivery.publish({
      ...rows,
      bookings: [...bookings, banner as never],
      creatives: [...creatives, creativeRow({ id: 8 })],
    });
    const slots = [{ slotname: '_home_-lb' }, { slotname: '_home_-video' }];
    const [first, second] = await ask({ slots, vastContentAsUrl: true });
    expect(first).toMatchObject({
      ext: 'png',
      tag: expect.stringContaining('<img'),
      extension: { mediaType: 'banner' },
    });
    expect(first).not.toHaveProperty('cachedBodyUrl');
    expect(second).toMatchObject({ ext: 'advar', tag: '', cachedBodyUrl: expect.any(String) });
    await delivery.publish(videoRows());
  });

  test.each([false, 'no', 0, null, {}])('vastContentAsUrl %j is not a request for a URL', async (vastContentAsUrl) => {
    expect(await only({ vastContentAsUrl })).not.toHaveProperty('cachedBodyUrl');
  });

  test.each(vastVersions)('has the requested VAST version, in body and path', async (vastVersion) => {
    const { tag } = await only({ vastVersion });
    expect(tag).toContain(`<VAST version="${vastVersion}"`);
    const path = `/json/sl_home_-video/tlall?t=1&vastVersion=${vastVersion}&vastContentAsUrl=true`;
    const [ad] = (await (await delivery.fetch(path)).json()) as JsonAd[];
    const kept = await (await delivery.fetch(String(ad?.cachedBodyUrl))).text();
    expect(kept).toContain(`<VAST version="${vastVersion}"`);
  });

  test('documents of version 4.1 and later have a unique ID per impression', async () => {
    const ids = await Promise.all(
      [1, 2].map(async () => /<AdServingId>([^<]+)</.exec((await only({ vastVersion: '4.2' })).tag)?.[1]),
    );
    expect(ids[0]).toMatch(/^[\w-]{60,}$/);
    expect(ids[0]).not.toBe(ids[1]);
  });

  test('the trackers of the booking are added to those of the creative, equal URLs once', async () => {
    const video = videoCreative({ trackers: { impression: ['https://third.example/i'] } });
    const ofBooking = {
      impression: ['https://third.example/i', 'https://fourth.example/i'],
      viewable: ['https://fourth.example/v'],
      click: ['https://fourth.example/c'],
    };
    await delivery.publish(videoRows(video, { booking: { trackers: ofBooking } }));
    const { tag } = await only({ vastVersion: '4.2' });
    expect(addressesOf(tag, 'Impression').slice(1)).toEqual(['https://third.example/i', 'https://fourth.example/i']);
    expect(addressesOf(tag, 'ClickTracking')).toEqual(['https://fourth.example/c']);
    expect(addressesOf(tag, 'Viewable')[1]).toBe('https://fourth.example/v');
  });

  test('every event has a Placard tracker in addition to those of third parties', async () => {
    const all = Object.fromEntries(videoEvents.map((event) => [event, [`https://third.example/${event}`]]));
    const third = { ...all, impression: ['https://third.example/i'], error: ['https://third.example/e?c=[ERRORCODE]'] };
    await delivery.publish(videoRows(videoCreative({ trackers: { ...third, click: ['https://third.example/c'] } })));
    const { tag } = await only({ vastVersion: '4.2' });
    for (const event of videoEvents) {
      const element = new RegExp(`<Tracking event="${event}"><!\\[CDATA\\[([^\\]]*)`, 'g');
      const urls = [...tag.matchAll(element)].map(([, url]) => url);
      expect(urls).toEqual([
        expect.stringMatching(new RegExp(`^http://ads\\.example/track/1000-${event}/sl10/II`)),
        `https://third.example/${event}`,
      ]);
    }
    expect(addressesOf(tag, 'Impression')[1]).toBe('https://third.example/i');
    expect(addressesOf(tag, 'ClickTracking')).toEqual(['https://third.example/c']);
    expect(addressesOf(tag, 'Viewable')).toEqual([expect.stringContaining('/track/1000-Adhese_IABview/sl10/II')]);
    await delivery.publish(videoRows());
  });

  test('the ad of another server is wrapped and its clicks are counted', async () => {
    await delivery.publish(videoRows(foreignVideo()));
    const ad = await only();
    expect(ad.tag).toContain('<Wrapper followAdditionalWrappers="true"');
    expect(addressesOf(ad.tag, 'VASTAdTagURI')).toEqual(['https://other.example/vast?c=[CACHEBUSTING]']);
    const [click] = addressesOf(ad.tag, 'ClickTracking');
    expect(click).toMatch(/\/ad1000-7\/UR$/);
    expect((await delivery.fetch(String(click))).status).toBe(200);
    expect((await delivery.events()).at(-1)).toMatchObject({ kind: 'click', bookingId: 6 });
    await delivery.publish(videoRows());
  });

  test('documents are inlined in the ads while the cache is unreachable', async () => {
    const away = await startTestDelivery(videoRows(), { redisUrl: 'redis://127.0.0.1:1' });
    try {
      const body = JSON.stringify({ slots: [{ slotname: '_home_-video' }], vastContentAsUrl: true });
      const answer = await away.fetch('/json', { method: 'POST', body });
      const [ad] = (await answer.json()) as [JsonAd];
      expect(ad).not.toHaveProperty('cachedBodyUrl');
      expect(addressesOf(ad.tag, 'Impression')).toEqual([ad.impressionCounter]);
    } finally {
      await away.close();
    }
  });
});

describe('wire-protocol 5.8: old video players', () => {
  async function called(callback: string): Promise<JsonAd[]> {
    const answer = await delivery.fetch(`/jsonp/${callback}/sl_home_-video/?t=1`);
    const [name, method] = callback.split('.');
    let given = '[]';
    const note = (ads: unknown) => {
      given = JSON.stringify(ads);
    };
    const page = method === undefined ? { [name as string]: note } : { [name as string]: { [method]: note } };
    runInNewContext(await answer.text(), page);
    return JSON.parse(given) as JsonAd[];
  }

  test('get the document in the tag in a readable form', async () => {
    const [ad] = await called('a.parseVastJson');
    expect(ad?.tag).toContain('<InLine>');
    // Every element that these players read has text or CDATA as its first child.
    for (const name of ['MediaFile', 'Impression', 'Tracking', 'ClickThrough', 'Duration']) {
      expect(ad?.tag).toMatch(new RegExp(`<${name}[ >]`));
      expect(ad?.tag).not.toMatch(new RegExp(`<${name}(?: [^>]*)?>(?:\\s|<(?!!\\[CDATA\\[[^\\]]))`));
    }
  });

  test('get no ad of another server, for which they would wait indefinitely', async () => {
    await delivery.publish(videoRows(foreignVideo()));
    expect(await called('a.parseVastJson')).toEqual([
      expect.objectContaining({ slotName: '_home_-video', tag: '<VAST version="3.0"/>' }),
    ]);
    const [ad] = await called('show');
    expect(ad?.tag).toContain('<Wrapper');
    await delivery.publish(videoRows());
  });
});
