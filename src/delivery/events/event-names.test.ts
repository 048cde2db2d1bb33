import { afterAll, beforeAll, expect, test } from 'vitest';
import { rawRequest, startTestDelivery, type TestDelivery } from '../../../test/support/server/test-delivery.ts';

let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery();
});
afterAll(() => delivery.close());

test('wire-protocol 6: a name is either counted or rejected, never ignored', async () => {
  const [ad] = (await (await delivery.fetch('/json/sl_home_-lb')).json()) as { tracker: string }[];
  const address = ad?.tracker.replace('http://ads.example', '') ?? '';
  const statusOf = async (event: string) =>
    (await rawRequest(delivery.base, address.replace('/1000/', `/1000-${event}/`))).status;
  const names = ['9', '1st', 'x'.repeat(64)];
  for (const name of names) expect([name, await statusOf(name)]).toEqual([name, 200]);
  for (const name of ['', '_', '__proto__', 'video%20start', '%C3%A9', 'a+b', "a'b", 'x'.repeat(65)]) {
    expect([name, await statusOf(name)]).toEqual([name, 400]);
  }
  const events = await delivery.events();
  expect(events.map(({ name }) => name)).toEqual(names);
  const [sender] = events.map((event) => event.sender);
  expect(events.map((event) => event.sender)).toEqual([sender, sender, sender]);
  expect(sender).toBeTypeOf('number');
});
