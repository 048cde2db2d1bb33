import { takesBooking } from '../decision/rules/position-rules.ts';
import type { HeldBooking, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { LoopPart } from './loop-booking.ts';
import type { DayBooking } from './plan-day.ts';

/** All that may play at a position some time: who is not taken there, or may never deliver, is not among them. */
export function screenBookings(position: SnapshotPosition): readonly DayBooking[] {
  const bookings = new Map<number, DayBooking>();
  for (const { candidates, claims, fill } of position.groups) {
    for (const { booking, fittingAds } of [...candidates, ...claims, ...fill]) {
      if (fittingAds.length === 0 || !takesBooking(position, booking)) continue;
      bookings.set(booking.id, dayBookingOf(booking));
    }
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
