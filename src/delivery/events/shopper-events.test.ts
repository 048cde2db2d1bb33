import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeTcfString } from '../../../test/support/media-files/write-tcf-string.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
} from '../../../test/support/server/test-delivery.ts';

const product = {
  kind: 'product',
  name: 'Beans',
  formatId: 2,
  file: null,
  width: null,
  height: null,
  fields: { sku: 'beans', title: 'Beans', brand: 'Aurora' },
};
const rowsOf = (creative: object) =>
  snapshotRows({
    formats: [
      { id: 1, code: 'lb', width: 728, height: 90, mediaType: 'banner' },
      { id: 2, code: 'shelf', width: null, height: null, mediaType: 'native' },
    ],
    positions: [{ id: 10, locationId: 1, formatId: 'kind' in creative ? 2 : 1, slotName: '_home_-lb' }],
    bookings: [bookingRow()],
    creatives: [creativeRow(creative)],
  });

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery(rowsOf(product));
});
afterAll(() => delivery.close());

/** Returns the shopper keys in the journal of an impression, a viewable impression and a click. */
async function keysOf(parameters: object): Promise<readonly (string | undefined)[]> {
  const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }], parameters });
  const [ad] = (await (await delivery.fetch('/json', { method: 'POST', body })).json()) as Record<string, string>[];
  const before = (await delivery.events()).length;
  for (const address of ['impressionCounter', 'viewableImpressionCounter']) await delivery.fetch(ad?.[address] ?? '');
  // A click without its target.
  await delivery.fetch(clickIn(ad).replace(/\/UR.*$/, ''));
  const events = (await delivery.events()).slice(before);
  expect(events.map(({ kind }) => kind)).toEqual(['impression', 'viewable', 'click']);
  return events.map(({ shopperKey }) => shopperKey);
}

function clickIn(ad: Record<string, string> | undefined): string {
  return /http[^"'\s<>]*\/raylene\/[^"'\s<>]+/.exec(JSON.stringify(ad).replaceAll('\\', ''))?.[0] ?? '';
}

test('an impression and a click of a product contain the shopper key, with consent and an identifier', async () => {
  const [view, viewable, click] = await keysOf({ ui: 'anna', tl: 'all' });
  expect(view).toMatch(/^[0-9a-f]{16}$/);
  expect([viewable, click]).toEqual([undefined, view]);
  expect(await keysOf({ ui: 'anna', xt: writeTcfString([1, 7]) })).toEqual([view, undefined, view]);
  expect((await keysOf({ ui: 'bert', tl: 'all' }))[0]).not.toBe(view);
  const noKeys = [undefined, undefined, undefined];
  for (const parameters of [
    { tl: 'all' },
    { ui: 'anna' },
    { ui: 'anna', tl: 'none' },
    { ui: 'anna', xt: writeTcfString([1, 2, 3, 4]) },
    { xz: 'anna', tl: 'all' },
  ]) {
    expect([parameters, await keysOf(parameters)]).toEqual([parameters, noKeys]);
  }
});

test('events of any other ad never contain it', async () => {
  await delivery.publish(rowsOf({}));
  expect(await keysOf({ ui: 'anna', tl: 'all' })).toEqual([undefined, undefined, undefined]);
});
