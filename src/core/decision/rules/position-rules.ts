import type { Candidate, HeldBooking, SnapshotPosition } from '../../snapshot/snapshot.ts';
import { decimalFromMicros, type MoneyMicros } from '../../words/money.ts';
import { labelsText, type Rule } from './rule.ts';

/** What a position does not want to show. */
export const blockedLabelRule: Rule = {
  reason: 'LABEL_BLOCKED',
  concerns: ({ booking }) => booking.exclusionLabels.length > 0,
  allows: ({ booking }, { position }) => blockedLabel(booking, position) === undefined,
  expected: ({ booking }, { position }) => `no label ${blockedLabel(booking, position)}`,
  actual: ({ booking }) => labelsText(booking.exclusionLabels),
};

/**
 * Below which price it shows nothing. What is sold by click, by day or for a fixed sum has no price per thousand.
 * Source: docs/decisions/0122-floor-and-brand-limit.md.
 */
export const floorRule: Rule = {
  reason: 'BELOW_FLOOR',
  // A group is shared by positions with and without a floor; where there is none the rule is not asked.
  concerns: () => true,
  allows: ({ booking }, { position }) => meetsFloor(booking, position),
  expected: (_, { position: { floor } }) => (floor === null ? '' : `from ${priceText(floor)}`),
  actual: ({ booking: { cpm } }: Candidate) => (cpm === null ? 'no price per thousand' : priceText(cpm)),
};

/** True when a position takes a booking, whatever the moment and the request. */
export function takesBooking(position: SnapshotPosition, booking: HeldBooking): boolean {
  return blockedLabel(booking, position) === undefined && meetsFloor(booking, position);
}

function blockedLabel({ exclusionLabels }: HeldBooking, { row }: SnapshotPosition): string | undefined {
  return exclusionLabels.find((label) => row.blockedLabels?.includes(label));
}

/** Prices in two currencies are not compared: neither is above the other. */
function meetsFloor({ cpm }: HeldBooking, { floor }: SnapshotPosition): boolean {
  if (floor === null) return true;
  return cpm !== null && cpm.currency === floor.currency && cpm.micros >= floor.micros;
}

/** @example '2.50 EUR' */
function priceText({ micros, currency }: MoneyMicros): string {
  return `${decimalFromMicros(micros)} ${currency}`;
}
