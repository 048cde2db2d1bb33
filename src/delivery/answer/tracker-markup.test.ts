import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  creativeRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../test/support/server/test-delivery.ts';

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
