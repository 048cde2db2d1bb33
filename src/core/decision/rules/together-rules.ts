import type { Candidate } from '../../snapshot/snapshot.ts';
import type { Moment, Rule } from './rule.ts';

/** What a position does not want to show. */
export const blockedLabelRule: Rule = {
  reason: 'LABEL_BLOCKED',
  concerns: hasLabels,
  allows: (candidate, { position }) => blockedLabel(candidate, position) === undefined,
  expected: (candidate, { position }) => `no label ${blockedLabel(candidate, position)}`,
  actual: ({ booking }) => labelsText(booking.exclusionLabels),
};

/** Beside what a booking may show: what won the earlier slots of the request. */
export const togetherRules: readonly Rule[] = [
  {
    reason: 'EXCLUSION_LABEL',
    concerns: hasLabels,
    // Beside itself a booking that may come twice is not in its own way.
    allows: (candidate, moment) => takenLabel(candidate, moment) === undefined || mayRepeat(candidate, moment),
    expected: (candidate, moment) => `no ${takenLabel(candidate, moment)} beside it`,
    actual: (_, { taken }) => labelsText(taken.labels()),
  },
  {
    reason: 'ALREADY_IN_REQUEST',
    concerns: () => true,
    // Nobody comes twice in one stack.
    allows: ({ booking }, { taken, stackFrom }) => !taken.hasWon(booking.id, booking.duplicatesAllowed ? stackFrom : 0),
    expected: () => 'once per request',
    actual: () => 'won an earlier slot',
  },
];

function hasLabels({ booking }: Candidate): boolean {
  return booking.exclusionLabels.length > 0;
}

function blockedLabel({ booking }: Candidate, { row }: Moment['position']): string | undefined {
  return booking.exclusionLabels.find((label) => row.blockedLabels?.includes(label));
}

function takenLabel({ booking }: Candidate, { taken }: Moment): string | undefined {
  return booking.exclusionLabels.find((label) => taken.hasLabel(label));
}

/** Nothing else that won has a label of one that won. */
function mayRepeat({ booking }: Candidate, { taken }: Moment): boolean {
  return booking.duplicatesAllowed && taken.hasWon(booking.id, 0);
}

function labelsText(labels: readonly string[] | undefined): string {
  return (labels ?? []).join(' and ');
}
