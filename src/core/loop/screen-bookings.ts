import type { HeldBooking, Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { LoopPart } from './loop-booking.ts';
import type { DayBooking } from './plan-day.ts';
import { offlineAdsOf, screenCandidates } from './screen-terms.ts';
import { storeRoadblocks } from './store-roadblocks.ts';

/**
 * Returns all bookings that may play at a position: those that it accepts, whose targeting does not exclude its screen,
 * and that have an ad that plays without a network. A store roadblock is left out on all screens of the store or on
 * none.
 */
export function screenBookings(
  snapshot: Pick<Snapshot, 'targeting' | 'positionById' | 'bookingById'>,
  position: SnapshotPosition,
): readonly DayBooking[] {
  const bookings = new Map<number, DayBooking>();
  const { pins, refused } = storeRoadblocks(snapshot, position);
  for (const candidate of screenCandidates(snapshot, position)) {
    const { booking } = candidate;
    if (offlineAdsOf(candidate).length === 0 || refused.has(booking.id)) continue;
    const slots = pins.get(booking.id);
    bookings.set(booking.id, { ...dayBookingOf(booking), ...(slots !== undefined && { pins: slots }) });
  }
  return [...bookings.values()].sort((one, other) => one.id - other.id);
}

function dayBookingOf(booking: HeldBooking): DayBooking {
  const { id, priority, exclusionLabels, startMs, endMs, activeDays, dayParts, loop } = booking;
  return {
    id,
    part: partOf(loop),
    priority,
    exclusionLabels,
    minGap: loop?.minGap ?? 0,
    startMs,
    endMs,
    activeDays,
    dayParts,
  };
}

function partOf(loop: HeldBooking['loop']): LoopPart {
  if (loop?.playsPerLoop !== undefined) return { kind: 'plays', perLoop: loop.playsPerLoop };
  if (loop?.basisPoints !== undefined) return { kind: 'percent', basisPoints: loop.basisPoints };
  return { kind: 'rest' };
}
