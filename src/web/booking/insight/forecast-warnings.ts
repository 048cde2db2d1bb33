import type { Forecast, SharePreview } from '../../../client/generated/types.gen.ts';

type Competitor = Pick<SharePreview['total']['competitors'][number], 'bookingId' | 'name'> & {
  readonly sharePercent: number;
  readonly sharePercentWith: number;
};

/** A lower share, in percent, leaves a booking almost without impressions. */
const lowShare = 5;
/** A loss of this size, in percentage points, is strong for every share. */
const largeLoss = 30;

/** A rule that refuses a larger part of the ad requests is the main cause of a low forecast. */
const mainCause = 0.5;

const shareFields: readonly string[] = [
  'priority',
  'delivery',
  'targeting',
  'startDate',
  'endDate',
  'activeDays',
  'dayParts',
  'positionIds',
  'locationIds',
  'publicationIds',
  'publisherIds',
];

/** Whether one of the changed fields of a booking affects the shares of other bookings. */
export function changesShares(fields: readonly string[]): boolean {
  return fields.some((field) => shareFields.includes(field));
}

/** A goal that exceeds the forecast. */
export type UnreachableGoal = {
  /** In events of the goal. */
  readonly requested: number;
  readonly expected: number;
  /** End of the forecast, exclusive. */
  readonly to: string;
  /** Part of the ad requests that the targeting refuses, if it is more than half. null: the targeting is not the main cause. */
  readonly refusedByTargeting: number | null;
  /** Days whose recorded ad requests were read. */
  readonly recordedDays: number;
};

/** Null: no goal, or the goal is reachable. */
export function unreachableGoal({
  goal,
  delivered,
  expected,
  to,
  replayed,
  record,
}: Pick<Forecast, 'goal' | 'delivered' | 'expected' | 'to' | 'replayed'> & {
  readonly record: Pick<Forecast['record'], 'days'>;
}): UnreachableGoal | null {
  if (goal === null || delivered + expected >= goal) return null;
  const { slots, refused } = replayed;
  const part = slots === 0 ? 0 : (refused.TARGETING_NOT_MET ?? 0) / slots;
  return {
    requested: goal,
    expected: Math.round(delivered + expected),
    to,
    refusedByTargeting: part > mainCause ? part : null,
    recordedDays: record.days,
  };
}

/**
 * Bookings that lose most of their share: more than half of it, and either less than 5 % remains or at least 30
 * percentage points are lost. The largest loss is first.
 */
export function strongLosses<Booking extends Competitor>(competitors: readonly Booking[]): readonly Booking[] {
  const lossOf = ({ sharePercent, sharePercentWith }: Booking) => sharePercent - sharePercentWith;
  return competitors
    .filter((booking) => lossOf(booking) > booking.sharePercent / 2)
    .filter((booking) => booking.sharePercentWith < lowShare || lossOf(booking) >= largeLoss)
    .toSorted((one, other) => lossOf(other) - lossOf(one));
}
