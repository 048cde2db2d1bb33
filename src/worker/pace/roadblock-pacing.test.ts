import { afterAll, beforeAll, expect, test } from 'vitest';
import { type PacingWorld, startPacedProcesses, startPacingWorld } from '../../../test/support/server/pacing-world.ts';
import { decide } from '../../core/decision/decide.ts';
import { buildSnapshot } from '../../core/snapshot/build-snapshot.ts';
import { hourMs } from '../../core/time/durations.ts';
import type { DeliveryPacing } from '../../delivery/decide/pacing/delivery-pacing.ts';
import { buildSnapshotRows } from '../publish/build-snapshot-rows.ts';

const startMs = Date.parse('2027-03-03T06:00:00Z');
const tickMs = 30_000;
const pagesPerTick = 40;
const hours = 3;
const goal = 3_000;

let nowMs = startMs;
let world: PacingWorld;
beforeAll(async () => {
  world = await startPacingWorld({ now: () => nowMs, tickMs, positions: 2, localDay: '2027-03-03' });
});
afterAll(() => world?.management.close());

test('a roadblock with an even goal reaches it, with both slots of a page or none', async () => {
  const { slots, management } = world;
  const flight = {
    startDate: new Date(startMs).toISOString(),
    endDate: new Date(startMs + hours * hourMs).toISOString(),
  };
  const delivery = { method: 'even', goal: { kind: 'impressions', total: goal } };
  const roadblock = await world.book({ ...flight, delivery, roadblock: 'all' });
  await world.book({ ...flight, delivery: { method: 'share' }, duplicatesAllowed: true });
  const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
  const request = {
    slots: slots.map(({ slotName }) => ({ slotName, parameters: new Map() })),
    parameters: new Map(),
  };
  const [process] = startPacedProcesses(1) as [DeliveryPacing];
  const pacing = world.startPacing();
  let shown = 0;
  let halfway = 0;
  for (let tick = 0; tick < (hours * hourMs) / tickMs; tick += 1) {
    const before = shown;
    for (let page = 0; page < pagesPerTick; page += 1) {
      const seed = [tick, page] as const;
      const state = process.stateFor(snapshot);
      const decision = decide(snapshot, request, { nowMs, seed, state, explain: false });
      process.noteDecision(snapshot, request, decision);
      const won = decision.winners.map((winner) => winner?.ad.booking.id === roadblock);
      expect(won[0]).toBe(won[1]);
      if (won[0] !== true) continue;
      for (const slot of won.keys()) {
        const event = { eventId: `${tick}.${page}.${slot}`, counter: 'impressions', bookingId: roadblock } as const;
        process.noteDelivered({ ...event, atMs: nowMs, decidedAtMs: nowMs });
        shown += 1;
      }
    }
    await world.count(new Map([[roadblock, shown - before]]));
    nowMs += tickMs;
    await world.plan(pacing, [process]);
    if (nowMs === startMs + (hours * hourMs) / 2) halfway = shown;
  }
  await pacing.close();
  expect(shown).toBeGreaterThan(goal * 0.98);
  // A page that was decided before the goal was reached has both slots.
  expect(shown).toBeLessThanOrEqual(goal * 1.005);
  expect(halfway / goal).toBeCloseTo(0.5, 1);
});
