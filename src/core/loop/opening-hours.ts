import { dayPartHolds } from '../decision/tables/schedule.ts';
import type { DayPart } from '../time/day-part.ts';
import type { LocalMoment } from '../time/local-time.ts';

/** Reports whether a screen is open. @param openingHours empty: always */
export function isOpen(openingHours: readonly DayPart[], local: LocalMoment): boolean {
  return openingHours.length === 0 || openingHours.some((part) => dayPartHolds(part, local));
}
