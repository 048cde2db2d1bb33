import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  bookingRow,
  snapshotRows,
  startTestDelivery,
  type TestDelivery,
} from '../../../../test/support/test-delivery.ts';

const nowMs = Date.parse('2026-11-21T12:00:00Z');
let delivery: TestDelivery;
beforeAll(async () => {
  delivery = await startTestDelivery();
  delivery.setNow(nowMs);
});
afterAll(() => delivery.close());

/** Id of the booking that a viewer is shown; undefined: none. */
async function shown(parameters: Readonly<Record<string, unknown>> = {}, user?: unknown): Promise<number | undefined> {
  const body = JSON.stringify({ slots: [{ slotname: '_home_-lb' }], parameters, user });
  const answer = await delivery.fetch('/json', { method: 'POST', body });
  const [ad] = (await answer.json()) as { adspaceId: string }[];
  return ad === undefined ? undefined : Number(ad.adspaceId);
}

test('a share of voice of 25 % is exact within one at every moment, also across a new snapshot', async () => {
  const voice = bookingRow({ id: 7, delivery: { method: 'share_of_voice', basisPoints: 2_500 } }, { id: 1001 });
  const rows = snapshotRows({ bookings: [bookingRow({ priority: 0 }), voice] });
  await delivery.publish(rows);
  let wins = 0;
  for (let asked = 1; asked <= 400; asked += 1) {
    if ((await shown()) === 7) wins += 1;
    expect(Math.abs(wins - asked / 4), `after ${asked}`).toBeLessThanOrEqual(1);
    if (asked === 201) await delivery.publish(rows);
  }
});

test('a cap of 2 per day ends for one viewer and not for another; nobody unknown is shown it', async () => {
  await delivery.publish(snapshotRows({ bookings: [bookingRow({ caps: [{ scope: 'day', most: 2 }] })] }));
  const anna = { tl: 'all', ui: 'anna' };
  expect([await shown(anna), await shown(anna), await shown(anna)]).toEqual([6, 6, undefined]);
  expect(await shown({ tl: 'all', ui: 'bert' })).toBe(6);
  expect(await shown({ tl: 'all' }, { id: 'cees' })).toBe(6);
  expect([await shown(), await shown({ tl: 'all' }), await shown({ ui: 'anna' })]).toEqual(Array(3).fill(undefined));
  expect(await shown({ tl: 'none', ui: 'dora' })).toBeUndefined();
  // Another snapshot, such as after any edit, and still the same day; at midnight of the publication a new one begins.
  await delivery.publish(snapshotRows({ bookings: [bookingRow({ caps: [{ scope: 'day', most: 2 }] })] }));
  delivery.setNow(Date.parse('2026-11-21T22:59:00Z'));
  expect(await shown(anna)).toBeUndefined();
  delivery.setNow(Date.parse('2026-11-21T23:00:00Z'));
  expect([await shown(anna), await shown(anna), await shown(anna)]).toEqual([6, 6, undefined]);
});
