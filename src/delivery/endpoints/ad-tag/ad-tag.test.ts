import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videoCreative, videoRows } from '../../../../test/support/database/video-rows.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
} from '../../../../test/support/server/test-delivery.ts';

const formats = ['banner', 'video', 'audio', 'native', 'stack'].map((mediaType, index) => ({
  id: index + 1,
  code: mediaType,
  width: index === 0 ? 728 : null,
  height: index === 0 ? 90 : null,
  mediaType,
}));
const positions = formats.map(({ id, code }) => ({
  id: 9 + id,
  locationId: 1,
  formatId: id,
  slotName: `_home_-${code}`,
}));

/** Returns a position and an ad of this media type. */
function rowsOf(mediaType: string, html: string) {
  const formatId = formats.findIndex(({ code }) => code === mediaType) + 1;
  const inventory = { positionIds: [9 + formatId], locationIds: [], publicationIds: [], publisherIds: [] };
  const creative = creativeRow({ formatId, kind: 'html', html, file: null, width: null, height: null });
  return snapshotRows({ formats, positions, bookings: [bookingRow({ inventory })], creatives: [creative] });
}

const banner = `<p>l'été</p><script>x="</scr"+"ipt>"</script>`;

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf('banner', banner));
});
afterAll(() => delivery.close());

type Got = { readonly status: number; readonly type: string | null; readonly text: string };

async function get(path: string, headers: Record<string, string> = {}): Promise<Got> {
  const answer = await delivery.fetch(path, { headers });
  expect(answer.headers.get('cache-control')).toBe('no-store');
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() };
}

async function expectImpression(text: string): Promise<void> {
  const [address] = /http:\/\/ads\.example\/track\/1000\/[\w/-]+/.exec(text) ?? [];
  const before = (await delivery.events()).length;
  expect((await delivery.fetch(String(address))).status).toBe(200);
  expect((await delivery.events()).slice(before)).toMatchObject([{ kind: 'impression', bookingId: 6 }]);
}

describe('wire-protocol 1: GET /ad/sl<slot>', () => {
  test('is a script by default, in ASCII and safe inside a page, that counts its impression', async () => {
    const { status, type, text } = await get('/ad/sl_home_-banner/tlall/?t=1');
    expect([status, type]).toEqual([200, 'text/javascript; charset=utf-8']);
    expect(text).toMatch(/^\(function\(d\)\{[ -;=-~]*<?[ -~]*\}\)\(document\);$/);
    expect(text).not.toContain('<');
    await expectImpression(text);
  });

  test.each([
    [{ 'sec-fetch-dest': 'iframe' }],
    [{ 'sec-fetch-dest': 'document' }],
    [{ accept: 'text/html,application/xhtml+xml' }],
  ])('is a page for %j', async (headers) => {
    const { status, type, text } = await get('/ad/sl_home_-banner', headers as Record<string, string>);
    expect([status, type]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toContain(`${banner}<div`);
    await expectImpression(text);
    const empty = await get('/ad/slunknown', headers as Record<string, string>);
    expect([empty.status, empty.text.endsWith('</style>')]).toEqual([200, true]);
  });

  test('is a script for a script request, regardless of the Accept header', async () => {
    const { type } = await get('/ad/sl_home_-banner', { 'sec-fetch-dest': 'script', accept: 'text/html' });
    expect(type).toBe('text/javascript; charset=utf-8');
  });

  test('returns one position in the same form as the other endpoints', async () => {
    expect((await get('/ad/slunknown/sl_home_-banner')).text).toContain('"isReady":false');
    expect((await delivery.fetch('/ad/tlall')).status).toBe(400);
    expect((await delivery.fetch('/ad')).status).toBe(400);
    const posted = await delivery.fetch('/ad/sl_home_-banner', { method: 'POST', body: '' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD, OPTIONS']);
    const cross = await delivery.fetch('/ad/sl_home_-banner', { headers: { origin: 'https://news.example' } });
    expect(cross.headers.get('access-control-allow-origin')).toBe('https://news.example');
    expect(cross.headers.get('access-control-allow-credentials')).toBe('true');
  });

  test('is a list of all ads for a stack, and of one ad for native', async () => {
    for (const mediaType of ['stack', 'native']) {
      await delivery.publish(rowsOf(mediaType, '<p>x</p>'));
      const { type, text } = await get(`/ad/sl_home_-${mediaType}/`);
      expect(type).toBe('application/json; charset=utf-8');
      expect(JSON.parse(text)).toMatchObject({ ads: [{ type: 'native', id: '1000', native: { ver: '1.2' } }] });
      await delivery.publish(rowsOf('banner', banner));
      expect(JSON.parse((await get(`/ad/sl_home_-${mediaType}/`)).text)).toEqual({ ads: [] });
    }
  });
});

describe('wire-protocol 5.6 and 7: /ad/ of a video position', () => {
  test.each(['video', 'audio'] as const)('%s is a VAST document that counts its impression', async (mediaType) => {
    await delivery.publish(videoRows(videoCreative(), { mediaType }));
    const { type, text } = await get(`/ad/sl_home_-${mediaType}/dtdesktop/kwred,white`);
    expect(type).toBe('application/xml; charset=utf-8');
    expect(text).toMatch(/^<\?xml[^>]*\?><VAST version="3.0"><Ad id="1000"><InLine>/);
    await expectImpression(text);
  });

  test.each([
    ['2.0', '2.0'],
    ['4.1', '4.1'],
    ['4', '4.2'],
    ['4.3', '4.3'],
    ['4.9', '4.3'],
    ['7.0', '4.3'],
    ['1.0', '3.0'],
    ['newest', '3.0'],
    ['', '3.0'],
  ])('of version %j is %s, with and without an ad', async (asked, version) => {
    await delivery.publish(videoRows());
    const { text } = await get(`/ad/sl_home_-video/?t=1&vastVersion=${asked}`);
    expect(text).toMatch(new RegExp(`<VAST version="${version}"[^>]*><Ad `));
    await delivery.publish({ ...videoRows(), bookings: [] });
    const nothing = await get(`/ad/sl_home_-video?vastVersion=${asked}`);
    expect([nothing.status, nothing.type]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(nothing.text).toMatch(new RegExp(`^<\\?xml[^>]*\\?><VAST version="${version}"[^>]*></VAST>$`));
  });

  test('a player gets no markup, and a banner gets no VAST', async () => {
    await delivery.publish(rowsOf('video', '<VAST version="3.0"></VAST>'));
    expect((await get('/ad/sl_home_-video')).text).not.toContain('<Ad');
    const { creatives } = videoRows();
    await delivery.publish({
      ...rowsOf('banner', ''),
      creatives: creatives.map((creative) => ({ ...creative, formatId: 1 as never })),
    });
    expect((await get('/ad/sl_home_-banner')).text).toContain('"isReady":false');
    await delivery.publish(rowsOf('banner', banner));
  });
});

describe('an unknown slot', () => {
  const emptyVast = (version: string) => new RegExp(`^<\\?xml[^>]*\\?><VAST version="${version}"[^>]*></VAST>$`);

  test.each([
    ['the request names a VAST version', '/ad/sl_nosuch_-preroll/?vastVersion=4.2', {}, '4.2'],
    [
      'the request names a VAST version, from a frame',
      '/ad/slx?vastVersion=2.0',
      { 'sec-fetch-dest': 'iframe' },
      '2.0',
    ],
    ['the client accepts XML', '/ad/sl_nosuch_-lb', { accept: 'application/xml, text/xml;q=0.9, */*;q=0.8' }, '3.0'],
    ['the client accepts video', '/ad/sl_nosuch_-lb', { accept: 'video/*' }, '3.0'],
    ['its format is a video format', '/ad/sl_nosuch_-video/tlall', {}, '3.0'],
    ['its format is an audio format', '/ad/sl_nosuch_-audio', {}, '3.0'],
    ['its format has a hyphen', '/ad/sl_nosuch_-pre-roll', {}, '3.0'],
  ] as const)('returns an empty VAST document when %s', async (_, path, headers, version) => {
    const hyphens = [
      { id: 7, code: 'pre-roll', width: null, height: null, mediaType: 'video' },
      { id: 8, code: 'roll', width: 300, height: 250, mediaType: 'banner' },
    ];
    const { formats: known } = snapshotRows({ formats: [...formats, ...hyphens] });
    await delivery.publish({ ...rowsOf('banner', banner), formats: known });
    const { status, type, text } = await get(path, headers);
    expect([status, type]).toEqual([200, 'application/xml; charset=utf-8']);
    expect(text).toMatch(emptyVast(version));
  });

  test.each([
    ['a script', {}, 'text/javascript; charset=utf-8'],
    ['a page in a browser', { accept: 'text/html,application/xml;q=0.9' }, 'text/html; charset=utf-8'],
  ] as const)('of a banner format returns %s', async (_, headers, expected) => {
    expect((await get('/ad/sl_nosuch_-banner', headers)).type).toBe(expected);
  });

  test('of a stack format returns an empty list', async () => {
    expect(JSON.parse((await get('/ad/sl_nosuch_-stack')).text)).toEqual({ ads: [] });
  });
});

describe('wire-protocol 12(c) 32: the adhLoaded event', () => {
  test('is in the script, with the size of the ad or that there is none', async () => {
    const { text } = await get('/ad/sl_home_-banner');
    expect(text).toContain(`new CustomEvent('adhLoaded',{detail:{"isReady":true,"width":728,"height":90}})`);
    expect((await get('/ad/sl_home_-other')).text).toContain(`new CustomEvent('adhLoaded',{detail:{"isReady":false}})`);
  });
});
