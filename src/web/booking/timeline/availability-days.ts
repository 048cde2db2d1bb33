import type { InventoryAvailability } from '../../../client/generated/types.gen.ts';
import { dayMs } from '../../../core/time/durations.ts';
import type { TimeRange } from './time-range.ts';

type PositionAvailability = InventoryAvailability['positions'][number];

export const availabilityLevels = ['high', 'some', 'full'] as const;
export type AvailabilityLevel = (typeof availabilityLevels)[number];

/** One day of an availability strip. */
export type AvailabilityDay = {
  /** Local time as if it were UTC. */
  readonly atMs: number;
  readonly expected: number;
  readonly booked: number;
  /** Reserved by held bookings. */
  readonly held: number;
  /** Available part of the expected requests, 0 to 1. */
  readonly free: number;
  readonly level: AvailabilityLevel;
};

const half = 0.5;

/** The days of a position within the visible range. null: no forecast yet. */
export function availabilityDays(
  position: PositionAvailability,
  { fromMs, toMs }: TimeRange,
): readonly AvailabilityDay[] | null {
  const { expected, booked, held, from } = position;
  if (expected === null) return null;
  const firstMs = Date.parse(`${from}T00:00:00Z`);
  return expected.flatMap((requests, index) => {
    const atMs = firstMs + index * dayMs;
    if (atMs < fromMs || atMs >= toMs) return [];
    const [needed, reserved] = [booked[index] ?? 0, held[index] ?? 0];
    const free = requests === 0 ? 0 : Math.max(0, requests - needed - reserved) / requests;
    const level = free >= half ? 'high' : free > 0 ? 'some' : 'full';
    return [{ atMs, expected: requests, booked: needed, held: reserved, free, level }];
  });
}

/** The available part of all expected requests, 0 to 1, and the number of full days. */
export function availabilitySummary(days: readonly AvailabilityDay[]): {
  readonly free: number;
  readonly fullDays: number;
} {
  const expected = days.reduce((sum, day) => sum + day.expected, 0);
  const free = days.reduce((sum, day) => sum + day.free * day.expected, 0);
  return { free: expected === 0 ? 0 : free / expected, fullDays: days.filter(({ level }) => level === 'full').length };
}
