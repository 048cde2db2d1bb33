import { randomBytes } from 'node:crypto';
import { runInNewContext } from 'node:vm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { videoRows } from '../../../../test/support/database/video-rows.ts';
import {
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/server/test-delivery.ts';
import type { FormatRow } from '../../../core/snapshot/snapshot-rows.ts';
import { openPreviewFolder } from '../../../exchange/previews/preview-folder.ts';
import { writePreviewLink } from '../../../exchange/previews/signed-preview-link.ts';
import { deriveKey } from '../../../platform/keys/derive-key.ts';
import { createTextSigner } from '../../../platform/keys/signed-text.ts';
import type { JsonAd } from '../../answer/present-json.ts';
import type { PreviewAd } from './preview-ad.ts';
import { previewFrame } from './preview-page.ts';

const secret = randomBytes(32).toString('hex');
const json = '/creatives/preview/json/tag.do';
const own = 'https://shop.example/offer?a=1&b=2';
let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(snapshotRows(), { secret });
});
afterAll(() => delivery.close());

async function preview(query: string, of = delivery): Promise<PreviewAd[]> {
  const answer = await of.fetch(`${json}?${query}`, { headers: { origin: 'https://page.example' } });
  expect([
    answer.status,
    answer.headers.get('content-type'),
    answer.headers.get('access-control-allow-origin'),
  ]).toEqual([200, 'application/json; charset=utf-8', 'https://page.example']);
  return (await answer.json()) as PreviewAd[];
}

/** Creates a link like management does, for a creative that is in no snapshot. */
async function link(change: Parameters<typeof creativeRow>[0] = {}, lifeSeconds = 60, of = delivery): Promise<string> {
  const format = snapshotRows().formats[0] as FormatRow;
  const creative = creativeRow({ id: 99, kind: 'html', file: null, html: '<b>New</b>', ...change });
  const name = await openPreviewFolder(of.dataFolder).keep({ creative, format });
  const signer = createTextSigner(deriveKey(secret, 'preview-link'));
  return writePreviewLink(signer, { name, expiresAt: Math.floor(Date.now() / 1000) + lifeSeconds });
}

describe('wire-protocol 5.4: the preview of the TypeScript SDK', () => {
  test('trap 34: is an array of one ad whose adType is the format code', async () => {
    const [ad, ...others] = await preview('id=7');
    expect(others).toEqual([]);
    expect(ad).toMatchObject({ adType: 'lb', adFormat: 'lb', origin: 'JERLICIA', libId: '7', id: '0', preview: true });
    expect(ad?.tag).toContain('<img src="http://ads.example/media/');
    for (const [field, value] of Object.entries(ad ?? {})) expect([field, value]).not.toEqual([field, null]);
  });

  test('is at the named position if its format is that of the creative', async () => {
    expect((await preview('id=7&slotId=12'))[0]).toMatchObject({ slotName: '_home__2-lb', slotID: '12' });
    for (const slotId of ['11', '999', 'x', '']) {
      expect((await preview(`id=7&slotId=${slotId}`))[0]).toMatchObject({ slotName: 'preview-lb', slotID: '0' });
    }
  });

  test('is an empty array without access, and has several elements for several IDs', async () => {
    for (const id of ['8', '0', '-1', '7.0', '1e1', 'x', '', '9'.repeat(30), '%00', `${await link()}x`, 'a.b']) {
      expect([id, await preview(`id=${id}`)]).toEqual([id, []]);
    }
    expect(await preview('')).toEqual([]);
    expect(await preview(`id=7&id=7&id=${await link()}`)).toMatchObject([{ libId: '7' }, { libId: '99' }]);
    expect((await delivery.fetch(`${json}?id=7`, { method: 'POST' })).status).toBe(405);
  });

  test('counts nothing, and a click redirects only to its target', async () => {
    const [ad] = await preview('id=7');
    for (const address of [ad?.impressionCounter, ad?.tracker, ad?.viewableImpressionCounter]) {
      const answer = await delivery.fetch(address ?? '');
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/gif']);
    }
    const path = (ad?.url ?? '').replace('http://ads.example', '');
    const click = await rawRequest(delivery.base, path + own);
    expect([click.status, click.headers['location']]).toEqual([302, own]);
    expect((await rawRequest(delivery.base, `${path}https://evil.example/`)).status).toBe(400);
    expect((await rawRequest(delivery.base, path)).status).toBe(200);
    expect((await rawRequest(delivery.base, path.replace('ad0-7', 'ad1000-7') + own)).status).toBe(404);
    expect(await delivery.events()).toEqual([]);
  });
});

describe('a preview link', () => {
  test('shows a creative that is in no snapshot, until the link expires', async () => {
    expect(await preview(`id=${await link()}`)).toMatchObject([{ libId: '99', tag: '<b>New</b>', adType: 'lb' }]);
    expect(await preview(`id=${await link({}, -1)}`)).toEqual([]);
    const clickUrl = 'https://new.example/';
    const [ad] = await preview(`id=${await link({ clickUrl, domains: [] })}`);
    const answer = await delivery.fetch((ad?.url ?? '') + clickUrl);
    expect([answer.status, answer.headers.get('location')]).toEqual([302, clickUrl]);
  });

  test('opens a page with the creative in a frame with an opaque origin', async () => {
    const id = await link({ name: '<i>Winter</i>', html: '<script>parent.stolen = 1</script>' });
    const page = await delivery.fetch(`/creatives/preview/${id}`);
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(page.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(page.headers.get('referrer-policy')).toBe('no-referrer');
    expect(text).toContain('&lt;i&gt;Winter&lt;/i&gt;');
    expect(text).not.toContain('<script');
    const source = /<iframe [^>]*src="([^"]+)"/.exec(text)?.[1] ?? '';
    const frame = await delivery.fetch(new URL(source, `http://ads.example/creatives/preview/${id}`).pathname);
    expect(frame.headers.get('content-security-policy')).toMatch(/^sandbox (?!.*allow-same-origin)/);
    expect(await frame.text()).toContain('<script>parent.stolen = 1</script>');
  });

  test('that is invalid or expired opens a page with an explanation', async () => {
    for (const id of [await link({}, -1), `${await link()}A`, '8', 'tag.do2', 'frame']) {
      const answer = await delivery.fetch(`/creatives/preview/${id}`);
      expect([id, answer.status, await answer.text()]).toEqual([id, 404, expect.stringContaining('Ask for a new one')]);
    }
    for (const path of ['/creatives', '/creatives/preview/', '/creatives/preview/a/b', '/creatives/preview/%2e%2e']) {
      expect([path, (await rawRequest(delivery.base, path)).status]).toEqual([path, 404]);
    }
  });

  test('is the only way to see a creative if access by ID is disabled', async () => {
    const closed = await startTestDelivery(snapshotRows(), { secret, previewByNumber: false });
    expect(await preview('id=7', closed)).toEqual([]);
    expect(await preview(`id=${await link({}, 60, closed)}`, closed)).toMatchObject([{ libId: '99' }]);
    await closed.close();
  });
});

test('an own video shows its poster before it plays', () => {
  const { creatives, formats } = videoRows();
  const [creative, format] = [creatives[0], formats[0]];
  if (creative === undefined || format === undefined) throw new Error('there is no video');
  const poster = `media/${'a'.repeat(64)}/poster.jpg`;
  const frame = previewFrame({ creative: { ...creative, poster }, format }, { tag: '' } as JsonAd);
  expect(frame).toContain(`<video controls playsinline poster="/${poster}"`);
});

test('a video is previewed as a document without trackers, and in a player for people', async () => {
  const video = await startTestDelivery(videoRows());
  const [creative] = videoRows().creatives;
  const [ad] = await preview(`id=${creative?.id}&vastVersion=4.2`, video);
  expect(ad).toMatchObject({ ext: 'advar', preview: true, extension: { mediaType: 'video' } });
  expect(ad?.tag).toContain('<VAST version="4.2"');
  const addresses = [...(ad?.tag ?? '').matchAll(/CDATA\[(http:\/\/ads\.example\/track\/[^\]]+)/g)].map(
    ([, url = '']) => url,
  );
  expect(addresses.length).toBeGreaterThan(10);
  for (const address of addresses) expect([address, (await video.fetch(address)).status]).toEqual([address, 200]);
  expect(await video.events()).toEqual([]);
  const frame = await (await video.fetch(`/creatives/preview/frame/${creative?.id}`)).text();
  expect(frame).toMatch(/<video controls[^>]*><source src="https?:[^"]+" type="video\/mp4">/);
  await video.close();
});

test('wire-protocol 5.7: the preview of the legacy script is a script that writes the ad', async () => {
  const written: string[] = [];
  const document = {
    readyState: 'loading',
    currentScript: {},
    getElementById: () => null,
    write: (markup: string) => written.push(markup),
  };
  for (const id of ['7', '8']) {
    const answer = await delivery.fetch(`/creatives/preview/tag.do?id=${id}&slotId=10`);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/javascript; charset=utf-8']);
    runInNewContext(await answer.text(), { document });
  }
  expect(written).toEqual([expect.stringContaining('<a href="http://ads.example/raylene/sl10/')]);
});
