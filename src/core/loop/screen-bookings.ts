import type { HeldBooking, Snapshot, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { LoopPart } from './loop-booking.ts';
import type { DayBooking } from './plan-day.ts';
import { offlineAdsOf, screenCandidates } from './screen-terms.ts';

/**
 * Returns all bookings that may play at a position: those that it accepts, whose targeting does not exclude its screen,
 * and that have an ad that plays without a network.
 */
export function screenBookings(
  snapshot: Pick<Snapshot, 'targeting'>,
  position: SnapshotPosition,
): readonly DayBooking[] {
  const bookings = new Map<number, DayBooking>();
  for (const candidate of screenCandidates(snapshot, position)) {
    if (offlineAdsOf(candidate).length > 0) bookings.set(candidate.booking.id, dayBookingOf(candidate.booking));
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
