import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readByAndroid } from '../../../test/contract/clients/apps-and-pages.ts';
import { videoCreative } from '../../../test/support/database/video-rows.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
} from '../../../test/support/server/test-delivery.ts';

type Ad = Readonly<Record<string, string>>;
type Change = Readonly<Record<string, unknown>>;

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery();
});
afterAll(() => delivery?.close());

const noSize = { width: null, height: null };

/** Publishes one ad at a position without a size, and requests it in both forms. */
async function adsOf(creative: Change, format: Change, parameters: Change = {}): Promise<readonly Ad[]> {
  await delivery.publish(
    snapshotRows({
      formats: [{ id: 2, code: 'any', ...noSize, mediaType: 'banner', ...format }],
      positions: [{ id: 10, locationId: 1, formatId: 2, slotName: '_home_-any' }],
      bookings: [bookingRow()],
      creatives: [creativeRow({ formatId: 2, file: null, ...noSize, ...creative })],
    }),
  );
  const body = JSON.stringify({ slots: [{ slotname: '_home_-any' }], parameters });
  const path = Object.entries(parameters).map(([name, value]) => `/${name}${value}`);
  const posted = await (await delivery.fetch('/json', { method: 'POST', body })).text();
  const got = await (await delivery.fetch(`/json/sl_home_-any${path.join('')}`)).text();
  return [posted, got].flatMap((answer) => JSON.parse(answer) as Ad[]);
}

describe('body', () => {
  test.each([
    ['an HTML creative', { kind: 'html', html: '<p>é [adheseTimestampNowMs] <a href="[clickUrl]">x</a></p>' }],
    ['an HTML creative with a script', { kind: 'html', html: '<script>document.write("<b>1</b>")</script>' }],
  ])('of %s is the markup of the tag', async (_, creative) => {
    for (const ad of await adsOf(creative, {})) {
      expect(ad).toMatchObject({ ext: 'js', body: ad['tag'] });
      expect(ad['body']).not.toContain('[');
    }
  });

  test('counts the impression in the markup with ic=markup', async () => {
    for (const ad of await adsOf({ kind: 'html', html: '<p>x</p>' }, {}, { ic: 'markup' })) {
      expect(ad['body']).toMatch(/^<p>x<\/p><div .*\/track\//);
      expect([ad['body'], ad['impressionCounter']]).toEqual([ad['tag'], undefined]);
    }
  });

  test('is absent from images and stacks', async () => {
    for (const ad of await adsOf({ kind: 'html', html: '<p>x</p>' }, { mediaType: 'stack' }))
      expect([ad['ext'], ad['body']]).toEqual(['stack', undefined]);
    const file = { path: 'media/a/b.png', mime: 'image/png', bytes: 1 };
    for (const ad of await adsOf({ kind: 'image', file }, {}))
      expect([ad['ext'], ad['body']]).toEqual(['png', undefined]);
  });
});

describe('width and height', () => {
  const fields = { headline: 'Winter' };
  test.each([
    ['an audio ad', { kind: 'audio', html: null, video: videoCreative() }, { mediaType: 'audio' }],
    ['a video ad', { kind: 'video', html: null, video: videoCreative() }, { mediaType: 'video' }],
    ['a stack', { kind: 'html', html: '<p>x</p>' }, { mediaType: 'stack' }],
    ['a native ad', { kind: 'native', html: null, fields, images: {} }, { mediaType: 'native', templateFields: [] }],
  ])('are 0 for %s without a size', async (_, creative, format) => {
    const ads = await adsOf(creative, format);
    expect(ads).toHaveLength(2);
    for (const ad of ads) expect([ad['width'], ad['height']]).toEqual(['0', '0']);
    expect(readByAndroid(JSON.stringify(ads))).toHaveLength(2);
  });

  test('of a native ad with a size are those of the creative', async () => {
    const creative = { kind: 'native', html: null, fields, images: {}, width: 300, height: 200 };
    for (const ad of await adsOf(creative, { mediaType: 'native', templateFields: [] }))
      expect([ad['width'], ad['height']]).toEqual(['300', '200']);
  });

  test('are absent for markup without a size, which pages would display in a 0 x 0 frame', async () => {
    for (const ad of await adsOf({ kind: 'html', html: '<p>x</p>' }, {})) expect(ad).not.toHaveProperty('width');
    const native = { mediaType: 'native', templateFields: [], templateHtml: '<p>x</p>' };
    for (const ad of await adsOf({ kind: 'native', html: null, fields, images: {} }, native))
      expect(ad).not.toHaveProperty('height');
  });
});
