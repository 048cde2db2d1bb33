import type { Candidate } from '../../snapshot/snapshot.ts';
import type { Rule } from './rule.ts';

/** A rule that depends only on the booking. */
type StatusRule = Rule & { readonly holds: (candidate: Candidate) => boolean };

/** Status of booking and campaign. Options and offers do not deliver. */
export const statusRules: readonly Rule[] = [
  statusRule({
    reason: 'BOOKING_NOT_APPROVED',
    holds: ({ booking }) => booking.lifecycle === 'approved',
    expected: () => 'approved',
    actual: ({ booking }) => booking.lifecycle,
  }),
  statusRule({
    reason: 'BOOKING_PAUSED',
    holds: ({ booking }) => !booking.paused,
    expected: () => 'not paused',
    actual: () => 'paused',
  }),
  statusRule({
    reason: 'BOOKING_HELD',
    holds: ({ booking }) => !booking.held,
    expected: () => 'not held',
    actual: () => 'held',
  }),
  statusRule({
    reason: 'CAMPAIGN_NOT_DELIVERING',
    holds: ({ booking }) => booking.campaign.delivering && booking.campaign.type === 'campaign',
    expected: () => 'a delivering campaign',
    actual: ({ booking }) =>
      booking.campaign.type === 'campaign' ? 'a stopped campaign' : `campaign of type ${booking.campaign.type}`,
  }),
];

/** Reports whether no time and no request can make this candidate eligible in its revision. */
export function neverDelivers(candidate: Candidate): boolean {
  if (candidate.fittingAds.length === 0) return true;
  return (statusRules as readonly StatusRule[]).some((rule) => !rule.holds(candidate));
}

function statusRule(rule: Omit<StatusRule, 'concerns' | 'allows'>): StatusRule {
  return { ...rule, concerns: () => true, allows: rule.holds };
}
