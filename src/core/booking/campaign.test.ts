import { describe, expect, test } from 'vitest';
import { type Status, statuses } from '../words/statuses.ts';
import { type ActingParty, type BookingFacts, type CampaignFacts, operationsParty } from './booking-facts.ts';
import { applyCampaignAction, availableCampaignActions } from './campaign-actions.ts';
import { campaignStatus, countByStatus, statusesByUrgency } from './campaign-status.ts';

const campaign: CampaignFacts = {
  type: 'campaign',
  validUntilMs: null,
  paused: false,
  held: false,
  cancelled: false,
  archived: false,
};
const draft: BookingFacts = {
  lifecycle: 'draft',
  paused: false,
  held: false,
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
  test('the order of urgency holds every status once', () => {
    expect([...statusesByUrgency].sort()).toEqual([...statuses].sort());
  });

  test('a campaign without bookings is a draft', () => {
    expect(campaignStatus([], campaign, during)).toBe('draft');
  });

  test('the most urgent of its bookings', () => {
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

  test('archived or cancelled as a whole, whatever its bookings', () => {
    expect(campaignStatus(['running'], { ...campaign, archived: true, cancelled: true }, during)).toBe('archived');
    expect(campaignStatus(['running'], { ...campaign, cancelled: true }, during)).toBe('cancelled');
  });

  test('counts per status, zeros included', () => {
    const counts = countByStatus(['running', 'running', 'draft']);
    expect(counts).toMatchObject({ running: 2, draft: 1, finished: 0 });
    expect(Object.keys(counts)).toEqual([...statuses]);
  });
});

describe('actions', () => {
  test('submit reaches the drafts and leaves the others as they are', () => {
    const outcome = applyCampaignAction(campaign, [draft, approved], 'submit', during);
    expect(outcome).toMatchObject({
      allowed: true,
      intent: { campaign: { paused: false }, bookings: [{ lifecycle: 'approved' }, { lifecycle: 'approved' }] },
    });
  });

  test('reject reaches what waits', () => {
    const outcome = applyCampaignAction(campaign, [submitted, approved], 'reject', during);
    expect(outcome).toMatchObject({ intent: { bookings: [{ lifecycle: 'rejected' }, { lifecycle: 'approved' }] } });
  });

  test('pause and cancel change the campaign, not its bookings', () => {
    expect(applyCampaignAction(campaign, [approved], 'pause', during)).toMatchObject({
      intent: { campaign: { paused: true }, bookings: [{ lifecycle: 'approved', paused: false }] },
    });
    expect(applyCampaignAction(campaign, [approved], 'cancel', during)).toMatchObject({
      intent: { campaign: { cancelled: true }, bookings: [{ lifecycle: 'approved' }] },
    });
  });

  test('what is available', () => {
    expect(availableCampaignActions(campaign, [], during)).toEqual(['pause', 'cancel', 'archive']);
    expect(availableCampaignActions(campaign, [draft], during)).toEqual(['submit', 'pause', 'cancel', 'archive']);
    expect(availableCampaignActions({ ...campaign, paused: true }, [], during)).toEqual([
      'resume',
      'cancel',
      'archive',
    ]);
    expect(availableCampaignActions({ ...campaign, cancelled: true }, [], during)).toEqual(['archive', 'reopen']);
    expect(availableCampaignActions({ ...campaign, archived: true }, [], during)).toEqual(['unarchive']);
  });

  test('a refusal names the status and what may be done instead', () => {
    expect(applyCampaignAction(campaign, [approved], 'approve', during)).toEqual({
      allowed: false,
      status: 'running',
      availableActions: ['pause', 'cancel', 'archive'],
    });
  });
});

describe('offers and options', () => {
  const until = (type: CampaignFacts['type'], validUntilMs: number | null): CampaignFacts => ({
    ...campaign,
    type,
    validUntilMs,
  });
  const others: ActingParty = { ...operationsParty, mayConvert: false };

  test('an offer is accepted by whoever works for the advertiser, an option converted by ad operations alone', () => {
    const usual = ['pause', 'cancel', 'archive'];
    expect(availableCampaignActions(until('offer', null), [], during)).toEqual([...usual, 'accept']);
    expect(availableCampaignActions(until('offer', null), [], during, others)).toEqual([...usual, 'accept']);
    expect(availableCampaignActions(until('option', null), [], during)).toEqual([...usual, 'convert']);
    expect(availableCampaignActions(until('option', null), [], during, others)).toEqual(usual);
    expect(availableCampaignActions(campaign, [], during)).toEqual(usual);
  });

  test('they become campaigns, and their bookings stay as they are', () => {
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

  test('their time over, they are finished and can only be ended', () => {
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

test('what ad operations cancelled or archived is theirs to take back', () => {
  const others: ActingParty = { ...operationsParty, mayReopen: false, mayUnarchive: false };
  expect(availableCampaignActions({ ...campaign, cancelled: true }, [], during, others)).toEqual(['archive']);
  expect(availableCampaignActions({ ...campaign, archived: true }, [], during, others)).toEqual([]);
});
