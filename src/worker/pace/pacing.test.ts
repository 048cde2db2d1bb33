import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { type PacingWorld, startPacedProcesses, startPacingWorld } from '../../../test/support/server/pacing-world.ts';
import type { TestManagement } from '../../../test/support/server/test-management.ts';
import { decide } from '../../core/decision/decide.ts';
import { countsByGoal } from '../../core/pricing/billable-events.ts';
import { buildSnapshot } from '../../core/snapshot/build-snapshot.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import { hourMs } from '../../core/time/durations.ts';
import { DeliveryPacing } from '../../delivery/decide/pacing/delivery-pacing.ts';
import { openPacingFolder } from '../../exchange/plan/pacing-folder.ts';
import type { Plan, PlannedBooking } from '../../exchange/plan/plan-file.ts';
import { loadTraffic, readPastHours } from '../../exchange/plan/traffic-store.ts';
import { buildSnapshotRows } from '../publish/build-snapshot-rows.ts';

const startMs = Date.parse('2027-03-03T06:00:00Z');
const tickMs = 30_000;

let nowMs = startMs;
let world: PacingWorld;
let management: TestManagement;
beforeAll(async () => {
  world = await startPacingWorld({ now: () => nowMs, tickMs, positions: 1, localDay: '2027-03-03' });
  ({ management } = world);
});
afterAll(() => management?.close());

function book(delivery: Record<string, unknown>, fields: Record<string, unknown> = {}): Promise<number> {
  const startDate = new Date(startMs).toISOString();
  const endDate = new Date(startMs + 6 * hourMs).toISOString();
  return world.book({ startDate, endDate, delivery, ...fields });
}

/**
 * Simulates one process: requests of half a minute, each with an immediate impression. Returns the impressions of each
 * booking.
 */
function serve(process: DeliveryPacing, snapshot: Snapshot, requests: number): Map<number, number> {
  const request = {
    slots: [{ slotName: world.slots[0]?.slotName ?? '', parameters: new Map() }],
    parameters: new Map(),
  };
  const shown = new Map<number, number>();
  for (let n = 0; n < requests; n += 1) {
    const atMs = nowMs + Math.floor((n * tickMs) / requests);
    seed += 1;
    const state = process.stateFor(snapshot);
    const decision = decide(snapshot, request, { nowMs: atMs, seed: [seed, 7], state, explain: false });
    process.noteDecision(snapshot, request, decision);
    const id = decision.winners[0]?.ad.booking.id;
    if (id === undefined) continue;
    const event = { eventId: `${seed}.0.impression`, counter: 'impressions', bookingId: id } as const;
    process.noteDelivered({ ...event, atMs, decidedAtMs: atMs });
    shown.set(id, (shown.get(id) ?? 0) + 1);
  }
  return shown;
}
let seed = 0;

async function expectOverbooked(bookingId: number, impressions: number): Promise<void> {
  expect(await management.call('GET', `/bookings/${bookingId}/pacing`)).toMatchObject({
    status: 200,
    body: {
      bookingId,
      method: 'even',
      goal: { kind: 'impressions', total: 45_000 },
      delivered: { impressions, views: 0, clicks: 0, spend: null },
      claimedPercent: expect.any(Number),
      limitingReasons: ['OVERBOOKED_POSITION', 'BEHIND_GOAL'],
      plannedAt: new Date(nowMs).toISOString(),
    },
  });
}

/** Half of their flight is over, and half of their requests according to the learned traffic. */
async function expectHealth(even: number, ahead: number, crowded: number): Promise<void> {
  const read = async (id: number) => (await management.call('GET', `/bookings/${id}`)).body;
  const [evenly, inFront, short] = [await read(even), await read(ahead), await read(crowded)];
  expect(evenly).toMatchObject({ health: 'ok', limitingReasons: [], timeZones: ['Europe/Amsterdam'] });
  expect(evenly.progress.expectedPercent).toBeGreaterThan(45);
  expect(evenly.progress.expectedPercent).toBeLessThan(55);
  expect(Math.abs(evenly.progress.deliveredPercent - evenly.progress.expectedPercent)).toBeLessThan(3);
  expect(inFront.progress.expectedPercent).toBeGreaterThan(evenly.progress.expectedPercent + 8);
  expect(short).toMatchObject({ health: 'critical', limitingReasons: ['OVERBOOKED_POSITION', 'BEHIND_GOAL'] });
  expect(
    (await management.call('GET', '/bookings?health=critical')).body.map(({ id }: { id: number }) => id),
  ).toContain(crowded);
}

test('even goals reach their end in noisy traffic on two processes, and the overbooked one is short and reports it', async () => {
  const goal = (total: number) => ({ kind: 'impressions', total });
  const even = await book({ method: 'even', goal: goal(3_000) }, { priority: 2 });
  const ahead = await book({ method: 'even', goal: goal(2_000), frontLoading: 40 }, { priority: 3 });
  const crowded = await book({ method: 'even', goal: goal(45_000) }, { priority: 7 });
  const share = await book({ method: 'share' });
  const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
  const processes = startPacedProcesses(2);
  const sums = new Map<number, number>();
  const halfway = new Map<number, number>();
  let pacing = world.startPacing();
  for (let tick = 0; tick < (6 * hourMs) / tickMs; tick += 1) {
    // 20 to 80 requests per half minute, with a wave of two hours and noise of a third.
    const wave = 50 + 20 * Math.sin((tick * tickMs * Math.PI) / hourMs) + ((tick * 7_919) % 21) - 10;
    for (const [index, process] of processes.entries()) {
      const shown = serve(process, snapshot, Math.round(index === 0 ? wave * 0.7 : wave * 0.3));
      await world.count(shown);
      for (const [id, impressions] of shown) sums.set(id, (sums.get(id) ?? 0) + impressions);
    }
    nowMs += tickMs;
    // Another management process takes over.
    if (tick === 200) {
      await pacing.close();
      pacing = world.startPacing();
    }
    await world.plan(pacing, processes);
    if (nowMs !== startMs + 3 * hourMs) continue;
    for (const [id, impressions] of sums) halfway.set(id, impressions);
    await expectOverbooked(crowded, sums.get(crowded) ?? 0);
    expect((await management.call('GET', `/bookings/${even}/pacing`)).body.limitingReasons).toEqual([]);
    await expectHealth(even, ahead, crowded);
  }
  expect(sums.get(even)).toBeGreaterThan(3_000 * 0.98);
  expect(sums.get(even)).toBeLessThanOrEqual(3_000 * 1.005);
  expect(sums.get(ahead)).toBeGreaterThan(2_000 * 0.98);
  expect(sums.get(ahead)).toBeLessThanOrEqual(2_000 * 1.005);
  expect((halfway.get(even) ?? 0) / 3_000).toBeCloseTo(0.5, 1);
  // A lead uses only unneeded requests, and here they are needed.
  expect((halfway.get(ahead) ?? 0) / 2_000).toBeCloseTo(0.5, 1);
  expect(sums.get(crowded)).toBeGreaterThan(5_000);
  expect(sums.get(crowded)).toBeLessThan(45_000);
  expect(sums.get(share) ?? 0).toBeLessThan(5_000);

  await pacing.close();
  const positionId = world.slots[0]?.positionId ?? 0;
  // Learned traffic is persisted: an hour has about 6,000 requests.
  const learned = (await loadTraffic(management.database)).get(positionId);
  const seen = [...(learned?.curve.hours ?? [])].filter((requests) => !Number.isNaN(requests));
  expect(seen.length).toBeGreaterThanOrEqual(5);
  for (const requests of seen) expect(requests).toBeGreaterThan(3_000);
  // The requests of each hour are persisted too, for forecasts.
  const past = await readPastHours(management.database, [positionId], nowMs + 24 * hourMs);
  const hours = [...(past.get(positionId)?.requests ?? [])].filter((requests) => !Number.isNaN(requests));
  expect(hours.length).toBe(seen.length);
  for (const requests of hours) expect(requests).toBeGreaterThan(3_000);
});

test('returns the known pacing of a booking without a plan, and 404 for an unknown booking', async () => {
  const { id } = await makeObject(management, 'bookings', { delivery: { method: 'share_of_voice', percent: 25 } });
  const empty = { goal: null, claimedPercent: null, limitingReasons: [], plannedAt: null };
  const delivered = { ...countsByGoal(() => 0), spend: null };
  expect((await management.call('GET', `/bookings/${id}/pacing`)).body).toEqual({
    bookingId: id,
    method: 'share_of_voice',
    ...empty,
    delivered,
  });
  expect(await management.call('GET', '/bookings/999999/pacing')).toMatchObject({ status: 404 });
  expect(await management.call('GET', `/bookings/${id}/pacing`, { scopes: ['campaigns:read'] })).toMatchObject({
    status: 403,
  });
});

test('a plan is read as written, and a damaged one is null', async () => {
  const other = await mkdtemp(join(tmpdir(), 'placard-pacing-'));
  const { plan } = openPacingFolder(other);
  expect([await plan.read(), await plan.mark()]).toEqual([null, null]);
  const booking: PlannedBooking = {
    bookingId: 2 ** 52,
    part: 0.3,
    counter: 'clicks',
    left: 7,
    brings: 0.01,
    fits: 1,
    overbooked: true,
    over: 0.25,
    budget: { counter: 'impressions', left: 12, brings: 1 },
  };
  const rotation = {
    bookingId: 12,
    planNumber: 1,
    weights: new Map([
      [2 ** 52, 9_000],
      [13, 1_000],
    ]),
  };
  const written: Plan = {
    number: 1,
    plannedAtMs: nowMs,
    processes: [],
    bookings: [booking, { ...booking, bookingId: 3, over: null, budget: null }],
    rotations: [rotation],
  };
  await plan.write(written);
  expect(await plan.read()).toEqual(written);
  const { rotations: _rotations, ...without } = written;
  await plan.write(without);
  expect(await plan.read()).toEqual(without);
  const mark = await plan.mark();
  await plan.write({ ...written, number: 2 });
  expect(await plan.mark()).not.toBe(mark);
  const path = join(other, 'pacing', 'plan');
  const content = await readFile(path);
  for (const damaged of [content.subarray(0, -3), content.subarray(0, 20), Buffer.alloc(0), Buffer.alloc(200)]) {
    await writeFile(path, damaged);
    expect(await plan.read()).toBeNull();
  }
  await rm(other, { recursive: true, force: true });
});

test('the spend of a campaign never exceeds its budget, with several price models on two processes', async () => {
  nowMs = startMs;
  const { body: of } = await management.call('GET', `/campaigns/${world.campaignId}`);
  const { advertiserCompanyId, invoiceCompanyId, brandIds } = of;
  const budget = { amount: '2.0000', currency: 'EUR' };
  const { id: campaignId } = await makeObject(management, 'campaigns', {
    advertiserCompanyId,
    invoiceCompanyId,
    brandIds,
    budget,
  });
  const priced = (model: string, amount: string) => ({
    campaignId,
    pricing: { model, rate: { amount, currency: 'EUR' } },
    duplicatesAllowed: true,
  });
  const first = await book({ method: 'share' }, priced('cpm', '3.00'));
  const second = await book({ method: 'fill' }, { ...priced('cpm', '1.00'), endDate: null });
  const capped = await book(
    { method: 'asap', goal: { kind: 'impressions', total: 900 }, budget: { amount: '0.50', currency: 'EUR' } },
    priced('cpm', '2.00'),
  );
  const flat = await book({ method: 'share' }, priced('flat', '0.25'));
  const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
  let processes = startPacedProcesses(2);
  const sums = new Map<number, number>();
  const shownOf = (id: number) => sums.get(id) ?? 0;
  const spend = () =>
    shownOf(first) * 3_000 + shownOf(second) * 1_000 + shownOf(capped) * 2_000 + (shownOf(flat) > 0 ? 250_000 : 0);
  const pacing = world.startPacing();
  for (let tick = 0; tick < 60; tick += 1) {
    for (const process of processes) {
      const shown = serve(process, snapshot, 200);
      for (const id of [...shown.keys()].filter((each) => ![first, second, capped, flat].includes(each)))
        shown.delete(id);
      await world.count(shown);
      for (const [id, impressions] of shown) sums.set(id, shownOf(id) + impressions);
    }
    expect(spend()).toBeLessThanOrEqual(2_000_000);
    nowMs += tickMs;
    // A process is killed: the counts of its last period, and its pending events, are lost.
    if (tick % 7 === 3) {
      processes = processes.map((process, index) =>
        index === tick % 2 ? new DeliveryPacing({ processId: `delivery-${index}`, processes: 2 }) : process,
      );
    }
    await world.plan(pacing, processes);
  }
  await pacing.close();
  expect(shownOf(capped)).toBeLessThanOrEqual(250);
  expect(shownOf(first)).toBeGreaterThan(0);
  // Less than one event of the cheapest booking remains.
  expect(spend()).toBeGreaterThan(2_000_000 - 3_000);
  expect((await management.call('GET', `/bookings/${first}/diagnosis`)).body.reasons).toContainEqual(
    expect.objectContaining({ code: 'BUDGET_SPENT', effect: 'blocks' }),
  );
});
