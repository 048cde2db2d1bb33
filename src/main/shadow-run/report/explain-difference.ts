import type { ZoneTally } from '../engine/zone-tally.ts';
import { testHomogeneity } from './chi-square.ts';
import type { DeliveryGroups } from './delivery-groups.ts';
import { reasonTexts } from './reason-texts.ts';
import type { ComparedSource, Difference, DifferenceReason, ReportedCause } from './shadow-report.ts';

/** A difference is reported if chance explains it with at most this probability. */
const significance = 0.001;

/** Fewest deliveries of both together for which shares are compared. */
const leastCompared = 5;

/** Counts of a campaign of the log, or of a booking that none of its campaigns has. */
export type RowCounts = {
  readonly campaign: string | null;
  readonly bookings: Set<number>;
  delivered: number;
  shadow: number;
  clicks: number;
};

export type DifferenceInputs = {
  readonly row: RowCounts;
  readonly totals: { readonly delivered: number; readonly shadow: number };
  /** Causes of the bookings of the row, most frequent first. */
  readonly causes: readonly ReportedCause[];
  readonly tally: ZoneTally;
  readonly source: ComparedSource | null;
  readonly groups: Pick<DeliveryGroups, 'isArchived'>;
};

/** Returns why a campaign delivers more or less at a zone in Placard than in the log. */
export function explainDifference(inputs: DifferenceInputs): Difference {
  const { row, totals, tally, source, groups } = inputs;
  const { campaign, bookings, delivered, shadow } = row;
  if (tally.slotName === null) return difference('UNKNOWN_POSITION');
  if (tally.requests === 0) return difference('NO_REQUESTS');
  if (source === null) return difference('NOT_COMPARED');
  if (campaign !== null && bookings.size === 0) {
    return difference(groups.isArchived(campaign) ? 'ARCHIVED' : 'NOT_IMPORTED');
  }
  if (!isSignificant(row, totals)) return difference('WITHIN_VARIATION');
  const shares = [delivered / totals.delivered, totals.shadow === 0 ? 0 : shadow / totals.shadow] as const;
  if (shares[1] >= shares[0]) return delivered === 0 ? difference('NOT_IN_LOG') : difference('HIGHER_SHARE');
  return lossOf(inputs);
}

function difference(reason: DifferenceReason, detail: string = reasonTexts[reason]): Difference {
  return { reason, detail };
}

/** Compares the share of the row in both samples with that of all others. */
function isSignificant({ delivered, shadow }: RowCounts, totals: DifferenceInputs['totals']): boolean {
  if (delivered + shadow < leastCompared) return false;
  if (totals.shadow === 0) return delivered > 0;
  const rest = [totals.delivered - delivered, totals.shadow - shadow] as const;
  const test = testHomogeneity([[delivered, shadow], rest]);
  if (test !== null) return test.pValue <= significance;
  // All deliveries of both samples belong to the row, or too few to compare.
  return rest[0] + rest[1] > 0 && delivered > 0 && shadow === 0;
}

/** Returns the most frequent cause for which the bookings of the row do not deliver. */
function lossOf({ causes, row, tally }: DifferenceInputs): Difference {
  const [main] = causes.filter(({ reason }) => reason !== 'WON');
  if (main === undefined || main.reason === 'WON') {
    return tally.explained > 0 && row.shadow === 0 ? difference('POSITION_NOT_BOOKED') : difference('LOST_BY_SHARE');
  }
  const { reason, share, expected, actual } = main;
  const part = `${Math.round(share * 1_000) / 10} % of the requests`;
  const values = expected === null ? '' : ` (required: ${shortened(expected)}; actual: ${shortened(actual ?? '')})`;
  return difference(reason, `${reasonTexts[reason]}, in ${part}${values}`);
}

const maxTextLength = 160;

function shortened(text: string): string {
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
}
