import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { type MappedAdvertiser, mapAdvertiser } from '../../../../test/support/fixtures/mapped-advertiser.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { noCounts } from '../../../core/pricing/billable-events.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { createDailyDeliveryCache } from './daily-delivery-cache.ts';

let management: TestManagement;
let advertiser: MappedAdvertiser;
const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const today = dayOf(Date.now());
const longAgo = dayOf(Date.now() - 5 * dayMs);

beforeAll(async () => {
  management = await startTestManagement();
  advertiser = await mapAdvertiser(management);
  const [own, other] = [await advertiser.makeBooking(), await makeObject(management, 'bookings')];
  await sql`insert into booking_day (booking_id, local_day, impressions, viewables, clicks) values
    (${own.id}, ${today}, 30, 20, 1), (${other.id}, ${today}, 500, 300, 4), (${own.id}, ${longAgo}, 7, 7, 7)`.execute(
    management.database,
  );
});
afterAll(() => management?.close());

test('delivery by day is kept for callers with the same reach and period', async () => {
  const impressionsOf = async (path: string, who = {}) =>
    (await management.call('GET', path, who)).body.days.map(({ impressions }: { impressions: number }) => impressions);
  const path = `/delivery/daily?from=${today}`;
  const [all] = await impressionsOf(path);
  const [own] = await impressionsOf(path, advertiser.who);
  expect(own).toBeLessThan(all);
  await sql`update booking_day set impressions = impressions + 1`.execute(management.database);
  expect(await impressionsOf(path)).toEqual([all]);
  expect(await impressionsOf(path, advertiser.who)).toEqual([own]);
  // Another period is read.
  expect(await impressionsOf(`${path}&to=2100-01-01`)).toEqual([all + 2]);
  await sql`update booking_day set impressions = impressions - 1`.execute(management.database);
});

test('the last days are read again after 10 seconds, earlier days after five minutes', async () => {
  let nowMs = Date.now();
  const daily = createDailyDeliveryCache(management.database, () => nowMs);
  const impressions = async () =>
    (await daily.read({ from: longAgo }, 'everything')).days.map((day) => [day.day, day.impressions]);
  const change = (by: number) =>
    sql`update booking_day set impressions = impressions + ${by}`.execute(management.database);
  const before = [
    [longAgo, 7],
    [today, 530],
  ];
  expect(await impressions()).toEqual(before);
  await change(1);
  nowMs += 9_000;
  expect(await impressions()).toEqual(before);
  nowMs += 2_000;
  expect(await impressions()).toEqual([
    [longAgo, 7],
    [today, 532],
  ]);
  nowMs += 300_000;
  expect(await impressions()).toEqual([
    [longAgo, 8],
    [today, 532],
  ]);
  await change(-1);
});

describe('the live counts', () => {
  test('contain the most recent days of all bookings', async () => {
    const { status, body } = await management.call('GET', '/delivery/live');
    expect(status).toBe(200);
    expect(body).toEqual({
      asOf: null,
      days: [{ ...noCounts(), day: today, impressions: 530, viewables: 320, clicks: 5 }],
    });
  });

  test('contain only bookings within the reach of the caller', async () => {
    const { body } = await management.call('GET', '/delivery/live', advertiser.who);
    expect(body.days).toEqual([{ ...noCounts(), day: today, impressions: 30, viewables: 20, clicks: 1 }]);
  });

  test('require permission for reports', async () => {
    const { status } = await management.call('GET', '/delivery/live', { scopes: ['bookings:read'] });
    expect(status).toBe(403);
  });

  test('are streamed after each change, until the server closes', async () => {
    await management.app.listen({ host: '127.0.0.1', port: 0 });
    const { port } = management.app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/api/v1/delivery/live`, {
      headers: { authorization: 'Bearer 1~reports.read', accept: 'text/event-stream' },
    });
    expect(answer.headers.get('content-type')).toMatch(/^text\/event-stream/);
    const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
    const impressions = await nextCounts(reader);
    expect(impressions).toBe(530);
    await sql`update booking_day set impressions = impressions + 1 where impressions = 30`.execute(management.database);
    expect(await nextCounts(reader)).toBe(531);
    const closed = management.app.close();
    expect((await reader.read()).done).toBe(true);
    await closed;
  });
});

/** Returns the impressions of the next event. */
async function nextCounts(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<number> {
  for (;;) {
    const { value } = await reader.read();
    const [, json] = /^data: (.*)$/m.exec(Buffer.from(value ?? []).toString('utf8')) ?? [];
    if (json !== undefined) return (JSON.parse(json) as { days: { impressions: number }[] }).days[0]?.impressions ?? 0;
  }
}
