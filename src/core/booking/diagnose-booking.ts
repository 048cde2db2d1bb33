import type { BlockingReason, LimitingReason, RefusalReason, Remedy } from '../vocabulary/reasons.ts';
import type { BookingFacts } from './booking-facts.ts';
import { blockingReasonsOf } from './booking-status.ts';

/** All issues of a booking. `NO_REQUESTS`: the position receives no ad requests. */
type Finding = BlockingReason | LimitingReason | RefusalReason | 'NO_REQUESTS';

/** Object of the remedy: the booking itself, its campaign, one of its creatives, or a position. */
export type RemedyTarget = 'booking' | 'campaign' | 'creative' | 'position';

/** One issue and its remedy. */
export type Diagnosed = {
  readonly code: Finding;
  /** `blocks`: no delivery; `limits`: reduced delivery; `depends`: depends on each request. */
  readonly effect: 'blocks' | 'limits' | 'depends';
  readonly remedy: Remedy;
  readonly on: RemedyTarget;
  /** JSON pointer of the field to change; null: none. */
  readonly field: string | null;
};

/** Properties of a booking that are diagnosed in addition to its status. */
export type DiagnosedTerms = {
  readonly hasTargeting: boolean;
  readonly hasCaps: boolean;
  readonly goalReached: boolean;
  /** The goal is an amount of money. */
  readonly isBudget: boolean;
  /** Its budget or that of its campaign is spent. */
  readonly isBudgetSpent: boolean;
  readonly hasOwnBudget: boolean;
  readonly limitingReasons: readonly LimitingReason[];
};

/**
 * Returns the issues of a booking at all positions with their remedies, in the order of the checks of a decision.
 * Source: issue 7 (why a booking does not deliver); docs/decisions/0080-diagnosis.md.
 * @param nowMs epoch ms
 * @example a draft without creatives: submit the booking; change its `/creatives`
 */
export function diagnoseBooking(facts: BookingFacts, terms: DiagnosedTerms, nowMs: number): readonly Diagnosed[] {
  const found: Diagnosed[] = blockingReasonsOf(facts, nowMs).map((code) => ({
    code,
    effect: 'blocks',
    ...blockRemedy(code, facts),
  }));
  if (nowMs < facts.startMs) found.push(blocked('BEFORE_START', 'wait', '/startDate'));
  if (facts.endMs !== null && nowMs >= facts.endMs) found.push(blocked('AFTER_END', 'change', '/endDate'));
  if (terms.goalReached) {
    found.push(blocked(terms.isBudget ? 'BUDGET_SPENT' : 'GOAL_REACHED', 'change', '/delivery/goal'));
  }
  if (terms.isBudgetSpent && !terms.goalReached) found.push(budgetFinding(terms.hasOwnBudget));
  for (const code of terms.limitingReasons) {
    const isMissed = code === 'MISSED_PLAYS';
    const remedy = isMissed ? blocked(code, 'makegood', null) : blocked(code, 'change', limitField(code, terms));
    found.push({ ...remedy, effect: 'limits' });
  }
  if (terms.hasTargeting) found.push({ ...blocked('TARGETING_NOT_MET', 'change', '/targeting'), effect: 'depends' });
  if (terms.hasCaps) found.push({ ...blocked('CAP_REACHED', 'change', '/caps'), effect: 'depends' });
  return found;
}

/** Inputs of the diagnosis of one position. */
export type PositionFacts = {
  /** Current match of its active days and dayparts, in the time zone of the publication of the position. */
  readonly isActiveDay: boolean;
  readonly isInDayPart: boolean;
  readonly isBlocked: boolean;
  /** Its CPM is below the bid floor or is missing. */
  readonly isBelowFloor: boolean;
  /** An approved creative of the booking has the format of the position. */
  readonly hasFittingCreative: boolean;
  /** A creative of the booking, in any state, has the format of the position. */
  readonly hasCreativeOfFormat: boolean;
  /** It is a fill booking, and other bookings deliver at the position. */
  readonly isFillUnneeded: boolean;
  /** The position has received ad requests. */
  readonly hasRequests: boolean;
};

/** Returns the issues of a booking at one position only, in the same order. */
export function diagnosePosition(facts: PositionFacts): readonly Diagnosed[] {
  const found: Diagnosed[] = [];
  if (!facts.isActiveDay) found.push(blocked('DAY_NOT_ACTIVE', 'wait', '/activeDays'));
  else if (!facts.isInDayPart) found.push(blocked('OUTSIDE_DAY_PART', 'wait', '/dayParts'));
  if (facts.isBlocked) found.push({ ...blocked('LABEL_BLOCKED', 'change', '/blockedLabels'), on: 'position' });
  if (facts.isBelowFloor) found.push(blocked('BELOW_FLOOR', 'change', '/pricing'));
  if (!facts.hasFittingCreative) {
    found.push(
      facts.hasCreativeOfFormat
        ? { ...blocked('CREATIVE_NOT_APPROVED', 'approve', null), on: 'creative' }
        : blocked('NO_FITTING_CREATIVE', 'upload', '/creatives'),
    );
  }
  if (facts.isFillUnneeded)
    found.push({ ...blocked('FILL_NOT_NEEDED', 'change', '/delivery/method'), effect: 'limits' });
  if (!facts.hasRequests) {
    found.push({ ...blocked('NO_REQUESTS', 'embed', null), on: 'position', effect: 'limits' });
  }
  return found;
}

/** A booking without targeting and without delivery runs on positions that receive no requests. */
function limitField(code: LimitingReason, { hasTargeting }: DiagnosedTerms): string {
  if (code === 'BEHIND_GOAL') return '/priority';
  if (code === 'DISCREPANCY') return '/trackers';
  return code === 'NO_DELIVERY' && hasTargeting ? '/targeting' : '/positionIds';
}

function budgetFinding(hasOwnBudget: boolean): Diagnosed {
  if (hasOwnBudget) return blocked('BUDGET_SPENT', 'change', '/delivery/budget');
  return { code: 'BUDGET_SPENT', effect: 'blocks', remedy: 'change', on: 'campaign', field: '/budget' };
}

function blocked(code: Finding, remedy: Remedy, field: string | null): Diagnosed {
  return { code, effect: 'blocks', remedy, on: 'booking', field };
}

type RemedyOf = Pick<Diagnosed, 'remedy' | 'on' | 'field'>;

function blockRemedy(code: BlockingReason, facts: BookingFacts): RemedyOf {
  const { lifecycle, archived, campaign } = facts;
  switch (code) {
    case 'BOOKING_NOT_APPROVED':
      if (archived) return doIt('unarchive', 'booking');
      if (lifecycle === 'draft') return doIt('submit', 'booking');
      return doIt(lifecycle === 'submitted' ? 'approve' : 'reopen', 'booking');
    case 'BOOKING_PAUSED':
      return doIt('resume', 'booking');
    case 'BOOKING_HELD':
      return doIt('confirm', 'booking');
    case 'HOLD_EXPIRED':
      return doIt('confirm', facts.held ? 'booking' : 'campaign');
    case 'CAMPAIGN_NOT_DELIVERING':
      if (campaign.archived) return doIt('unarchive', 'campaign');
      if (campaign.cancelled) return doIt('reopen', 'campaign');
      if (campaign.type !== 'campaign') return doIt(campaign.type === 'offer' ? 'accept' : 'convert', 'campaign');
      return doIt(campaign.held ? 'confirm' : 'resume', 'campaign');
    case 'CAMPAIGN_EXPIRED':
      return { remedy: 'change', on: 'campaign', field: '/validUntil' };
    case 'NO_POSITION':
      return { remedy: 'change', on: 'booking', field: '/positionIds' };
    case 'NO_CREATIVE':
    case 'NO_FITTING_CREATIVE':
      return { remedy: 'upload', on: 'booking', field: '/creatives' };
    case 'PRODUCTS_SOLD_OUT':
      return { remedy: 'change', on: 'booking', field: '/sponsored/products' };
    case 'CREATIVE_NOT_APPROVED':
      return doIt('approve', 'creative');
  }
}

function doIt(remedy: Remedy, on: RemedyTarget): RemedyOf {
  return { remedy, on, field: null };
}
