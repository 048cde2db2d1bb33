import { describe, expect, test } from 'vitest';
import { hourMs } from '../time/durations.ts';
import { statuses } from '../vocabulary/statuses.ts';
import { bookingHealth, expectedPartOf, type HealthFacts, worstHealth } from './booking-health.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');

/** Half of its flight is over. */
const running: HealthFacts = {
  status: 'running',
  inCampaign: true,
  startMs: nowMs - 240 * hourMs,
  goal: { total: 10_000, delivered: 5_000 },
  expectedPart: 0.5,
  isFill: false,
  wasShown: true,
  silentMs: 0,
  missedPart: null,
  isOverbooked: false,
  hasDiscrepancy: false,
  isBudgetSpent: false,
};
const healthOf = (change: Partial<HealthFacts>) => bookingHealth({ ...running, ...change }, nowMs);
const delivered = (count: number) => healthOf({ goal: { total: 10_000, delivered: count } });

describe('goal', () => {
  test('is ok from 95 % of the expected delivery, at risk from 75 %, and critical below', () => {
    const behind = ['BEHIND_GOAL'];
    expect(delivered(6_000)).toEqual({ health: 'ok', limitingReasons: [] });
    expect(delivered(4_750)).toEqual({ health: 'ok', limitingReasons: [] });
    expect(delivered(4_749)).toEqual({ health: 'at_risk', limitingReasons: behind });
    expect(delivered(3_750)).toEqual({ health: 'at_risk', limitingReasons: behind });
    expect(delivered(3_749)).toEqual({ health: 'critical', limitingReasons: behind });
  });

  test('tolerates random shortfalls of goals with few expected events', () => {
    const clicks = (count: number) => healthOf({ goal: { total: 40, delivered: count } }).health;
    expect(clicks(7)).toBe('ok');
    expect(clicks(6)).toBe('critical');
  });

  test('is not judged when the expected delivery is unknown', () => {
    expect(healthOf({ goal: { total: 10_000, delivered: 1 }, expectedPart: null }).health).toBe('ok');
    expect(healthOf({ goal: null, expectedPart: null }).health).toBe('ok');
  });

  test('is ok once reached', () => {
    const goal = { total: 10_000, delivered: 10_000 };
    expect(healthOf({ goal, silentMs: 100 * hourMs, isOverbooked: true })).toEqual({
      health: 'ok',
      limitingReasons: [],
    });
  });
});

describe('silence', () => {
  const silent = (hours: number, change: Partial<HealthFacts> = {}) =>
    healthOf({ silentMs: hours * hourMs, goal: null, expectedPart: null, ...change });

  test('is a risk after 12 hours and critical after a day when the booking delivered before', () => {
    expect(silent(11.9)).toEqual({ health: 'ok', limitingReasons: [] });
    expect(silent(12)).toEqual({ health: 'at_risk', limitingReasons: ['NO_DELIVERY'] });
    expect(silent(24)).toEqual({ health: 'critical', limitingReasons: ['NO_DELIVERY'] });
  });

  test('is a risk after an hour when the booking never delivered', () => {
    expect(silent(0.9, { wasShown: false }).health).toBe('ok');
    expect(silent(1, { wasShown: false })).toEqual({ health: 'at_risk', limitingReasons: ['NO_DELIVERY'] });
    expect(silent(24, { wasShown: false }).health).toBe('critical');
  });

  test('is ok for a fill booking', () => {
    expect(silent(48, { isFill: true }).health).toBe('ok');
  });
});

test('is a risk above 10 % and critical above 50 % of missed plays on screens', () => {
  const limitingReasons = ['MISSED_PLAYS'];
  expect(healthOf({ missedPart: 0.1 })).toEqual({ health: 'ok', limitingReasons: [] });
  expect(healthOf({ missedPart: 0.11 })).toEqual({ health: 'at_risk', limitingReasons });
  expect(healthOf({ missedPart: 0.5 })).toEqual({ health: 'at_risk', limitingReasons });
  expect(healthOf({ missedPart: 0.51 })).toEqual({ health: 'critical', limitingReasons });
});

test('reports overbooked positions as a risk together with all other limiting reasons', () => {
  expect(healthOf({ isOverbooked: true })).toEqual({ health: 'at_risk', limitingReasons: ['OVERBOOKED_POSITION'] });
  expect(healthOf({ isOverbooked: true, silentMs: 24 * hourMs, goal: { total: 10_000, delivered: 10 } })).toEqual({
    health: 'critical',
    limitingReasons: ['OVERBOOKED_POSITION', 'BEHIND_GOAL', 'NO_DELIVERY'],
  });
});

test('reports different counts of a third party as a risk', () => {
  expect(healthOf({ hasDiscrepancy: true })).toEqual({ health: 'at_risk', limitingReasons: ['DISCREPANCY'] });
});

test('reports a pending booking as a risk from 3 days before its start, and as critical from its start', () => {
  for (const status of ['not_ready', 'pending_approval'] as const) {
    const startingIn = (hours: number) => healthOf({ status, startMs: nowMs + hours * hourMs });
    expect(startingIn(73)).toEqual({ health: 'ok', limitingReasons: [] });
    expect(startingIn(72)).toEqual({ health: 'at_risk', limitingReasons: [] });
    expect(startingIn(0)).toEqual({ health: 'critical', limitingReasons: [] });
    expect(healthOf({ status, inCampaign: false }).health).toBe('ok');
  }
});

test('does not judge a booking whose budget is spent', () => {
  const poor = { goal: { total: 10_000, delivered: 0 }, silentMs: 100 * hourMs, isOverbooked: true };
  expect(healthOf({ ...poor, isBudgetSpent: true })).toEqual({ health: 'ok', limitingReasons: [] });
});

test('does not judge bookings that are stopped, planned, not submitted or over', () => {
  const poor = { goal: { total: 10_000, delivered: 0 }, silentMs: 100 * hourMs, isOverbooked: true };
  const judged = ['running', 'not_ready', 'pending_approval'];
  for (const status of statuses.filter((each) => !judged.includes(each))) {
    expect(healthOf({ ...poor, status })).toEqual({ health: 'ok', limitingReasons: [] });
  }
});

test('returns the health of the worst booking for a campaign', () => {
  expect(worstHealth(['ok', 'critical', 'at_risk'])).toBe('critical');
  expect(worstHealth(['ok', 'at_risk'])).toBe('at_risk');
  expect(worstHealth([])).toBe('ok');
});

test('expects front-loaded delivery ahead of even pacing, and the full goal at the end', () => {
  expect([0, 0.25, 0.5, 1].map((over) => expectedPartOf(over, 0.4))).toEqual([0, 0.325, 0.6, 1]);
  expect([-1, 0.3, 2].map((over) => expectedPartOf(over, 0))).toEqual([0, 0.3, 1]);
});
