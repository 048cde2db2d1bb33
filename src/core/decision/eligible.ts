import { hashViewer } from '../pacing/cap-table.ts';
import { type DeliveryState, stops } from '../pacing/delivery-state.ts';
import { reachedCap, type Viewer } from '../pacing/frequency-cap.ts';
import type { Candidate, SnapshotAd, SnapshotPosition } from '../snapshot/snapshot.ts';
import type { BookingDelivery } from '../snapshot/snapshot-rows.ts';
import { describeFailure, type TargetingWords } from '../targeting/describe.ts';
import { evaluateTargeting, type TargetingAnswer } from '../targeting/evaluate.ts';
import { type RequestFacts, readFacts } from '../targeting/request-facts.ts';
import type { TargetingIndex } from '../targeting/targeting-index.ts';
import type { BookingId } from '../words/ids.ts';
import { type LocalMoment, minuteText } from '../words/local-time.ts';
import type { RefusalReason } from '../words/reasons.ts';
import type { AdRequest, RequestedSlot } from './ad-request.ts';
import { drawPace, drawSpace, type Seed } from './random.ts';
import { dayPartHolds, dayPartText, includesDay } from './schedule.ts';

/** What a rule may look at besides the candidate. */
export type Moment = {
  readonly nowMs: number;
  /** The same instant in the time zone of the position's publication. */
  readonly local: LocalMoment;
  /** What won the earlier slots of this request. */
  readonly taken: readonly SnapshotAd[];
  readonly position: SnapshotPosition;
  readonly targeting: TargetingIndex;
  readonly request: AdRequest;
  readonly slotIndex: number;
  readonly seed: Seed;
  readonly state: DeliveryState | null;
  /** `factsOf` fills it when the first tree asks; most decisions ask none. */
  facts: RequestFacts | null;
};

/** What the request says, in the numbers of the snapshot's targeting. */
export function factsOf(moment: Moment): RequestFacts {
  const { targeting, request, slotIndex, local } = moment;
  moment.facts ??= readFacts(targeting, request, request.slots[slotIndex] as RequestedSlot, local);
  return moment.facts;
}

/** Whom a cap counts; null: nobody knows. */
export function viewerOf({ request, nowMs, local }: Moment): Viewer | null {
  const viewerKey = request.context?.viewerKey;
  return viewerKey === undefined ? null : { hash: hashViewer(viewerKey), nowMs, local };
}

export type Rule = {
  readonly reason: RefusalReason;
  /** False when the rule refuses the candidate at no moment of the time span; asked once an hour, not per request. */
  readonly concerns: (candidate: Candidate, span: TimeSpan) => boolean;
  readonly allows: (candidate: Candidate, moment: Moment) => boolean;
  readonly expected: (candidate: Candidate, moment: Moment) => string;
  readonly actual: (candidate: Candidate, moment: Moment) => string;
};

/** From an instant (included) to an instant (excluded), epoch ms. */
export type TimeSpan = { readonly fromMs: number; readonly toMs: number };

/**
 * The first rule that refuses a candidate at a moment; null: it is eligible.
 * Source: product decisions 5.1.
 */
export function refusingRule(candidate: Candidate, moment: Moment): Rule | null {
  for (const rule of rules) {
    if (!rule.allows(candidate, moment)) return rule;
  }
  return null;
}

/**
 * The rules that may refuse a candidate in a time span: a set, bit i stands for `momentRules[i]`.
 * @param candidate one of which `neverDelivers` is false: the rules of status cannot refuse it
 */
export function concernedRules(candidate: Candidate, span: TimeSpan): number {
  let set = 0;
  for (const [index, rule] of momentRules.entries()) {
    if (rule.concerns(candidate, span)) set |= 1 << index;
  }
  return set;
}

/** True when one of a set of rules, as `concernedRules` gives it, refuses a candidate at a moment. */
export function isRefused(candidate: Candidate, moment: Moment, set: number): boolean {
  for (let rest = set; rest !== 0; rest &= rest - 1) {
    const rule = momentRules[31 - Math.clz32(rest & -rest)] as Rule;
    if (!rule.allows(candidate, moment)) return true;
  }
  return false;
}

/** False when the dates of booking and ads rule out every moment of the time span. */
export function mayRunWithin({ booking, fittingAds }: Candidate, span: TimeSpan): boolean {
  return meets(booking, span) && fittingAds.some(({ row }) => meets(row, span));
}

/** True when no clock and no request can make this candidate eligible in its revision. */
export function neverDelivers(candidate: Candidate): boolean {
  return candidate.fittingAds.length === 0 || statusRules.some((rule) => !rule.holds(candidate));
}

/**
 * Ads of a candidate that may show now: the ad's own start is included, its end excluded.
 * @param nowMs epoch ms
 */
export function runningAds(candidate: Candidate, nowMs: number): readonly SnapshotAd[] {
  return candidate.fittingAds.every((ad) => adRuns(ad, nowMs))
    ? candidate.fittingAds
    : candidate.fittingAds.filter((ad) => adRuns(ad, nowMs));
}

/** What was decided about booking and campaign; an option keeps inventory in mind and an offer waits: neither delivers. */
const statusRules: readonly (Omit<Rule, 'allows'> & { readonly holds: (candidate: Candidate) => boolean })[] = [
  {
    reason: 'BOOKING_NOT_APPROVED',
    concerns: always,
    holds: ({ booking }) => booking.lifecycle === 'approved',
    expected: () => 'approved',
    actual: ({ booking }) => booking.lifecycle,
  },
  {
    reason: 'BOOKING_PAUSED',
    concerns: always,
    holds: ({ booking }) => !booking.paused,
    expected: () => 'not paused',
    actual: () => 'paused',
  },
  {
    reason: 'BOOKING_HELD',
    concerns: always,
    holds: ({ booking }) => !booking.held,
    expected: () => 'not held',
    actual: () => 'held',
  },
  {
    reason: 'CAMPAIGN_NOT_DELIVERING',
    concerns: always,
    holds: ({ booking }) => booking.campaign.delivering && booking.campaign.type === 'campaign',
    expected: () => 'a delivering campaign',
    actual: ({ booking }) =>
      booking.campaign.type === 'campaign' ? 'a stopped campaign' : `campaign of type ${booking.campaign.type}`,
  },
];

/** When it may deliver, with what, and beside what. */
export const momentRules: readonly Rule[] = [
  {
    reason: 'BEFORE_START',
    concerns: ({ booking }, { fromMs }) => booking.startMs > fromMs,
    allows: ({ booking }, { nowMs }) => nowMs >= booking.startMs,
    expected: ({ booking }) => `from ${instantText(booking.startMs)}`,
    actual: (_, { nowMs }) => instantText(nowMs),
  },
  {
    reason: 'AFTER_END',
    concerns: ({ booking }, { toMs }) => booking.endMs !== null && booking.endMs < toMs,
    allows: ({ booking }, { nowMs }) => booking.endMs === null || nowMs < booking.endMs,
    expected: ({ booking }) => (booking.endMs === null ? 'open end' : `before ${instantText(booking.endMs)}`),
    actual: (_, { nowMs }) => instantText(nowMs),
  },
  {
    reason: 'DAY_NOT_ACTIVE',
    concerns: ({ booking }) => booking.activeDays.length > 0,
    allows: ({ booking }, { local }) => includesDay(booking.activeDays, local),
    expected: ({ booking }) => booking.activeDays.join(' '),
    actual: (_, { local }) => local.weekday,
  },
  {
    reason: 'OUTSIDE_DAY_PART',
    concerns: ({ booking }) => booking.dayParts.length > 0,
    allows: ({ booking: { dayParts } }, { local }) =>
      dayParts.length === 0 || dayParts.some((part) => dayPartHolds(part, local)),
    expected: ({ booking }) => booking.dayParts.map(dayPartText).join(', '),
    actual: (_, { local }) => `${local.weekday} ${minuteText(local.minuteOfDay)}`,
  },
  {
    reason: 'TARGETING_NOT_MET',
    concerns: ({ targetingAt }) => targetingAt !== -1,
    allows: (candidate, moment) => targetingAnswer(candidate, moment) !== 0,
    expected: (candidate, moment) => targetingWords(candidate, moment).expected,
    actual: (candidate, moment) => targetingWords(candidate, moment).actual,
  },
  {
    reason: 'CONSENT_MISSING',
    concerns: ({ targetingAt, asksForSegments }) => targetingAt !== -1 && asksForSegments,
    allows: (candidate, moment) =>
      candidate.targetingAt === -1 || factsOf(moment).consented || targetingAnswer(candidate, moment) !== 1,
    expected: () => 'consent for segments',
    actual: (_, moment) => factsOf(moment).sent.context.consent ?? 'unknown',
  },
  {
    reason: 'LABEL_BLOCKED',
    concerns: hasLabels,
    allows: (candidate, { position }) => commonLabel(candidate, position.row.blockedLabels) === undefined,
    expected: (candidate, { position }) => `no label ${commonLabel(candidate, position.row.blockedLabels)}`,
    actual: ({ booking }) => labelsText(booking.exclusionLabels),
  },
  {
    reason: 'NO_FITTING_CREATIVE',
    concerns: ({ fittingAds }, span) => !fittingAds.some(({ row }) => lasts(row, span)),
    allows: (candidate, { nowMs }) => hasRunningAd(candidate, nowMs),
    expected: () => "a creative in the position's format that runs now",
    actual: ({ booking, fittingAds }) => `${booking.ads.length} in the booking, ${fittingAds.length} fit, 0 run now`,
  },
  {
    reason: 'CAP_REACHED',
    concerns: hasCaps,
    allows: (candidate, moment) => !hasCaps(candidate) || capWords(candidate, moment) === null,
    expected: (candidate, moment) => capWords(candidate, moment)?.expected ?? '',
    actual: (candidate, moment) => capWords(candidate, moment)?.actual ?? '',
  },
  ...(['GOAL_REACHED', 'BUDGET_SPENT'] as const).map(
    (reason): Rule => ({
      reason,
      concerns: hasGoal,
      allows: ({ bookingIndex }, { state }) => state === null || stops[state.stopped[bookingIndex] ?? 0] !== reason,
      expected: ({ booking }) => goalText(booking.delivery),
      actual: () => 'reached',
    }),
  ),
  {
    reason: 'PACED',
    concerns: hasGoal,
    allows: isAsked,
    expected: ({ bookingIndex }, { state }) =>
      state === null ? 'a delivery state' : `a ticket below ${state.acceptance[bookingIndex]}`,
    actual: ({ booking }, { state, seed, slotIndex }) =>
      state === null ? 'none' : `ticket ${drawPace(seed, slotIndex, booking.id)}`,
  },
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
    concerns: ({ booking }) => booking.duplicatesAllowed !== true,
    allows: ({ booking }, { taken }) => booking.duplicatesAllowed === true || !hasWon(booking, taken),
    expected: () => 'once per request',
    actual: () => 'won an earlier slot',
  },
];

/** The rules that look at what was won earlier in the request; for its first slot they need not be asked. */
export const rulesOfLaterSlots = momentRules.reduce(
  (set, { reason }, index) =>
    reason === 'EXCLUSION_LABEL' || reason === 'ALREADY_IN_REQUEST' ? set | (1 << index) : set,
  0,
);

/** All of `momentRules` as a set. */
export const everyMomentRule = (1 << momentRules.length) - 1;

/** All rules in the order in which they are asked, which is that of `refusalReasons`. */
export const rules: readonly Rule[] = [
  ...statusRules.map(({ holds, ...rule }): Rule => ({ ...rule, allows: holds })),
  ...momentRules,
];

function targetingAnswer({ targetingAt }: Candidate, moment: Moment): TargetingAnswer {
  return targetingAt === -1 ? 2 : evaluateTargeting(moment.targeting, targetingAt, factsOf(moment));
}

function targetingWords({ targetingAt }: Candidate, moment: Moment): TargetingWords {
  return describeFailure(moment.targeting, targetingAt, factsOf(moment));
}

function hasCaps({ booking }: Candidate): boolean {
  return booking.caps !== undefined && booking.caps.length > 0;
}

function hasGoal({ booking: { delivery } }: Candidate): boolean {
  return delivery !== undefined && (delivery.method === 'share_of_voice' || delivery.goal !== undefined);
}

function goalText(delivery: BookingDelivery | undefined): string {
  if (delivery === undefined || delivery.method === 'share_of_voice' || delivery.goal === undefined) return '';
  return `less than ${delivery.goal.total} ${delivery.goal.kind}`;
}

/** A claim is paced by its claim; of the others a goal may ask only a part of the slots. */
function isAsked(candidate: Candidate, { state, seed, slotIndex }: Moment): boolean {
  if (!hasGoal(candidate)) return true;
  if (state === null) return false;
  const { delivery, id } = candidate.booking;
  if (delivery?.method !== 'share' && delivery?.method !== 'fill') return true;
  const acceptance = state.acceptance[candidate.bookingIndex] as number;
  return acceptance >= drawSpace || drawPace(seed, slotIndex, id) < acceptance;
}

/** Why a capped booking is not shown; null: it may be. Who cannot be told from others cannot be counted. */
function capWords({ booking }: Candidate, moment: Moment) {
  const { state } = moment;
  const known = viewerOf(moment);
  if (state === null || known === null) return { expected: 'a viewer that can be counted', actual: 'unknown' };
  const cap = reachedCap(state.caps, booking, known);
  return cap === null ? null : { expected: `less than ${cap.most} per ${cap.scope}`, actual: 'reached' };
}

function hasLabels({ booking }: Candidate): boolean {
  return booking.exclusionLabels !== undefined && booking.exclusionLabels.length > 0;
}

function commonLabel({ booking }: Candidate, labels: readonly string[] | undefined): string | undefined {
  return booking.exclusionLabels?.find((label) => labels?.includes(label));
}

/** Nothing else that won has a label of one that won. */
function mayRepeat({ booking }: Candidate, taken: readonly SnapshotAd[]): boolean {
  return booking.duplicatesAllowed === true && hasWon(booking, taken);
}

function hasWon({ id }: { readonly id: BookingId }, taken: readonly SnapshotAd[]): boolean {
  return taken.some((ad) => ad.booking.id === id);
}

function labelsOf(taken: readonly SnapshotAd[]): readonly string[] {
  return taken.flatMap(({ booking }) => booking.exclusionLabels ?? []);
}

function labelsText(labels: readonly string[] | undefined): string {
  return (labels ?? []).join(' and ');
}

function always(): boolean {
  return true;
}

type Dates = { readonly startMs: number | null; readonly endMs: number | null };

/** True when the dates hold for some moment of the time span. */
function meets({ startMs, endMs }: Dates, { fromMs, toMs }: TimeSpan): boolean {
  return (startMs === null || startMs < toMs) && (endMs === null || endMs > fromMs);
}

/** True when the dates hold for every moment of the time span. */
function lasts({ startMs, endMs }: Dates, { fromMs, toMs }: TimeSpan): boolean {
  return (startMs === null || startMs <= fromMs) && (endMs === null || endMs >= toMs);
}

function hasRunningAd({ fittingAds }: Candidate, nowMs: number): boolean {
  for (const ad of fittingAds) {
    if (adRuns(ad, nowMs)) return true;
  }
  return false;
}

function adRuns({ row }: SnapshotAd, nowMs: number): boolean {
  return (row.startMs === null || nowMs >= row.startMs) && (row.endMs === null || nowMs < row.endMs);
}

function instantText(instantMs: number): string {
  return new Date(instantMs).toISOString();
}
