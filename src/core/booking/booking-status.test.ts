import { describe, expect, test } from 'vitest';
import { statuses } from '../vocabulary/statuses.ts';
import type { BookingFacts, CampaignFacts, Readiness } from './booking-facts.ts';
import { blockingReasonsOf, bookingStatus } from './booking-status.ts';

const campaign: CampaignFacts = {
  type: 'campaign',
  validUntilMs: null,
  paused: false,
  held: false,
  heldUntilMs: null,
  cancelled: false,
  archived: false,
};
const readiness: Readiness = {
  positionCount: 2,
  adCount: 1,
  approvedAdCount: 1,
  availableAdCount: 1,
  fittingAdCount: 1,
};
const running: BookingFacts = {
  lifecycle: 'approved',
  paused: false,
  held: false,
  heldUntilMs: null,
  archived: false,
  startMs: 1000,
  endMs: 2000,
  campaign,
  readiness,
};
const during = 1500;

describe('derives each status from its own cause', () => {
  const causes: readonly (readonly [string, Partial<BookingFacts>, number])[] = [
    ['archived', { archived: true }, during],
    ['cancelled', { lifecycle: 'cancelled' }, during],
    ['rejected', { lifecycle: 'rejected' }, during],
    ['draft', { lifecycle: 'draft' }, during],
    ['pending_approval', { lifecycle: 'submitted' }, during],
    ['held', { held: true }, during],
    ['finished', {}, 2000],
    ['paused', { paused: true }, during],
    ['not_ready', { readiness: { ...readiness, positionCount: 0, fittingAdCount: 0 } }, during],
    ['planned', {}, 999],
    ['running', {}, during],
  ];

  test('covers all statuses in their order', () => {
    expect(causes.map(([status]) => status)).toEqual(statuses);
  });

  for (const [status, facts, nowMs] of causes) {
    test(status, () => {
      expect(bookingStatus({ ...running, ...facts }, nowMs)).toBe(status);
    });
  }

  test('returns the earlier status in the order when two causes apply', () => {
    // The five lifecycles exclude each other, so only conflicts with the causes before and after them are tested.
    const everything: Partial<BookingFacts> = {
      paused: true,
      held: true,
      readiness: { ...readiness, adCount: 0, approvedAdCount: 0, availableAdCount: 0, fittingAdCount: 0 },
    };
    expect(bookingStatus({ ...running, ...everything, archived: true, lifecycle: 'cancelled' }, 2000)).toBe('archived');
    expect(bookingStatus({ ...running, ...everything, lifecycle: 'cancelled' }, 2000)).toBe('cancelled');
    expect(bookingStatus({ ...running, ...everything, lifecycle: 'draft' }, 2000)).toBe('draft');
    expect(bookingStatus({ ...running, ...everything }, 2000)).toBe('held');
    expect(bookingStatus({ ...running, ...everything, held: false }, 2000)).toBe('finished');
    expect(bookingStatus({ ...running, ...everything, held: false }, during)).toBe('paused');
    expect(bookingStatus({ ...running, ...everything, held: false, paused: false }, 999)).toBe('not_ready');
  });
});

describe('time', () => {
  test('includes the start and excludes the end', () => {
    expect([999, 1000, 1999, 2000].map((nowMs) => bookingStatus(running, nowMs))).toEqual([
      'planned',
      'running',
      'running',
      'finished',
    ]);
  });

  test('never finishes with an open end', () => {
    expect(bookingStatus({ ...running, endMs: null }, Date.parse('2126-01-01T00:00:00Z'))).toBe('running');
  });
});

describe('inherited from the campaign', () => {
  const inherited: readonly (readonly [string, Partial<CampaignFacts>])[] = [
    ['archived', { archived: true }],
    ['cancelled', { cancelled: true }],
    ['held', { held: true }],
    ['paused', { paused: true }],
    ['not_ready', { type: 'offer' }],
    ['not_ready', { type: 'option' }],
    ['not_ready', { type: 'offer', validUntilMs: during + 1 }],
  ];
  for (const [status, facts] of inherited) {
    test(`${JSON.stringify(facts)}: ${status}`, () => {
      const booking = { ...running, campaign: { ...campaign, ...facts } };
      expect(bookingStatus(booking, during)).toBe(status);
      expect(blockingReasonsOf(booking, during)).toEqual(['CAMPAIGN_NOT_DELIVERING']);
    });
  }
});

describe('blocking reasons', () => {
  test('are empty for a running booking and for one that has not started', () => {
    expect(blockingReasonsOf(running, during)).toEqual([]);
  });

  test('lists all missing parts of a new draft in the order of the closed list', () => {
    const empty: Readiness = {
      positionCount: 0,
      adCount: 0,
      approvedAdCount: 0,
      availableAdCount: 0,
      fittingAdCount: 0,
    };
    expect(blockingReasonsOf({ ...running, lifecycle: 'draft', readiness: empty }, during)).toEqual([
      'BOOKING_NOT_APPROVED',
      'NO_POSITION',
      'NO_CREATIVE',
    ]);
  });

  test('reports creatives pending review', () => {
    const waiting: Readiness = {
      positionCount: 1,
      adCount: 2,
      approvedAdCount: 0,
      availableAdCount: 0,
      fittingAdCount: 0,
    };
    expect(blockingReasonsOf({ ...running, readiness: waiting }, during)).toEqual(['CREATIVE_NOT_APPROVED']);
  });

  test('reports that all products are sold out, regardless of the format', () => {
    const soldOut: Readiness = {
      positionCount: 1,
      adCount: 2,
      approvedAdCount: 2,
      availableAdCount: 0,
      fittingAdCount: 0,
    };
    expect(blockingReasonsOf({ ...running, readiness: soldOut }, during)).toEqual(['PRODUCTS_SOLD_OUT']);
    expect(bookingStatus({ ...running, readiness: soldOut }, during)).toBe('not_ready');
  });

  test('reports that no approved creative has the format of a position', () => {
    const unfit: Readiness = {
      positionCount: 1,
      adCount: 2,
      approvedAdCount: 2,
      availableAdCount: 2,
      fittingAdCount: 0,
    };
    expect(blockingReasonsOf({ ...running, readiness: unfit }, during)).toEqual(['NO_FITTING_CREATIVE']);
  });

  test('reports both a pause and a hold', () => {
    expect(blockingReasonsOf({ ...running, paused: true, held: true }, during)).toEqual([
      'BOOKING_PAUSED',
      'BOOKING_HELD',
    ]);
  });
});

describe('an expired offer or option', () => {
  const expired = (type: CampaignFacts['type']) => ({
    ...running,
    campaign: { ...campaign, type, validUntilMs: during },
  });
  test('is finished from the moment of expiry, with the reason', () => {
    for (const type of ['offer', 'option'] as const) {
      expect([during - 1, during].map((nowMs) => bookingStatus(expired(type), nowMs))).toEqual([
        'not_ready',
        'finished',
      ]);
      expect(blockingReasonsOf(expired(type), during)).toEqual(['CAMPAIGN_NOT_DELIVERING', 'CAMPAIGN_EXPIRED']);
      expect(blockingReasonsOf(expired(type), during - 1)).toEqual(['CAMPAIGN_NOT_DELIVERING']);
    }
  });

  test('does not affect a campaign', () => {
    expect(bookingStatus(expired('campaign'), during)).toBe('running');
    expect(blockingReasonsOf(expired('campaign'), during)).toEqual([]);
  });
});
