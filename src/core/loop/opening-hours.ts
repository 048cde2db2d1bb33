import { dayPartHolds } from '../decision/schedule.ts';
import type { DayPart } from '../words/day-part.ts';
import type { LocalMoment } from '../words/local-time.ts';

/** Whether a screen is open. @param openingHours empty: always */
export function isOpen(openingHours: readonly DayPart[], local: LocalMoment): boolean {
  return openingHours.length === 0 || openingHours.some((part) => dayPartHolds(part, local));
}
