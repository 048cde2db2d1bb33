import type { LatestPlan } from '../../../exchange/plan/latest-plan.ts';
import type { SegmentSource } from '../engine/open-shadow-context.ts';
import type { ViewerRule } from '../engine/shadow-context.ts';
import type { EngineCounts } from '../engine/shadow-engine.ts';

export type AssumptionInputs = {
  readonly counts: EngineCounts;
  readonly plan: LatestPlan | null;
  readonly pacedBookings: number;
  readonly viewer: ViewerRule;
  readonly assumesConsent: boolean;
  /** Why the database is not available; null: it is. */
  readonly database: string | null;
  readonly hasCounts: boolean;
  /** Rows of the snapshot that cannot be used. */
  readonly problems: number;
  readonly segments: SegmentSource;
};

/** Returns what the run assumed, because the log does not contain it. */
export function assumptionsOf(inputs: AssumptionInputs): readonly string[] {
  const { counts, database, hasCounts, problems, segments } = inputs;
  return [
    ...viewerAssumptions(inputs),
    ...pacingAssumptions(inputs),
    segmentTexts[segments],
    'Shares are compared, because a log counts impressions, and the run counts ads in responses.',
    ...(counts.untimed === 0
      ? []
      : [`${counts.untimed} requests have no time. They are decided at the time of the previous request.`]),
    ...(database === null
      ? []
      : [
          `The database is not available (${database}). Positions and creatives are found only with --map, and bookings have no names.`,
        ]),
    ...(problems === 0 ? [] : [`${problems} rows of the snapshot are invalid and are not used, as in delivery.`]),
    ...(hasCounts ? ['Delivered counts come from the file of --delivered, not from the log.'] : []),
  ];
}

const segmentTexts: Readonly<Record<SegmentSource, string>> = {
  current: 'Viewers have the audience segments that they have now.',
  none: 'There are no audience segments. Bookings that target segments are not eligible.',
  unreadable: 'Audience segments cannot be read. Bookings that target segments are not eligible.',
};

function viewerAssumptions({ counts, viewer, assumesConsent }: AssumptionInputs): readonly string[] {
  const texts: string[] = [];
  const { identified, requests } = counts;
  if (viewer === 'address')
    texts.push('A viewer is an address and user agent, unless the request identifies the viewer.');
  texts.push(
    identified === 0
      ? 'No request identifies a viewer. Bookings with frequency caps deliver only if their caps allow unknown viewers.'
      : `${identified} of ${requests} requests identify a viewer. Frequency caps count them from the start of the log.`,
  );
  texts.push(
    assumesConsent
      ? 'Viewers of other ad servers have given consent, unless their requests state otherwise.'
      : 'Requests without a statement about consent have none.',
  );
  return texts;
}

function pacingAssumptions({ plan, pacedBookings }: AssumptionInputs): readonly string[] {
  if (plan === null) {
    return [
      'There is no pacing plan. Bookings with a goal or a budget get no requests before a worker has planned them.',
    ];
  }
  const at = new Date(plan.plannedAtMs).toISOString();
  return [
    `Goals and budgets start with the rest of the plan of ${at}, and end within the run when they are used up.`,
    ...(pacedBookings === 0
      ? []
      : [`${pacedBookings} bookings with even pacing deliver at a constant rate over the time of the log.`]),
    'The log is assumed to contain all requests of its zones. Goals of other zones are not known.',
  ];
}
