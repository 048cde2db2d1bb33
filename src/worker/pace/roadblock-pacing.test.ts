import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeObject } from '../../../test/support/fixtures/make-objects.ts';
import { startTestManagement, type TestManagement } from '../../../test/support/server/test-management.ts';
import { decide } from '../../core/decision/decide.ts';
import { buildSnapshot } from '../../core/snapshot/build-snapshot.ts';
import { hourMs } from '../../core/time/durations.ts';
import { DeliveryPacing } from '../../delivery/decide/pacing/delivery-pacing.ts';
import { openPacingFolder } from '../../exchange/plan/pacing-folder.ts';
import { createLease } from '../../platform/lease/lease.ts';
import { createLog } from '../../platform/log/log.ts';
import { buildSnapshotRows } from '../publish/build-snapshot-rows.ts';
import { createPacing } from './pacing.ts';

const startMs = Date.parse('2027-03-03T06:00:00Z');
const tickMs = 30_000;
const pagesPerTick = 40;
const hours = 3;
const goal = 3_000;

let nowMs = startMs;
let management: TestManagement;
beforeAll(async () => {
  management = await startTestManagement({ nowMs: () => nowMs });
});
afterAll(() => management?.close());

async function makePage() {
  const { id: partner } = await makeObject(management, 'media-partners');
  const { id: brand } = await makeObject(management, 'brands', { mediaPartnerId: partner });
  const { id: formatId } = await makeObject(management, 'inventory/format');
  const { id: locationId } = await makeObject(management, 'inventory/location');
  const companies = { advertiserCompanyId: partner, invoiceCompanyId: partner };
  const { id: campaignId } = await makeObject(management, 'campaigns', { ...companies, brandIds: [brand] });
  const { id: creativeId } = await makeObject(management, 'creatives', { brandId: brand, formatId });
  const slots: { positionId: number; slotName: string }[] = [];
  for (let index = 0; index < 2; index += 1) {
    const { id, slotName } = await makeObject(management, 'inventory/position', { formatId, locationId });
    slots.push({ positionId: id, slotName: String(slotName) });
  }
  const book = async (fields: Record<string, unknown>) => {
    const { id } = await makeObject(management, 'bookings', {
      campaignId,
      creatives: [{ creativeId }],
      positionIds: slots.map(({ positionId }) => positionId),
      startDate: new Date(startMs).toISOString(),
      endDate: new Date(startMs + hours * hourMs).toISOString(),
      ...fields,
    });
    expect(await management.call('POST', `/bookings/${id}/actions/submit`)).toMatchObject({ status: 200 });
    return id;
  };
  return { slots, book };
}

test('a roadblock with an even goal reaches it, with both slots of a page or none', async () => {
  const { slots, book } = await makePage();
  const delivery = { method: 'even', goal: { kind: 'impressions', total: goal } };
  const roadblock = await book({ delivery, roadblock: 'all' });
  await book({ delivery: { method: 'share' }, duplicatesAllowed: true });
  const snapshot = buildSnapshot(await buildSnapshotRows(management.database));
  const request = {
    slots: slots.map(({ slotName }) => ({ slotName, parameters: new Map() })),
    parameters: new Map(),
  };
  const process = new DeliveryPacing({ processId: 'delivery-0', processes: 1 });
  const folder = openPacingFolder(management.services.config.dataFolder);
  const { database } = management;
  const pacing = createPacing({
    database,
    folder,
    lease: createLease({ database, name: 'pacing', holder: 'test' }),
    log: createLog({ level: 'silent', name: 'test' }),
    now: () => nowMs,
    pauseMs: tickMs,
  });
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
    await sql`insert into booking_total (booking_id, impressions) values (${roadblock}, ${shown - before})
      on conflict (booking_id) do update set impressions = booking_total.impressions + excluded.impressions
    `.execute(database);
    await sql`insert into booking_day (booking_id, local_day) values (${roadblock}, '2027-03-03')
      on conflict do nothing`.execute(database);
    nowMs += tickMs;
    await folder.counts.write({ processId: 'delivery-0', at: Date.now(), times: process.cut(nowMs) });
    await pacing.before();
    await pacing.after();
    const plan = await folder.plan.read();
    if (plan !== null) process.follow(plan, nowMs);
    if (nowMs === startMs + (hours * hourMs) / 2) halfway = shown;
  }
  await pacing.close();
  expect(shown).toBeGreaterThan(goal * 0.98);
  // A page that was decided before the goal was reached has both slots.
  expect(shown).toBeLessThanOrEqual(goal * 1.005);
  expect(halfway / goal).toBeCloseTo(0.5, 1);
});
