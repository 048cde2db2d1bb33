import type { Candidate, HeldBooking, SnapshotPosition } from '../../snapshot/snapshot.ts';
import { decimalFromMicros, type MoneyMicros } from '../../vocabulary/money.ts';
import { labelsText, type Rule } from './rule.ts';

/** Labels that a position blocks. */
export const blockedLabelRule: Rule = {
  reason: 'LABEL_BLOCKED',
  concerns: ({ booking }) => booking.exclusionLabels.length > 0,
  allows: ({ booking }, { position }) => blockedLabel(booking, position) === undefined,
  expected: ({ booking }, { position }) => `no label ${blockedLabel(booking, position)}`,
  actual: ({ booking }) => labelsText(booking.exclusionLabels),
};

/**
 * Bid floor of a position. Bookings sold by click, by day or at a fixed price have no CPM. Source:
 * docs/decisions/0122-floor-and-brand-limit.md.
 */
export const floorRule: Rule = {
  reason: 'BELOW_FLOOR',
  // Positions with and without a floor share a group. Without a floor the rule is not evaluated.
  concerns: () => true,
  allows: ({ booking }, { position }) => meetsFloor(booking, position),
  expected: (_, { position: { floor } }) => (floor === null ? '' : `from ${priceText(floor)}`),
  actual: ({ booking: { cpm } }: Candidate) => (cpm === null ? 'no CPM' : priceText(cpm)),
};

/** Reports whether a position accepts a booking, regardless of time and request. */
export function takesBooking(position: SnapshotPosition, booking: HeldBooking): boolean {
  return blockedLabel(booking, position) === undefined && meetsFloor(booking, position);
}

function blockedLabel({ exclusionLabels }: HeldBooking, { row }: SnapshotPosition): string | undefined {
  return exclusionLabels.find((label) => row.blockedLabels?.includes(label));
}

/** Prices in different currencies are not comparable. */
function meetsFloor({ cpm }: HeldBooking, { floor }: SnapshotPosition): boolean {
  if (floor === null) return true;
  return cpm !== null && cpm.currency === floor.currency && cpm.micros >= floor.micros;
}

/** @example '2.50 EUR' */
function priceText({ micros, currency }: MoneyMicros): string {
  return `${decimalFromMicros(micros)} ${currency}`;
}
