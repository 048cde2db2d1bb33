import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { bookingActions, campaignTypes, lifecycles } from '../vocabulary/statuses.ts';
import { applyAction, availableActions } from './booking-actions.ts';
import { type ActingParty, type BookingFacts, operationsParty } from './booking-facts.ts';
import { bookingStatus } from './booking-status.ts';

const draft: BookingFacts = {
  lifecycle: 'draft',
  paused: false,
  held: false,
  heldUntilMs: null,
  archived: false,
  startMs: 1000,
  endMs: 2000,
  campaign: {
    type: 'campaign',
    validUntilMs: null,
    paused: false,
    held: false,
    heldUntilMs: null,
    cancelled: false,
    archived: false,
  },
  readiness: { positionCount: 1, adCount: 1, approvedAdCount: 1, availableAdCount: 1, fittingAdCount: 1 },
};
const approved: BookingFacts = { ...draft, lifecycle: 'approved' };
const submitted: BookingFacts = { ...draft, lifecycle: 'submitted' };
const advertiser: ActingParty = {
  mayApprove: false,
  isSubmitter: true,
  mayResume: false,
  mayReopen: false,
  mayUnarchive: false,
  mayAllocate: false,
  fourEyes: false,
};
const during = 1500;

/** Returns the facts after a sequence of actions, each of which must be allowed. */
function factsAfter(facts: BookingFacts, ...names: readonly (typeof bookingActions)[number][]): BookingFacts {
  let current = facts;
  for (const action of names) {
    const outcome = applyAction(current, action, during);
    if (!outcome.allowed) throw new Error(`${action} refused in ${outcome.status}`);
    current = { ...current, ...outcome.intent };
  }
  return current;
}

describe('by status', () => {
  test('available actions', () => {
    expect(availableActions(draft, during)).toEqual(['submit', 'cancel', 'archive', 'hold']);
    expect(availableActions(submitted, during)).toEqual(['approve', 'reject', 'cancel', 'archive', 'reopen']);
    expect(availableActions(approved, during)).toEqual(['pause', 'cancel', 'archive', 'hold']);
    expect(availableActions(approved, 500)).toEqual(['pause', 'cancel', 'archive', 'hold']);
    expect(availableActions({ ...approved, paused: true }, during)).toEqual(['resume', 'cancel', 'archive', 'hold']);
    const onHold = ['archive', 'hold', 'confirm', 'release'];
    expect(availableActions({ ...approved, held: true }, during)).toEqual(['pause', 'cancel', ...onHold]);
    expect(availableActions({ ...approved, held: true, paused: true }, during)).toEqual([
      'resume',
      'cancel',
      ...onHold,
    ]);
    expect(availableActions(approved, 2000)).toEqual(['archive']);
    expect(availableActions({ ...draft, lifecycle: 'rejected' }, during)).toEqual(['archive', 'reopen']);
    expect(availableActions({ ...draft, lifecycle: 'cancelled' }, during)).toEqual(['archive', 'reopen']);
    expect(availableActions({ ...approved, archived: true }, during)).toEqual(['unarchive']);
  });

  test('starts, pauses and resumes a draft', () => {
    expect(bookingStatus(factsAfter(draft, 'submit'), during)).toBe('running');
    expect(bookingStatus(factsAfter(draft, 'submit', 'pause'), during)).toBe('paused');
    expect(bookingStatus(factsAfter(draft, 'submit', 'pause', 'resume'), during)).toBe('running');
    expect(bookingStatus(factsAfter(draft, 'submit', 'cancel'), during)).toBe('cancelled');
    expect(bookingStatus(factsAfter(draft, 'submit', 'cancel', 'reopen'), during)).toBe('draft');
    expect(bookingStatus(factsAfter(draft, 'submit', 'archive'), during)).toBe('archived');
    expect(bookingStatus(factsAfter(draft, 'submit', 'pause', 'archive', 'unarchive'), during)).toBe('paused');
  });

  test('keeps the pause of a booking while its campaign is paused, and allows only archiving when the campaign is over', () => {
    const below = (campaign: Partial<BookingFacts['campaign']>) =>
      availableActions({ ...approved, campaign: { ...approved.campaign, ...campaign } }, during);
    expect(below({ paused: true })).toEqual(['pause', 'cancel', 'archive', 'hold']);
    expect(below({ cancelled: true })).toEqual(['archive']);
    expect(below({ archived: true })).toEqual(['archive']);
    expect(below({ type: 'offer', validUntilMs: during + 1 })).toEqual(['pause', 'cancel', 'archive', 'hold']);
    expect(below({ type: 'offer', validUntilMs: during })).toEqual(['archive']);
  });
});

describe('a hold', () => {
  const held: BookingFacts = { ...approved, held: true, heldUntilMs: 1600 };

  test('approves a draft, ends at its time, and delivers only after a confirmation', () => {
    const outcome = applyAction(draft, 'hold', during, operationsParty, 1600);
    expect(outcome).toMatchObject({ intent: { lifecycle: 'approved', held: true, heldUntilMs: 1600 } });
    expect([1599, 1600].map((nowMs) => bookingStatus(held, nowMs))).toEqual(['held', 'finished']);
    expect(bookingStatus(factsAfter(held, 'confirm'), 1600)).toBe('running');
  });

  test('can be renewed or confirmed after its end, and not released twice', () => {
    expect(availableActions(held, 1600)).toEqual(['archive', 'hold', 'confirm']);
    expect(bookingStatus(factsAfter(held, 'release'), during)).toBe('finished');
    expect(bookingStatus(factsAfter(held, 'release', 'hold'), during)).toBe('held');
  });

  test('is decided by ad operations only, and not before the review with four eyes', () => {
    expect(availableActions(held, during, advertiser)).toEqual(['pause', 'cancel', 'archive']);
    expect(availableActions(draft, during, { ...operationsParty, fourEyes: true })).not.toContain('hold');
    expect(availableActions(approved, during, { ...operationsParty, fourEyes: true })).toContain('hold');
  });
});

describe('acting party', () => {
  test('leaves a submission of an advertiser pending and approves one of ad operations', () => {
    expect(applyAction(draft, 'submit', during, advertiser)).toMatchObject({ intent: { lifecycle: 'submitted' } });
    expect(applyAction(draft, 'submit', during)).toMatchObject({ intent: { lifecycle: 'approved' } });
    expect(applyAction(draft, 'submit', during, { ...operationsParty, fourEyes: true })).toMatchObject({
      intent: { lifecycle: 'submitted' },
    });
  });

  test("rejects approval of one's own submission, and any approval by an advertiser", () => {
    expect(availableActions(submitted, during, { ...operationsParty, isSubmitter: true })).not.toContain('approve');
    expect(availableActions(submitted, during, { ...advertiser, isSubmitter: false })).not.toContain('approve');
    expect(applyAction(submitted, 'approve', during, { ...operationsParty, isSubmitter: true }).allowed).toBe(false);
  });
});

test('rejects resumption by an advertiser after a pause by ad operations', () => {
  const paused = { ...approved, paused: true };
  expect(availableActions(paused, during, advertiser)).toEqual(['cancel', 'archive']);
  expect(applyAction(paused, 'resume', during, advertiser).allowed).toBe(false);
  expect(applyAction(paused, 'resume', during, { ...advertiser, mayResume: true }).allowed).toBe(true);
});

test('names the status and the available actions in a refusal', () => {
  expect(applyAction(approved, 'submit', during)).toEqual({
    allowed: false,
    status: 'running',
    availableActions: ['pause', 'cancel', 'archive', 'hold'],
  });
});

test('allows exactly the available actions, each of which changes something', () => {
  const facts: fc.Arbitrary<BookingFacts> = fc.record({
    lifecycle: fc.constantFrom(...lifecycles),
    paused: fc.boolean(),
    held: fc.boolean(),
    heldUntilMs: fc.option(fc.constantFrom(1200, 1800), { nil: null }),
    archived: fc.boolean(),
    startMs: fc.constant(1000),
    endMs: fc.option(fc.constant(2000), { nil: null }),
    campaign: fc.record({
      type: fc.constantFrom(...campaignTypes),
      validUntilMs: fc.option(fc.constantFrom(1200, 1800), { nil: null }),
      paused: fc.boolean(),
      held: fc.boolean(),
      heldUntilMs: fc.option(fc.constantFrom(1200, 1800), { nil: null }),
      cancelled: fc.boolean(),
      archived: fc.boolean(),
    }),
    readiness: fc.record({
      positionCount: fc.nat(1),
      adCount: fc.nat(1),
      approvedAdCount: fc.nat(1),
      availableAdCount: fc.nat(1),
      fittingAdCount: fc.nat(1),
    }),
  });
  const party = fc.record({
    mayApprove: fc.boolean(),
    isSubmitter: fc.boolean(),
    mayResume: fc.boolean(),
    mayReopen: fc.boolean(),
    mayUnarchive: fc.boolean(),
    mayAllocate: fc.boolean(),
    fourEyes: fc.boolean(),
  });
  fc.assert(
    fc.property(
      facts,
      party,
      fc.constantFrom(500, 1500, 2500),
      fc.constantFrom(...bookingActions),
      (one, who, nowMs, action) => {
        const outcome = applyAction(one, action, nowMs, who, nowMs + 1000);
        expect(outcome.allowed).toBe(availableActions(one, nowMs, who).includes(action));
        if (!outcome.allowed) expect(outcome.status).toBe(bookingStatus(one, nowMs));
        else expect({ ...one, ...outcome.intent }).not.toEqual(one);
      },
    ),
    { numRuns: 5000, seed: 20261121 },
  );
});

test('lets only ad operations undo their cancellation or archiving, and others undo their withdrawals and rejected bookings', () => {
  const cancelled: BookingFacts = { ...approved, lifecycle: 'cancelled' };
  expect(availableActions(cancelled, during, advertiser)).toEqual(['archive']);
  expect(availableActions(cancelled, during, { ...advertiser, mayReopen: true })).toEqual(['archive', 'reopen']);
  expect(availableActions({ ...approved, archived: true }, during, advertiser)).toEqual([]);
  expect(availableActions({ ...draft, lifecycle: 'rejected' }, during, advertiser)).toEqual(['archive', 'reopen']);
});
