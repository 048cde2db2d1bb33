import { DOMParser } from '@xmldom/xmldom';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { vmapFaults } from '../../../../test/proof/vast/validate-vmap.ts';
import { videoCreative, videoRows } from '../../../../test/support/database/video-rows.ts';
import {
  bookingRow,
  creativeRow,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(videoRows());
});
afterAll(() => delivery.close());

type FoundBreak = { readonly offset: string; readonly isPod: string; readonly template: string; readonly url: URL };

async function breaksOf(path: string): Promise<readonly FoundBreak[]> {
  const answer = await delivery.fetch(path);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/xml; charset=utf-8']);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  const xml = await answer.text();
  expect(vmapFaults(xml)).toEqual([]);
  const document = new DOMParser().parseFromString(xml, 'text/xml');
  return Array.from(document.getElementsByTagName('vmap:AdBreak')).map((one) => {
    const [source] = Array.from(one.getElementsByTagName('vmap:AdSource'));
    const [tag] = Array.from(one.getElementsByTagName('vmap:AdTagURI'));
    return {
      offset: one.getAttribute('timeOffset') ?? '',
      isPod: source?.getAttribute('allowMultipleAds') ?? '',
      template: tag?.getAttribute('templateType') ?? '',
      url: new URL(tag?.textContent ?? ''),
    };
  });
}

const pathOf = ({ url }: FoundBreak) => `${url.pathname}${decodeURIComponent(url.search)}`;

describe('/vmap', () => {
  test('has a break for each break of the query, each with the URL of its ad pod', async () => {
    const query =
      'break=start&break=00:10:00&break=50%25&break=01:30:00.500&break=end&poddur=60&maxseq=4&vastVersion=4.2';
    const breaks = await breaksOf(`/vmap/sl_home_-video/tlall/vifilm%2F7/kwred;white/?${query}`);
    expect(breaks.map(({ offset }) => offset)).toEqual(['start', '00:10:00', '50%', '01:30:00.500', 'end']);
    expect(new Set(breaks.map(({ isPod, template }) => `${isPod} ${template}`))).toEqual(new Set(['true vast4']));
    expect(breaks.map(pathOf)).toEqual(
      ['pre', 'mid', 'mid', 'mid', 'post'].map(
        (position) =>
          `/ad/sl_home_-video/tlall/vifilm%2F7/kwred;white/bp${position}/?maxseq=4&poddur=60&vastVersion=4.2`,
      ),
    );
  });

  test('has limits and slots of single breaks', async () => {
    const query = 'break=start;maxseq=1&break=00:20:00;poddur=90;slot=_home_-midroll&poddur=30&max_per_brand=2';
    expect((await breaksOf(`/vmap/sl_home_-video?${query}`)).map(pathOf)).toEqual([
      '/ad/sl_home_-video/bppre/?maxseq=1&poddur=30&max_per_brand=2&vastVersion=3.0',
      '/ad/sl_home_-midroll/bpmid/?poddur=90&max_per_brand=2&vastVersion=3.0',
    ]);
  });

  test('has one break with one ad at the start by default', async () => {
    const [one, ...others] = await breaksOf('/vmap/sl_home_-video/');
    expect([one?.offset, one?.isPod, one?.template, others]).toEqual(['start', 'false', 'vast3', []]);
  });

  test('has URLs that return the ads, by the position of the break', async () => {
    const targeting = { key: 'bp', values: ['post'] };
    await delivery.publish(videoRows(videoCreative(), { booking: { targeting } }));
    const ads = [];
    for (const { url } of await breaksOf('/vmap/sl_home_-video/?break=start&break=end&maxseq=2')) {
      ads.push((await (await delivery.fetch(url.pathname + url.search)).text()).includes('<Ad sequence="1"'));
    }
    expect(ads).toEqual([false, true]);
  });

  test('an ad pod has ads by their position in the pod', async () => {
    const rows = videoRows(videoCreative());
    const bookings = ['2', '1'].map((position, index) =>
      bookingRow({ id: 10 + index, targeting: { key: 'pp', values: [position] } }, { id: 1_000 + index }),
    );
    await delivery.publish({ ...rows, bookings });
    const vast = await (await delivery.fetch('/ad/sl_home_-video/?maxseq=3&max_per_brand=3')).text();
    expect([...vast.matchAll(/<Ad sequence="(\d)" id="(\d+)"/g)].map(([, ...found]) => found)).toEqual([
      ['1', '1001'],
      ['2', '1000'],
    ]);
  });

  test.each([
    'break=middle',
    'break=101%25',
    'break=1:00:00',
    'break=00:61:00',
    'break=',
    'break=start;poddur=long',
    'break=start;sound=1',
    'break=start;slot=',
    Array.from({ length: 51 }, () => 'break=start').join('&'),
  ])('refuses an invalid break: %s', async (query) => {
    const answer = await delivery.fetch(`/vmap/sl_home_-video/?${query}`);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ errors: [{ pointer: '/break' }] });
  });

  test('requires a slot and the method GET, and pages of any site may read it', async () => {
    expect((await delivery.fetch('/vmap/tlall/')).status).toBe(400);
    const posted = await delivery.fetch('/vmap/sl_home_-video/', { method: 'POST', body: '' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const cross = await delivery.fetch('/vmap/sl_home_-video/', { headers: { origin: 'https://video.example' } });
    expect(cross.headers.get('access-control-allow-origin')).toBe('https://video.example');
  });

  test('cannot be used to write markup', async () => {
    const [one] = await breaksOf(`/vmap/sl%5D%5D%3E%3Cx%3E"&/kw%22%5D%5D%3E/?break=start`);
    expect(decodeURIComponent(one?.url.pathname ?? '')).toBe('/ad/sl]]><x>"&/kw"]]>/bppre/');
  });

  test('separates competitors between the breaks of an item', async () => {
    const rows = videoRows(videoCreative());
    const [creative] = rows.creatives;
    const labels = ['cars', 'cars', 'cars', 'cola', 'cola', 'bank', null, null];
    await delivery.publish({
      ...rows,
      creatives: labels.map((_, index) => creativeRow({ ...creative, id: 100 + index, brandId: index + 1 })),
      bookings: labels.map((label, index) =>
        bookingRow(
          { id: 10 + index, exclusionLabels: label === null ? [] : [label] },
          { id: 1_000 + index, creativeId: 100 + index },
        ),
      ),
    });
    const breaksOfCars = new Set<number>();
    for (let times = 0; times < 40; times += 1) {
      const found = [];
      for (const { url } of await breaksOf(
        '/vmap/sl_home_-video/?break=start&break=50%25&break=end&maxseq=8&separate=breaks',
      )) {
        const vast = await (await delivery.fetch(url.pathname + url.search)).text();
        found.push([...vast.matchAll(/<Ad sequence="\d" id="1(\d+)"/g)].map(([, id]) => Number(id)));
      }
      const shown = found.flat().map((index) => labels[index] ?? null);
      // Each label once in the whole item, and the ads without a label in each break.
      expect(shown.filter((label) => label !== null).sort()).toEqual(['bank', 'cars', 'cola']);
      expect(found.map((ads) => ads.filter((index) => index >= 6).length)).toEqual([2, 2, 2]);
      breaksOfCars.add(found.findIndex((ads) => ads.some((index) => labels[index] === 'cars')));
    }
    expect([...breaksOfCars].sort()).toEqual([0, 1, 2]);
  });

  test('does not separate the only break, nor without the parameter', async () => {
    for (const query of ['break=start&separate=breaks', 'break=start&break=end', 'break=start&break=end&separate=no']) {
      for (const one of await breaksOf(`/vmap/sl_home_-video/?${query}`))
        expect(pathOf(one)).not.toContain('labelgroup');
    }
  });

  test.each(['4-4', '1', 'a-b', '-1-2', '0-0', '1-100'])('ignores the invalid label group %s', async (group) => {
    await delivery.publish(videoRows(videoCreative(), { booking: { exclusionLabels: ['cars'] } }));
    expect(await (await delivery.fetch(`/ad/sl_home_-video/?labelgroup=${group}`)).text()).toContain('<Ad ');
  });
});
