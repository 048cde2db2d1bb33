import type { Candidate } from '../../snapshot/snapshot.ts';
import { type EvaluationContext, labelsText, type Rule } from './rule.ts';
import { adsBelowBrandLimit, brandLimit } from './showable-ads.ts';

/** Rules about the winners of the earlier slots of the request. */
export const togetherRules: readonly Rule[] = [
  {
    reason: 'EXCLUSION_LABEL',
    concerns: ({ booking }) => booking.exclusionLabels.length > 0,
    // A booking that may win twice does not exclude itself.
    allows: (candidate, moment) =>
      candidate.booking.exclusionLabels.length === 0 ||
      takenLabel(candidate, moment) === undefined ||
      mayRepeat(candidate, moment),
    expected: (candidate, moment) => `no ${takenLabel(candidate, moment)} in the same request`,
    actual: (_, { taken }) => labelsText(taken.labels()),
  },
  {
    reason: 'ALREADY_IN_REQUEST',
    concerns: () => true,
    // A booking wins at most once per stack.
    allows: ({ booking }, { taken, stackFrom }) => !taken.hasWon(booking.id, booking.duplicatesAllowed ? stackFrom : 0),
    expected: () => 'once per request',
    actual: () => 'won an earlier slot',
  },
  {
    reason: 'BRAND_LIMIT_REACHED',
    concerns: () => true,
    allows: (candidate, moment) => brandLimit(moment) === null || adsBelowBrandLimit(candidate, moment).length > 0,
    expected: (_, moment) => `at most ${brandLimit(moment)} of one brand`,
    actual: ({ fittingAds }, { taken, stackFrom }) =>
      [...new Set(fittingAds.map(({ creative }) => creative.brandId))]
        .map((brandId) => `${taken.timesOfBrand(brandId, stackFrom)} of brand ${brandId}`)
        .join(', '),
  },
];

function takenLabel({ booking }: Candidate, { taken }: EvaluationContext): string | undefined {
  return booking.exclusionLabels.find((label) => taken.hasLabel(label));
}

/** If this booking has won, no other winner has one of its labels. */
function mayRepeat({ booking }: Candidate, { taken }: EvaluationContext): boolean {
  return booking.duplicatesAllowed && taken.hasWon(booking.id, 0);
}
