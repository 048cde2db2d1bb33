import { sql } from 'kysely';
import { expect } from 'vitest';
import type { FunnelView } from '../../src/contract/insight/funnel.ts';
import { makeObject } from './make-objects.ts';
import { type SimulatedDay, simulateDay } from './simulate-day.ts';
import { startTestManagement, type TestManagement } from './test-management.ts';

const dayMs = 24 * 3_600_000;
const hourMs = 3_600_000;
export const dayStartMs = Date.parse('2026-11-20T23:00:00Z');
const bookings = 9;

export type FunnelDay = {
  readonly management: TestManagement;
  readonly day: SimulatedDay;
  readonly bookingIds: readonly number[];
  /** Of the whole day, by booking. */
  funnelOf(bookingId: number, query?: string): Promise<FunnelView>;
};

/** A simulated day of so many requests, and the management that counts it. */
export async function startFunnelDay(requests: number): Promise<FunnelDay> {
  const management = await startTestManagement({ nowMs: () => dayStartMs + dayMs });
  const bookingIds: number[] = [];
  for (let index = 0; index < bookings; index += 1) bookingIds.push((await makeObject(management, 'bookings')).id);
  const { dataFolder } = management.services.config;
  const { snapshots: snapshotFolder } = management;
  const day = await simulateDay({ dataFolder, snapshotFolder, startMs: dayStartMs, requests, bookingIds });
  const at = (ms: number) => encodeURIComponent(new Date(ms).toISOString());
  const whole = `from=${at(dayStartMs)}&to=${at(dayStartMs + dayMs)}`;
  return {
    management,
    day,
    bookingIds,
    async funnelOf(bookingId, query = whole) {
      const { status, body } = await management.call('GET', `/bookings/${bookingId}/funnel?${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      return body as FunnelView;
    },
  };
}

/**
 * Each booking's funnel is hour by hour what the traces of its decisions said, and adds up.
 * @returns how often each reason was met
 */
export async function expectFunnelsToAddUp({ day, bookingIds, funnelOf }: FunnelDay): Promise<Record<string, number>> {
  const met: Record<string, number> = {};
  for (const id of bookingIds) {
    const funnel = await funnelOf(id);
    expect([funnel.complete, funnel.hours.length]).toEqual([true, 24]);
    for (const counts of [funnel.totals, ...funnel.hours]) {
      const refused = sumOf(counts.refused);
      expect(counts.matched).toBe(refused + counts.lostByShare + counts.won);
    }
    for (const { hourAt, refused, lostByShare, won } of funnel.hours) {
      const expected = day.outcomes.get(id)?.get(Date.parse(hourAt) / hourMs) ?? new Map();
      const seen = { ...refused, ...(lostByShare > 0 && { LOST: lostByShare }), ...(won > 0 && { WON: won }) };
      expect(seen, `booking ${id} at ${hourAt}`).toEqual(Object.fromEntries(expected));
    }
    expect(funnel.totals.won).toBe(day.wonByBooking.get(id) ?? 0);
    for (const [reason, count] of Object.entries(funnel.totals.refused))
      met[reason] = (met[reason] ?? 0) + (count ?? 0);
  }
  // Who is booked everywhere is asked about in every slot.
  expect((await funnelOf(bookingIds[0] as number)).totals.matched).toBe(day.slotsAsked);
  return met;
}

function sumOf(refused: FunnelView['totals']['refused']): number {
  return Object.values(refused).reduce<number>((sum, count) => sum + (count ?? 0), 0);
}

/** Impressions that counted, as the roll-up has them. */
export async function countImpressions(
  { management }: FunnelDay,
  { bookingId, atMs, impressions }: { readonly bookingId: number; readonly atMs: number; readonly impressions: number },
): Promise<void> {
  await sql`
    insert into delivery_hour (hour_at, local_day, booking_id, creative_id, position_id, impressions, viewables, clicks)
    values (${new Date(atMs)}, '2026-11-21', ${bookingId}, 1, 1, ${impressions}, 0, 0)`.execute(management.database);
}
