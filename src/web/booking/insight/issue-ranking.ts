import type { BookingDiagnosis, FunnelHour } from '../../../client/generated/types.gen.ts';
import { type DeliveryIssue, deliveryIssueGroups, deliveryIssuesOf } from './delivery-issues.ts';

type Counts = Pick<FunnelHour, 'matched' | 'refused' | 'lostByShare'>;
type Group = (typeof deliveryIssueGroups)[number];

/** A delivery issue with its measured effect. */
export type RankedIssue = DeliveryIssue & {
  /** `lost`: other bookings won the ad requests. `refused`: the booking was not eligible for them. */
  readonly effectOnRequests: 'lost' | 'refused';
  /** Number of these ad requests. null: not measured, or no ad requests. */
  readonly lostRequests: number | null;
  /** Other bookings won no ad request, so a higher priority does not help. */
  readonly isWithoutLoss: boolean;
  /** Whether a remedy is offered. false: another issue offers the same one. */
  readonly hasRemedy: boolean;
};

/** All delivery issues of a booking in the order in which to solve them. */
export type IssueRanking = {
  /** The most severe group. null: no issues, or only conditions that each ad request is checked for. */
  readonly group: Group | null;
  readonly issues: readonly RankedIssue[];
};

/**
 * Ranks delivery issues: what blocks the booking first, then what only time solves, then the rest by the number of ad
 * requests that it cost. A booking that is behind its goal although other bookings won no ad request is offered another
 * remedy than a higher priority.
 * @param counts of the funnel of a recent period; null: unknown
 */
export function rankIssues(diagnosis: BookingDiagnosis, counts: Counts | null): IssueRanking {
  const found = deliveryIssuesOf(diagnosis);
  const measured = (issue: DeliveryIssue): RankedIssue => {
    const effectOnRequests = lostByShare.includes(issue.code) ? 'lost' : 'refused';
    const lostRequests = lostRequestsOf(issue, counts);
    const isWithoutLoss = issue.code === 'BEHIND_GOAL' && lostRequests === 0;
    const field = isWithoutLoss && issue.field === '/priority' ? withoutLossField(found.depends) : issue.field;
    return { ...issue, field, effectOnRequests, lostRequests, isWithoutLoss, hasRemedy: true };
  };
  const reducing = [...found.limits, ...found.depends].map(measured);
  reducing.sort((a, b) => (b.lostRequests ?? 0) - (a.lostRequests ?? 0));
  const group = deliveryIssueGroups.find(({ key }) => found[key].length > 0) ?? null;
  return {
    group: group?.key === 'depends' ? null : group,
    issues: [...found.blocks.map(measured), ...found.waits.map(measured), ...reducing].map(withoutRepeatedRemedy),
  };
}

/** The field that limits a booking without competition: its targeting, or the booked positions. */
function withoutLossField(depends: readonly DeliveryIssue[]): string {
  return depends.some(({ field }) => field === '/targeting') ? '/targeting' : '/positionIds';
}

function withoutRepeatedRemedy(issue: RankedIssue, _: number, issues: readonly RankedIssue[]): RankedIssue {
  const isOffered = issues.some((other) => other !== issue && !other.isWithoutLoss && other.field === issue.field);
  return issue.isWithoutLoss && isOffered ? { ...issue, hasRemedy: false } : issue;
}

/** Issues of bookings that lose ad requests to others. All other issues are counted under their code. */
const lostByShare: readonly DeliveryIssue['code'][] = ['BEHIND_GOAL', 'OVERBOOKED_POSITION'];

function lostRequestsOf({ code, positions }: DeliveryIssue, counts: Counts | null): number | null {
  // The funnel is that of all positions.
  if (counts === null || counts.matched === 0 || positions !== null) return null;
  if (lostByShare.includes(code)) return counts.lostByShare;
  return code in counts.refused ? ((counts.refused as Readonly<Record<string, number>>)[code] ?? null) : null;
}
