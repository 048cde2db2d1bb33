import { describe, expect, test } from 'vitest';
import { type Status, statuses } from '../vocabulary/statuses.ts';
import { type ActingParty, type BookingFacts, type CampaignFacts, operationsParty } from './booking-facts.ts';
import { bookingStatus } from './booking-status.ts';
import { applyCampaignAction, availableCampaignActions } from './campaign-actions.ts';
import { campaignStatus, countByStatus, statusesByUrgency } from './campaign-status.ts';

const campaign: CampaignFacts = {
  type: 'campaign',
  validUntilMs: null,
  paused: false,
  held: false,
  heldUntilMs: null,
  cancelled: false,
  archived: false,
};
const draft: BookingFacts = {
  lifecycle: 'draft',
  paused: false,
  held: false,
  heldUntilMs: null,
  archived: false,
  startMs: 1000,
  endMs: 2000,
  campaign,
  readiness: { positionCount: 1, adCount: 1, approvedAdCount: 1, availableAdCount: 1, fittingAdCount: 1 },
};
const approved: BookingFacts = { ...draft, lifecycle: 'approved' };
const submitted: BookingFacts = { ...draft, lifecycle: 'submitted' };
const during = 1500;

describe('status', () => {
  test('contains every status once in the order of urgency', () => {
    expect([...statusesByUrgency].sort()).toEqual([...statuses].sort());
  });

  test('is draft for a campaign without bookings', () => {
    expect(campaignStatus([], campaign, during)).toBe('draft');
  });

  test('is the most urgent status of its bookings', () => {
    const shown: readonly (readonly [Status, readonly Status[]])[] = [
      ['running', ['finished', 'running', 'planned', 'draft', 'archived']],
      ['pending_approval', ['running', 'pending_approval']],
      ['not_ready', ['running', 'not_ready', 'rejected']],
      ['planned', ['draft', 'planned', 'finished']],
      ['finished', ['finished', 'cancelled', 'archived']],
      ['archived', ['archived']],
    ];
    for (const [status, bookings] of shown) expect(campaignStatus(bookings, campaign, during)).toBe(status);
  });

  test('is archived or cancelled if the campaign is, regardless of its bookings', () => {
    expect(campaignStatus(['running'], { ...campaign, archived: true, cancelled: true }, during)).toBe('archived');
    expect(campaignStatus(['running'], { ...campaign, cancelled: true }, during)).toBe('cancelled');
  });

  test('counts bookings per status, including zeros', () => {
    const counts = countByStatus(['running', 'running', 'draft']);
    expect(counts).toMatchObject({ running: 2, draft: 1, finished: 0 });
    expect(Object.keys(counts)).toEqual([...statuses]);
  });
});

describe('actions', () => {
  test('submits the drafts and leaves other bookings unchanged', () => {
    const outcome = applyCampaignAction(campaign, [draft, approved], 'submit', during);
    expect(outcome).toMatchObject({
      allowed: true,
      intent: { campaign: { paused: false }, bookings: [{ lifecycle: 'approved' }, { lifecycle: 'approved' }] },
    });
  });

  test('rejects the pending bookings', () => {
    const outcome = applyCampaignAction(campaign, [submitted, approved], 'reject', during);
    expect(outcome).toMatchObject({ intent: { bookings: [{ lifecycle: 'rejected' }, { lifecycle: 'approved' }] } });
  });

  test('pauses and cancels the campaign without changing its bookings', () => {
    expect(applyCampaignAction(campaign, [approved], 'pause', during)).toMatchObject({
      intent: { campaign: { paused: true }, bookings: [{ lifecycle: 'approved', paused: false }] },
    });
    expect(applyCampaignAction(campaign, [approved], 'cancel', during)).toMatchObject({
      intent: { campaign: { cancelled: true }, bookings: [{ lifecycle: 'approved' }] },
    });
  });

  test('lists the available actions', () => {
    expect(availableCampaignActions(campaign, [], during)).toEqual(['pause', 'cancel', 'archive', 'hold']);
    expect(availableCampaignActions(campaign, [draft], during)).toEqual([
      'submit',
      'pause',
      'cancel',
      'archive',
      'hold',
    ]);
    expect(availableCampaignActions({ ...campaign, paused: true }, [], during)).toEqual([
      'resume',
      'cancel',
      'archive',
      'hold',
    ]);
    expect(availableCampaignActions({ ...campaign, cancelled: true }, [], during)).toEqual(['archive', 'reopen']);
    expect(availableCampaignActions({ ...campaign, archived: true }, [], during)).toEqual(['unarchive']);
  });

  test('names the status and the available actions in a refusal', () => {
    expect(applyCampaignAction(campaign, [approved], 'approve', during)).toEqual({
      allowed: false,
      status: 'running',
      availableActions: ['pause', 'cancel', 'archive', 'hold'],
    });
  });
});

describe('offers and options', () => {
  const until = (type: CampaignFacts['type'], validUntilMs: number | null): CampaignFacts => ({
    ...campaign,
    type,
    validUntilMs,
  });
  const others: ActingParty = { ...operationsParty, mayAllocate: false };

  test('lets the advertiser side accept an offer, and only ad operations convert an option', () => {
    const usual = ['pause', 'cancel', 'archive'];
    expect(availableCampaignActions(until('offer', null), [], during)).toEqual([...usual, 'hold', 'accept']);
    expect(availableCampaignActions(until('offer', null), [], during, others)).toEqual([...usual, 'accept']);
    expect(availableCampaignActions(until('option', null), [], during)).toEqual([...usual, 'hold', 'convert']);
    expect(availableCampaignActions(until('option', null), [], during, others)).toEqual(usual);
    expect(availableCampaignActions(campaign, [], during)).toEqual([...usual, 'hold']);
  });

  test('become campaigns without changes to their bookings', () => {
    for (const [type, action] of [
      ['offer', 'accept'],
      ['option', 'convert'],
    ] as const) {
      expect(applyCampaignAction(until(type, 1501), [submitted], action, during)).toMatchObject({
        allowed: true,
        intent: { campaign: { type: 'campaign' }, bookings: [{ lifecycle: 'submitted' }] },
      });
    }
  });

  test('are finished after expiry and can only be ended', () => {
    for (const type of ['offer', 'option'] as const) {
      expect(campaignStatus(['not_ready'], until(type, 1501), during)).toBe('not_ready');
      expect(campaignStatus(['draft'], until(type, during), during)).toBe('finished');
      expect(availableCampaignActions(until(type, during), [draft], during)).toEqual(['cancel', 'archive']);
      expect(applyCampaignAction(until(type, during), [], 'accept', during)).toMatchObject({
        allowed: false,
        status: 'finished',
      });
    }
  });
});

describe('a hold', () => {
  const held: CampaignFacts = { ...campaign, held: true, heldUntilMs: 1600 };

  test('applies to the campaign itself and can be confirmed or released', () => {
    expect(applyCampaignAction(campaign, [approved], 'hold', during, operationsParty, 1600)).toMatchObject({
      intent: { campaign: { held: true, heldUntilMs: 1600 }, bookings: [{ lifecycle: 'approved', held: false }] },
    });
    expect(availableCampaignActions(held, [], during)).toContain('release');
    expect(availableCampaignActions(held, [], 1600)).toEqual(['pause', 'cancel', 'archive', 'hold', 'confirm']);
    expect(availableCampaignActions(held, [], during, { ...operationsParty, mayAllocate: false })).toEqual([
      'pause',
      'cancel',
      'archive',
    ]);
    expect(applyCampaignAction(held, [], 'confirm', during)).toMatchObject({
      intent: { campaign: { held: false, heldUntilMs: null } },
    });
  });

  test('ends when an option is converted or expires', () => {
    const option: CampaignFacts = { ...held, type: 'option', validUntilMs: 1550 };
    expect(applyCampaignAction(option, [], 'convert', during)).toMatchObject({
      intent: { campaign: { type: 'campaign', held: false, heldUntilMs: null } },
    });
    const booking = { ...approved, campaign: option };
    expect([during, 1550].map((nowMs) => bookingStatus(booking, nowMs))).toEqual(['held', 'finished']);
  });
});

test('lets only ad operations undo their cancellation or archiving', () => {
  const others: ActingParty = { ...operationsParty, mayReopen: false, mayUnarchive: false };
  expect(availableCampaignActions({ ...campaign, cancelled: true }, [], during, others)).toEqual(['archive']);
  expect(availableCampaignActions({ ...campaign, archived: true }, [], during, others)).toEqual([]);
});
