import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vastFaults } from '../../../../test/proof/vast/validate-vast.ts';
import {
  equalPodBookings,
  foreignVideo,
  type PodBooking,
  podRows,
  videoCreative,
} from '../../../../test/support/database/video-rows.ts';
import { startTestDelivery, type TestDelivery } from '../../../../test/support/server/test-delivery.ts';
import { vastVersions } from '../../../core/vast/vast-version.ts';
import type { VideoCreative } from '../../../core/vast/video-creative.ts';

const companion = {
  id: null,
  width: 300,
  height: 250,
  resource: { kind: 'static', url: 'https://media.example/side.png', mime: 'image/png' },
  slotId: 'side',
  rendering: null,
  altText: null,
  clickThrough: null,
  clickTracking: [],
  creativeView: [],
} as const;

const rowsOf = (bookings: readonly PodBooking[], mediaType: 'video' | 'audio' = 'video') =>
  podRows(bookings, { mediaType, companions: [companion] });

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf(equalPodBookings(1)));
});
afterAll(() => delivery.close());

async function vastOf(query: string, mediaType = 'video'): Promise<string> {
  const answer = await delivery.fetch(`/ad/sl_home_-${mediaType}/?${query}`);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  return answer.text();
}

const adsOf = (vast: string) => [...vast.matchAll(/<Ad [^>]*id="(\d+)"/g)].map(([, id]) => Number(id));
const sequencesOf = (vast: string) => [...vast.matchAll(/<Ad sequence="(\d+)"/g)].map(([, number]) => Number(number));
const secondsOf = (vast: string) =>
  [...vast.matchAll(/<Duration>00:(\d\d):(\d\d)</g)].reduce((sum, [, m, s]) => sum + Number(m) * 60 + Number(s), 0);

describe('an ad pod of /ad', () => {
  test.each(vastVersions)('of VAST %s is valid and contains different ads in sequence', async (version) => {
    await delivery.publish(rowsOf(equalPodBookings(6)));
    const vast = await vastOf(`maxseq=4&vastVersion=${version}`);
    expect(vastFaults(vast)).toEqual([]);
    expect(sequencesOf(vast)).toEqual([1, 2, 3, 4]);
    expect(new Set(adsOf(vast)).size).toBe(4);
  });

  test('counts each event of each ad once', async () => {
    await delivery.publish(rowsOf(equalPodBookings(3)));
    const vast = await vastOf('maxseq=3&vastVersion=4.2');
    const urls = [...vast.matchAll(/<!\[CDATA\[(http:\/\/ads\.example\/track\/.*?)\]\]>/g)].map(([, url]) =>
      String(url),
    );
    expect(new Set(urls).size).toBe(urls.length);
    const before = (await delivery.events()).length;
    for (const url of [...urls, ...urls]) expect((await delivery.fetch(url)).status).toBe(200);
    const events = (await delivery.events()).slice(before);
    expect(events).toHaveLength(2 * urls.length);
    // The roll-up counts each event ID once.
    const counted = [...new Map(events.map((event) => [event.eventId, event])).values()];
    expect(counted).toHaveLength(urls.length);
    const impressions = counted.filter(({ kind }) => kind === 'impression');
    expect(impressions.map(({ bookingId }) => bookingId).sort()).toEqual([10, 11, 12]);
  });

  test('has at most the requested ads and the ads of the position, and needs no number if it has a duration', async () => {
    await delivery.publish(rowsOf(equalPodBookings(30)));
    expect(adsOf(await vastOf('poddur=600'))).toHaveLength(20);
    expect(adsOf(await vastOf('maxseq=99'))).toHaveLength(20);
    const rows = rowsOf(equalPodBookings(30));
    const positions = rows.positions.map((position) => ({ ...position, maxAds: 3 }));
    await delivery.publish({ ...rows, positions });
    expect(adsOf(await vastOf('maxseq=9'))).toHaveLength(3);
  });

  test('is never longer than its duration, and no ad that would still fit is left', async () => {
    const lengths = [5, 6, 10, 15, 20, 30, 45, 60];
    await delivery.publish(rowsOf(lengths.map((seconds) => ({ seconds }))));
    for (let duration = 4; duration <= 195; duration += 1) {
      const vast = await vastOf(`poddur=${duration}`);
      const shown = adsOf(vast).map((id) => id - 1_000);
      const left = duration - secondsOf(vast);
      expect(left).toBeGreaterThanOrEqual(0);
      expect(lengths.filter((seconds, index) => seconds <= left && !shown.includes(index))).toEqual([]);
    }
  });

  test('limits the duration of each ad, also of a request for one ad', async () => {
    await delivery.publish(rowsOf([5, 15, 30, 60].map((seconds) => ({ seconds }))));
    expect(adsOf(await vastOf('maxseq=4&minduration=10&maxduration=30')).sort()).toEqual([1_001, 1_002]);
    const one = await vastOf('minduration=60');
    expect([adsOf(one), sequencesOf(one)]).toEqual([[1_003], []]);
  });

  test('contains a brand once unless the request allows more', async () => {
    await delivery.publish(rowsOf([...equalPodBookings(5, { brandId: 1 }), ...equalPodBookings(5, { brandId: 2 })]));
    expect(adsOf(await vastOf('maxseq=6'))).toHaveLength(2);
    expect(adsOf(await vastOf('maxseq=6&max_per_brand=2'))).toHaveLength(4);
  });

  test('separates competitors by exclusion label', async () => {
    await delivery.publish(rowsOf([...equalPodBookings(4, { labels: ['cars'] }), ...equalPodBookings(2)]));
    expect(adsOf(await vastOf('maxseq=6'))).toHaveLength(3);
  });

  test('contains ads of other ad servers only if its duration is not limited', async () => {
    await delivery.publish(rowsOf([{ video: foreignVideo() }, { seconds: 10 }]));
    expect(adsOf(await vastOf('maxseq=2&maxduration=20')).sort()).toEqual([1_000, 1_001]);
    expect(adsOf(await vastOf('poddur=60'))).toEqual([1_001]);
  });

  test.each(['maxseq=0', 'maxseq=-1', 'maxseq=two', 'poddur=', 'poddur=1.5', 'maxseq=99999999'])(
    'is not requested by the invalid value %s',
    async (query) => {
      await delivery.publish(rowsOf(equalPodBookings(3)));
      const vast = await vastOf(query);
      expect([adsOf(vast).length, sequencesOf(vast)]).toEqual([1, []]);
    },
  );

  test('is an empty document without ads, also of an unknown slot', async () => {
    await delivery.publish({ ...rowsOf(equalPodBookings(1)), bookings: [] });
    const empty = /^<\?xml[^>]*\?><VAST version="3.0"><\/VAST>$/;
    expect(await vastOf('maxseq=3')).toMatch(empty);
    expect(await (await delivery.fetch('/ad/sl_nosuch_-lb/?maxseq=3')).text()).toMatch(empty);
  });

  test('consists of audio ads at an audio position', async () => {
    await delivery.publish(rowsOf(equalPodBookings(3), 'audio'));
    const vast = await vastOf('poddur=30&vastVersion=4.2', 'audio');
    expect(vastFaults(vast)).toEqual([]);
    expect([sequencesOf(vast), [...vast.matchAll(/adType="(\w+)"/g)].map(([, type]) => type)]).toEqual([
      [1, 2],
      ['audio', 'audio'],
    ]);
  });

  test('of a banner position is ignored', async () => {
    const rows = rowsOf(equalPodBookings(3));
    await delivery.publish(rows);
    const answer = await delivery.fetch('/ad/sl_home_-lb/?maxseq=3');
    expect(await answer.text()).toContain('"isReady":false');
  });
});

describe('a document of /ad follows the schema of its version', () => {
  const verification = {
    vendor: 'vendor.example-omid',
    url: 'https://vendor.example/omid.js',
    apiFramework: 'omid',
    browserOptional: true,
    parameters: '{"key":"value"}',
    notExecuted: ['https://vendor.example/not-executed?reason=[REASON]'],
  };
  const icon = {
    program: 'AdChoices',
    width: 20,
    height: 20,
    xPosition: 'right',
    yPosition: 'top',
    offsetMs: 0,
    durationMs: 5_000,
    resource: { kind: 'static', url: 'https://icon.example/icon.png', mime: 'image/png' },
    clickThrough: 'https://icon.example/',
    clickTracking: ['https://icon.example/click'],
    viewTracking: ['https://icon.example/view'],
  } as const;
  const simid = { url: 'https://media.example/simid.html', mime: 'text/html', apiFramework: 'SIMID' };
  const videos: Readonly<Record<string, VideoCreative>> = {
    'an inline ad': videoCreative(),
    'a wrapper': foreignVideo(),
    'a companion': videoCreative({ companions: [{ ...companion, clickThrough: 'https://finch.example/side' }] }),
    'an icon and OMID': videoCreative({ icons: [icon], verifications: [verification] }),
    SIMID: videoCreative({}, { interactive: { ...simid, variableDuration: true } }),
  };
  const all = Object.entries(videos).flatMap(([name, video]) =>
    vastVersions.map((version) => ({ name, video, version })),
  );

  test.each(all)('$version: $name, alone and in a pod', async ({ video, version }) => {
    await delivery.publish(rowsOf([{ video }, { video }]));
    for (const query of ['', '&maxseq=2']) {
      const vast = await vastOf(`vastVersion=${version}${query}`);
      expect(adsOf(vast)).toHaveLength(query === '' ? 1 : 2);
      expect(vastFaults(vast)).toEqual([]);
    }
  });

  test.each(vastVersions)('%s: audio, and no ad', async (version) => {
    await delivery.publish(rowsOf(equalPodBookings(2), 'audio'));
    expect(vastFaults(await vastOf(`vastVersion=${version}&maxseq=2`, 'audio'))).toEqual([]);
    await delivery.publish({ ...rowsOf(equalPodBookings(1)), bookings: [] });
    for (const query of ['', '&maxseq=2']) {
      expect(vastFaults(await vastOf(`vastVersion=${version}${query}`))).toEqual([]);
    }
  });

  test('4.3: AdServingId, UniversalAdId, viewability, verification scripts and the interactive file', async () => {
    const video = videoCreative(
      { verifications: [verification] },
      { interactive: { ...simid, variableDuration: true }, universalAdId: { registry: 'ad-id.org', value: 'FIN1' } },
    );
    await delivery.publish(rowsOf([{ video }]));
    const vast = await vastOf('vastVersion=4.3');
    expect(vast).toMatch(/^<\?xml[^>]*\?><VAST version="4.3" xmlns="http:\/\/www.iab.com\/VAST">/);
    expect(vast).toMatch(/<AdServingId>[\w-]+<\/AdServingId>/);
    expect(vast).toContain('<UniversalAdId idRegistry="ad-id.org">FIN1</UniversalAdId>');
    for (const name of ['ViewableImpression', 'AdVerifications', 'InteractiveCreativeFile'])
      expect(vast).toContain(`<${name}`);
    expect(vast).not.toMatch(/<Extension|<Mezzanine|<BlockedAdCategories/);
  });
});
