import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildFromImage } from '../../../test/oracle/cases/build-from-image.ts';
import {
  bookingRow,
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../test/support/server/test-delivery.ts';
import { buildSnapshot } from '../../core/snapshot/build-snapshot.ts';
import { unpackAd } from '../../core/snapshot/packed-creative.ts';

const now = 1_795_000_000_000;
const trackers = {
  impression: ['https://count.example/i?cb=[CACHEBUSTING]&slot=[adheseReplace:SL]'],
  viewable: ['https://count.example/v?q="</script>'],
  click: ['https://count.example/c'],
};
let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery(snapshotRows({ creatives: [creativeRow({ trackers })] }));
  delivery.setNow(now);
});
afterAll(() => delivery.close());

async function tagFor(parameters: object): Promise<string> {
  const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }], parameters });
  const [ad] = (await (await delivery.fetch('/json', { method: 'POST', body })).json()) as { tag: string }[];
  return ad?.tag ?? '';
}

test('calls third-party trackers only if the viewer consents', async () => {
  const granted = await tagFor({ tl: ['all'] });
  expect(granted).toContain(`<img src="https://count.example/i?cb=${now}&amp;slot=_home_-lb" width="1"`);
  expect(granted).toContain('["https://count.example/c"]');
  // The text of a URL does not end the script.
  expect(granted.match(/<\/script>/g)).toHaveLength(1);
  expect(granted).toContain('\\u0022\\u003c/script>');
  for (const parameters of [{}, { tl: ['none'] }]) expect(await tagFor(parameters)).not.toContain('count.example');
});

test('a preview calls no trackers', async () => {
  const [ad] = (await (await delivery.fetch('/creatives/preview/json/tag.do?id=7')).json()) as { tag: string }[];
  expect(ad?.tag).toContain('<img src=');
  expect(ad?.tag).not.toContain('count.example');
});

test('data that a page draws stays data', async () => {
  const change = { kind: 'html', file: null, html: '{"offer": 1}', trackers };
  await delivery.publish(snapshotRows({ creatives: [creativeRow(change)] }));
  expect(await tagFor({ tl: ['all'] })).toBe('{"offer": 1}');
});

test('the trackers of a booking are called in addition to those of its creative, equal URLs once', async () => {
  const ofBooking = {
    impression: ['https://other.example/i'],
    click: ['https://count.example/c', 'https://other.example/c'],
  };
  const bookings = [bookingRow({ trackers: ofBooking })];
  await delivery.publish(snapshotRows({ creatives: [creativeRow({ trackers })], bookings }));
  const both = await tagFor({ tl: ['all'] });
  expect(both).toContain(`<img src="https://count.example/i?cb=${now}&amp;slot=_home_-lb" width="1"`);
  expect(both).toContain('<img src="https://other.example/i" width="1"');
  expect(both).toContain('["https://count.example/c","https://other.example/c"]');
  expect(await tagFor({ tl: ['none'] })).not.toMatch(/count\.example|other\.example/);
  const cb = ['https://other.example/i?cb=[RANDOM]'];
  await delivery.publish(snapshotRows({ bookings: [bookingRow({ trackers: { impression: cb } })] }));
  expect(await tagFor({ tl: ['all'] })).toContain(`<img src="https://other.example/i?cb=${now}" width="1"`);
  await delivery.publish(snapshotRows());
  expect(await tagFor({ tl: ['all'] })).not.toContain('other.example');
});

test('an ad has the trackers of its creative and of its booking, equal URLs once, also from an image', () => {
  const creatives = [
    creativeRow({ trackers: { click: ['https://one.example/c'], viewable: ['https://one.example/v'] } }),
  ];
  const trackers = { click: ['https://one.example/c', 'https://two.example/c'], impression: ['https://two.example/i'] };
  for (const build of [buildSnapshot, buildFromImage]) {
    const [withTrackers, without] = [{ trackers }, {}].map((fields) => {
      const snapshot = build(snapshotRows({ creatives, bookings: [bookingRow(fields)] }));
      return snapshot.bookingById.get(bookingRow().id)?.ads[0];
    });
    expect(withTrackers && unpackAd(withTrackers).trackers).toEqual({
      click: ['https://one.example/c', 'https://two.example/c'],
      viewable: ['https://one.example/v'],
      impression: ['https://two.example/i'],
    });
    expect(without?.booking.trackers).toBeNull();
    expect(without && unpackAd(without).trackers).toEqual(creatives[0]?.trackers);
  }
});
