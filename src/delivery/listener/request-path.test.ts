import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bookingRow,
  creativeRow,
  rawRequest,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../test/support/server/test-delivery.ts';

type Ad = { readonly impressionCounter: string; readonly url: string };

const withStack = snapshotRows({
  formats: [
    { id: 1, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
    { id: 3, code: 'stack', width: null, height: null, mediaType: 'stack' },
  ],
  positions: [
    { id: 10, locationId: 1, formatId: 1, slotName: '_home_-lb' },
    { id: 13, locationId: 1, formatId: 3, slotName: '_home_-stack' },
  ],
  bookings: [
    bookingRow(),
    bookingRow(
      { id: 8, inventory: { positionIds: [13], locationIds: [], publicationIds: [], publisherIds: [] } },
      { id: 1001, creativeId: 8 },
    ),
  ],
  creatives: [creativeRow(), creativeRow({ id: 8, formatId: 3, domains: ['shop.example'] })],
});
const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }] });

describe.each([
  ['plain connections', true],
  ['node:http', false],
])('repeated slashes in a path, over %s', (_, fastPath) => {
  let delivery: TestDelivery;
  beforeAll(async () => {
    delivery = await startTestDelivery(withStack, { fastPath });
  });
  afterAll(() => delivery?.close());

  const get = (target: string) => rawRequest(delivery.base, target);

  async function adOf(target: string): Promise<Ad> {
    const { status, body: text } = await get(target);
    expect([target, status]).toEqual([target, 200]);
    const [ad] = JSON.parse(text) as [Ad];
    return ad;
  }
  const pathIn = (address: string) => address.replace('http://ads.example', '');

  test.each(['//json', '//json/', '///json', '//json?t=1'])('returns the ad for POST %s', async (target) => {
    const answer = await rawRequest(delivery.base, target, { method: 'POST', body });
    expect([answer.status, (JSON.parse(answer.body) as unknown[]).length]).toEqual([200, 1]);
  });

  test('answers ad requests, stacks, tags and previews below // like below /', async () => {
    for (const target of ['//json/sl_home_-lb', '//json//sl_home_-lb//?t=1']) await adOf(target);
    const stack = await get('//m/stack/sl_home_-stack/tlall?max_ads=2');
    expect([stack.status, (JSON.parse(stack.body) as { ads: unknown[] }).ads.length]).toEqual([200, 1]);
    const tag = await get('//ad/sl_home_-lb/');
    expect([tag.status, tag.body.includes('adhLoaded')]).toEqual([200, true]);
    const preview = await get('//creatives/preview/json/tag.do?id=7');
    expect([preview.status, JSON.parse(preview.body)]).toEqual([200, [expect.objectContaining({ adType: 'lb' })]]);
    const jsonp = await get('//jsonp/show/sl_home_-lb');
    expect([jsonp.status, jsonp.body.startsWith('show([{')]).toEqual([200, true]);
  });

  test('counts an impression and a click, and preserves the slashes of the click target', async () => {
    const ad = await adOf('/json/sl_home_-lb');
    expect((await get(`/${pathIn(ad.impressionCounter)}`)).status).toBe(200);
    const target = 'https://shop.example//a///b?to=//c//d';
    const click = await get(`/${pathIn(ad.url)}${target}`);
    expect([click.status, click.headers['location']]).toEqual([302, target]);
    expect((await delivery.events()).slice(-2).map(({ kind }) => kind)).toEqual(['impression', 'click']);
  });

  test('still rejects a forged token, a foreign click target and an overlong path', async () => {
    const ad = await adOf('/json/sl_home_-lb');
    const click = pathIn(ad.url);
    expect((await get(`//track/1000/sl10/II${'x'.repeat(80)}/`)).status).toBe(404);
    expect((await get(`/${click}https://evil.example/`)).status).toBe(400);
    expect((await get(`/${'/'.repeat(9_000)}json/sl_home_-lb`)).status).toBe(414);
  });

  test('answers /metrics at its exact path only, and does not decode slashes', async () => {
    expect((await get('/metrics')).status).toBe(200);
    for (const target of ['//metrics', '/%2Fmetrics', '/%2Fjson/sl_home_-lb', '/json%2F%2Fsl_home_-lb']) {
      expect([target, (await get(target)).status]).toEqual([target, 404]);
    }
  });
});
