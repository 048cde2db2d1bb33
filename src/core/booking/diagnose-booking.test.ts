import { expect, test } from 'vitest';
import type { BookingFacts } from './booking-facts.ts';
import { type DiagnosedTerms, diagnoseBooking, diagnosePosition, type PositionFacts } from './diagnose-booking.ts';

const campaign: BookingFacts['campaign'] = {
  type: 'campaign',
  validUntilMs: null,
  paused: false,
  held: false,
  heldUntilMs: null,
  cancelled: false,
  archived: false,
};
const running: BookingFacts = {
  lifecycle: 'approved',
  paused: false,
  held: false,
  heldUntilMs: null,
  archived: false,
  startMs: 10,
  endMs: 20,
  campaign,
  readiness: { positionCount: 1, adCount: 1, approvedAdCount: 1, availableAdCount: 1, fittingAdCount: 1 },
};
const terms: DiagnosedTerms = {
  hasTargeting: false,
  hasCaps: false,
  goalReached: false,
  isBudget: false,
  isBudgetSpent: false,
  hasOwnBudget: false,
  limitingReasons: [],
};
const positionFacts: PositionFacts = {
  isActiveDay: true,
  isInDayPart: true,
  isBlocked: false,
  isBelowFloor: false,
  hasFittingCreative: true,
  hasCreativeOfFormat: true,
  isFillUnneeded: false,
  hasRequests: true,
};

const inWords = (found: ReturnType<typeof diagnoseBooking>) =>
  found.map(({ code, effect, remedy, on, field }) => `${code} ${effect}: ${remedy} ${on}${field ?? ''}`);
const ofBooking = (facts: Partial<BookingFacts>, more: Partial<DiagnosedTerms> = {}, nowMs = 15) =>
  inWords(diagnoseBooking({ ...running, ...facts }, { ...terms, ...more }, nowMs));

test('finds no issue for a booking that runs everywhere', () => {
  expect(ofBooking({})).toEqual([]);
  expect(diagnosePosition(positionFacts)).toEqual([]);
});

test.each([
  [{ lifecycle: 'draft' }, 'BOOKING_NOT_APPROVED blocks: submit booking'],
  [{ lifecycle: 'submitted' }, 'BOOKING_NOT_APPROVED blocks: approve booking'],
  [{ lifecycle: 'rejected' }, 'BOOKING_NOT_APPROVED blocks: reopen booking'],
  [{ archived: true }, 'BOOKING_NOT_APPROVED blocks: unarchive booking'],
  [{ paused: true }, 'BOOKING_PAUSED blocks: resume booking'],
  [{ held: true }, 'BOOKING_HELD blocks: confirm booking'],
  [{ held: true, heldUntilMs: 15 }, 'HOLD_EXPIRED blocks: confirm booking'],
  [{ campaign: { ...campaign, paused: true } }, 'CAMPAIGN_NOT_DELIVERING blocks: resume campaign'],
  [{ campaign: { ...campaign, held: true } }, 'CAMPAIGN_NOT_DELIVERING blocks: confirm campaign'],
  [{ campaign: { ...campaign, cancelled: true } }, 'CAMPAIGN_NOT_DELIVERING blocks: reopen campaign'],
  [{ campaign: { ...campaign, archived: true } }, 'CAMPAIGN_NOT_DELIVERING blocks: unarchive campaign'],
  [{ campaign: { ...campaign, type: 'offer' } }, 'CAMPAIGN_NOT_DELIVERING blocks: accept campaign'],
  [{ campaign: { ...campaign, type: 'option' } }, 'CAMPAIGN_NOT_DELIVERING blocks: convert campaign'],
] as const)('%j has the action that resolves it', (facts, expected) => {
  expect(ofBooking(facts as Partial<BookingFacts>)).toEqual([expected]);
});

test('names the missing part to add, upload or approve', () => {
  const readiness = { positionCount: 0, adCount: 0, approvedAdCount: 0, availableAdCount: 0, fittingAdCount: 0 };
  expect(ofBooking({ readiness })).toEqual([
    'NO_POSITION blocks: change booking/positionIds',
    'NO_CREATIVE blocks: upload booking/creatives',
  ]);
  expect(ofBooking({ readiness: { ...readiness, positionCount: 1, adCount: 1 } })).toEqual([
    'CREATIVE_NOT_APPROVED blocks: approve creative',
  ]);
  const approved = { ...readiness, positionCount: 1, adCount: 1, approvedAdCount: 1 };
  expect(ofBooking({ readiness: approved })).toEqual(['PRODUCTS_SOLD_OUT blocks: change booking/sponsored/products']);
  expect(ofBooking({ readiness: { ...approved, availableAdCount: 1 } })).toEqual([
    'NO_FITTING_CREATIVE blocks: upload booking/creatives',
  ]);
});

test('names the field to change for dates, goals and limits, and reports request-dependent rules as such', () => {
  expect(ofBooking({}, {}, 9)).toEqual(['BEFORE_START blocks: wait booking/startDate']);
  expect(ofBooking({}, {}, 20)).toEqual(['AFTER_END blocks: change booking/endDate']);
  expect(ofBooking({}, { goalReached: true })).toEqual(['GOAL_REACHED blocks: change booking/delivery/goal']);
  expect(ofBooking({}, { goalReached: true, isBudget: true })).toEqual([
    'BUDGET_SPENT blocks: change booking/delivery/goal',
  ]);
  expect(ofBooking({}, { isBudgetSpent: true })).toEqual(['BUDGET_SPENT blocks: change campaign/budget']);
  expect(ofBooking({}, { isBudgetSpent: true, hasOwnBudget: true })).toEqual([
    'BUDGET_SPENT blocks: change booking/delivery/budget',
  ]);
  const limitingReasons = ['OVERBOOKED_POSITION', 'BEHIND_GOAL', 'MISSED_PLAYS', 'NO_DELIVERY', 'DISCREPANCY'] as const;
  expect(ofBooking({}, { limitingReasons, hasTargeting: true, hasCaps: true })).toEqual([
    'OVERBOOKED_POSITION limits: change booking/positionIds',
    'BEHIND_GOAL limits: change booking/priority',
    'MISSED_PLAYS limits: makegood booking',
    'NO_DELIVERY limits: change booking/targeting',
    'DISCREPANCY limits: change booking/trackers',
    'TARGETING_NOT_MET depends: change booking/targeting',
    'CAP_REACHED depends: change booking/caps',
  ]);
  expect(ofBooking({}, { limitingReasons: ['NO_DELIVERY'] })).toEqual([
    'NO_DELIVERY limits: change booking/positionIds',
  ]);
  const expired = { ...campaign, type: 'offer', validUntilMs: 15 } as const;
  expect(ofBooking({ campaign: expired })).toContain('CAMPAIGN_EXPIRED blocks: change campaign/validUntil');
});

test('reports only the issues of one position', () => {
  const ofPosition = (facts: Partial<PositionFacts>) => inWords(diagnosePosition({ ...positionFacts, ...facts }));
  expect(ofPosition({ isActiveDay: false, isInDayPart: false })).toEqual([
    'DAY_NOT_ACTIVE blocks: wait booking/activeDays',
  ]);
  expect(ofPosition({ isInDayPart: false })).toEqual(['OUTSIDE_DAY_PART blocks: wait booking/dayParts']);
  expect(ofPosition({ isBelowFloor: true })).toEqual(['BELOW_FLOOR blocks: change booking/pricing']);
  expect(ofPosition({ isBlocked: true })).toEqual(['LABEL_BLOCKED blocks: change position/blockedLabels']);
  expect(ofPosition({ hasFittingCreative: false })).toEqual(['CREATIVE_NOT_APPROVED blocks: approve creative']);
  expect(ofPosition({ hasFittingCreative: false, hasCreativeOfFormat: false })).toEqual([
    'NO_FITTING_CREATIVE blocks: upload booking/creatives',
  ]);
  expect(ofPosition({ isFillUnneeded: true })).toEqual(['FILL_NOT_NEEDED limits: change booking/delivery/method']);
  expect(ofPosition({ hasRequests: false })).toEqual(['NO_REQUESTS limits: embed position']);
});
