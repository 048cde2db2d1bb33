import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  countImpressions,
  dayStartMs,
  expectFunnelsToAddUp,
  type FunnelDay,
  startFunnelDay,
} from '../../../../test/support/fixtures/funnel-of-day.ts';
import { hourMs } from '../../../core/time/durations.ts';
import { DecisionEncoder } from '../../../exchange/decisions/decision-encoder.ts';
import { decisionFolderOf } from '../../../exchange/decisions/decision-folder.ts';
import { openDecisionWriter } from '../../../exchange/decisions/decision-writer.ts';

/** The nightly run uses a full day of 1,000,000 requests. */
const requests = 20_000;

let world: FunnelDay;
beforeAll(async () => {
  world = await startFunnelDay(requests);
});
afterAll(() => world?.management.close());

test(`the funnel of each booking adds up over a simulated day of ${requests} requests and equals the traces for every hour`, async () => {
  const met = await expectFunnelsToAddUp(world);
  expect(Object.keys(met).sort()).toEqual([
    'AFTER_END',
    'ALREADY_IN_REQUEST',
    'BOOKING_NOT_APPROVED',
    'BOOKING_PAUSED',
    'CAP_REACHED',
    'CONSENT_MISSING',
    'EXCLUSION_LABEL',
    'FILL_NOT_NEEDED',
    'GOAL_REACHED',
    'NO_FITTING_CREATIVE',
    'OUTSIDE_DAY_PART',
    'PACED',
    'ROADBLOCK_DECIDED',
    'ROADBLOCK_INCOMPLETE',
    'TAKEN_BY_ROADBLOCK',
    'TARGETING_NOT_MET',
  ]);
});

test('lists impressions in the hour of their time, and limits the funnel to a part of the day', async () => {
  const bookingId = world.bookingIds[0] as number;
  await countImpressions(world, { bookingId, atMs: dayStartMs + 5 * hourMs, impressions: 17 });
  const whole = await world.funnelOf(bookingId);
  expect([whole.totals.counted, whole.hours[5]?.counted, whole.hours[5]?.localHour.slice(11)]).toEqual([
    17,
    17,
    expect.stringMatching(/^\d\d:00$/),
  ]);
  const from = encodeURIComponent(new Date(dayStartMs + 5 * hourMs).toISOString());
  const to = encodeURIComponent(new Date(dayStartMs + 6 * hourMs + 1).toISOString());
  const part = await world.funnelOf(bookingId, `from=${from}&to=${to}`);
  expect(part.hours).toEqual(whole.hours.slice(5, 7));
  expect(part.totals.matched).toBe(part.hours.reduce((sum, { matched }) => sum + matched, 0));
});

test('reports missing records instead of treating the counts as complete', async () => {
  const { management, bookingIds, funnelOf } = world;
  const bookingId = bookingIds[0] as number;
  const early = encodeURIComponent(new Date(dayStartMs - hourMs).toISOString());
  expect(await funnelOf(bookingId, `from=${early}`)).toMatchObject({
    complete: false,
    completeFrom: new Date(dayStartMs).toISOString(),
  });
  const folder = join(management.services.config.dataFolder, 'decisions', 'delivery-0');
  const [first = ''] = (await readdir(folder)).sort();
  await rename(join(folder, first), join(folder, `away ${first}`));
  const shorter = await funnelOf(bookingId);
  expect(shorter.complete).toBe(false);
  // The first request of the hour, a few seconds after its start.
  expect(Date.parse(shorter.completeFrom ?? '') - dayStartMs - hourMs).toBeLessThan(10_000);
  expect(shorter.hours).toHaveLength(23);
  await rename(join(folder, `away ${first}`), join(folder, first));
});

test('has a gap after a killed process but not after a normal shutdown', async () => {
  const { management, bookingIds, funnelOf } = world;
  const bookingId = bookingIds[0] as number;
  const folder = decisionFolderOf(management.services.config.dataFolder, 'delivery-1');
  const write = async (run: string, atMs: number, isEnded: boolean) => {
    const writer = await openDecisionWriter({ folder, maxBytes: 1_000_000, onFailure: () => undefined });
    const encoder = new DecisionEncoder();
    const { continues } = writer;
    encoder.begin({ note: 'file', processId: 'delivery-1', run, runStartMs: atMs, continues }, atMs);
    if (isEnded) encoder.note({ note: 'end', atMs: atMs + 1_000 }, atMs + 1_000);
    writer.append(encoder.take(), { fromMs: atMs, isNewFile: true, failuresTold: 0 });
    await writer.close();
  };
  await write('one', dayStartMs + hourMs, true);
  await write('two', dayStartMs + 2 * hourMs, false);
  // The process starts later, so its day is complete. Whether the second is still running is unknown.
  expect((await funnelOf(bookingId)).complete).toBe(true);
  await write('three', dayStartMs + 3 * hourMs, true);
  expect((await funnelOf(bookingId)).complete).toBe(false);
  const after = encodeURIComponent(new Date(dayStartMs + 4 * hourMs).toISOString());
  expect((await funnelOf(bookingId, `from=${after}`)).complete).toBe(true);
  await rm(folder, { recursive: true });
});

test('refuses invalid periods, and returns 404 if the caller may not see the booking', async () => {
  const { management, bookingIds } = world;
  const path = `/bookings/${bookingIds[0]}/funnel`;
  for (const query of ['from=2026-11-21T00:00:00Z&to=2026-11-20T00:00:00Z', 'from=2025-01-01T00:00:00Z', 'from=x']) {
    expect(await management.call('GET', `${path}?${query}`)).toMatchObject({
      status: 400,
      body: { errors: [{ pointer: '/from', in: 'query' }] },
    });
  }
  expect((await management.call('GET', path, { scopes: ['decisions:read'] })).status).toBe(403);
  expect((await management.call('GET', '/bookings/999999/funnel')).status).toBe(404);
});
