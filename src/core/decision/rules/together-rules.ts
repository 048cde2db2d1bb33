import type { Candidate, SnapshotAd } from '../../snapshot/snapshot.ts';
import type { BookingId } from '../../words/ids.ts';
import type { Rule } from './rule.ts';

/** What a position does not want to show. */
export const blockedLabelRule: Rule = {
  reason: 'LABEL_BLOCKED',
  concerns: hasLabels,
  allows: (candidate, { position }) => commonLabel(candidate, position.row.blockedLabels) === undefined,
  expected: (candidate, { position }) => `no label ${commonLabel(candidate, position.row.blockedLabels)}`,
  actual: ({ booking }) => labelsText(booking.exclusionLabels),
};

/** Beside what a booking may show: what won the earlier slots of the request. */
export const togetherRules: readonly Rule[] = [
  {
    reason: 'EXCLUSION_LABEL',
    concerns: hasLabels,
    // Beside itself a booking that may come twice is not in its own way.
    allows: (candidate, { taken }) =>
      commonLabel(candidate, labelsOf(taken)) === undefined || mayRepeat(candidate, taken),
    expected: (candidate, { taken }) => `no ${commonLabel(candidate, labelsOf(taken))} beside it`,
    actual: (_, { taken }) => labelsText(labelsOf(taken)),
  },
  {
    reason: 'ALREADY_IN_REQUEST',
    concerns: ({ booking }) => !booking.duplicatesAllowed,
    allows: ({ booking }, { taken }) => booking.duplicatesAllowed || !hasWon(booking, taken),
    expected: () => 'once per request',
    actual: () => 'won an earlier slot',
  },
];

function hasLabels({ booking }: Candidate): boolean {
  return booking.exclusionLabels.length > 0;
}

function commonLabel({ booking }: Candidate, labels: readonly string[] | undefined): string | undefined {
  return booking.exclusionLabels.find((label) => labels?.includes(label));
}

/** Nothing else that won has a label of one that won. */
function mayRepeat({ booking }: Candidate, taken: readonly SnapshotAd[]): boolean {
  return booking.duplicatesAllowed && hasWon(booking, taken);
}

function hasWon({ id }: { readonly id: BookingId }, taken: readonly SnapshotAd[]): boolean {
  for (const ad of taken) {
    if (ad.booking.id === id) return true;
  }
  return false;
}

function labelsOf(taken: readonly SnapshotAd[]): readonly string[] {
  return taken.flatMap(({ booking }) => booking.exclusionLabels);
}

function labelsText(labels: readonly string[] | undefined): string {
  return (labels ?? []).join(' and ');
}
