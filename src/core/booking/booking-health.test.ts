import { describe, expect, test } from 'vitest';
import { hourMs } from '../time/durations.ts';
import { statuses } from '../words/statuses.ts';
import { bookingHealth, expectedPartOf, type HealthFacts, worstHealth } from './booking-health.ts';

const nowMs = Date.parse('2026-11-22T12:00:00Z');

/** Half of its time is over. */
const running: HealthFacts = {
  status: 'running',
  inCampaign: true,
  startMs: nowMs - 240 * hourMs,
  goal: { total: 10_000, delivered: 5_000 },
  expectedPart: 0.5,
  isFill: false,
  wasShown: true,
  silentMs: 0,
  isOverbooked: false,
};
const healthOf = (change: Partial<HealthFacts>) => bookingHealth({ ...running, ...change }, nowMs);
const delivered = (count: number) => healthOf({ goal: { total: 10_000, delivered: count } });

describe('a goal', () => {
  test('is ok down to 95 % of what it should have, at risk down to 75 %, then critical', () => {
    const behind = ['BEHIND_GOAL'];
    expect(delivered(6_000)).toEqual({ health: 'ok', limitingReasons: [] });
    expect(delivered(4_750)).toEqual({ health: 'ok', limitingReasons: [] });
    expect(delivered(4_749)).toEqual({ health: 'at_risk', limitingReasons: behind });
    expect(delivered(3_750)).toEqual({ health: 'at_risk', limitingReasons: behind });
    expect(delivered(3_749)).toEqual({ health: 'critical', limitingReasons: behind });
  });

  test('of few events may be short by chance', () => {
    const clicks = (count: number) => healthOf({ goal: { total: 40, delivered: count } }).health;
    expect(clicks(7)).toBe('ok');
    expect(clicks(6)).toBe('critical');
  });

  test('says nothing where nobody knows what it should have', () => {
    expect(healthOf({ goal: { total: 10_000, delivered: 1 }, expectedPart: null }).health).toBe('ok');
    expect(healthOf({ goal: null, expectedPart: null }).health).toBe('ok');
  });

  test('that is reached needs no more', () => {
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

  test('of what was shown before is a risk after twelve hours, critical after a day', () => {
    expect(silent(11.9)).toEqual({ health: 'ok', limitingReasons: [] });
    expect(silent(12)).toEqual({ health: 'at_risk', limitingReasons: ['NO_DELIVERY'] });
    expect(silent(24)).toEqual({ health: 'critical', limitingReasons: ['NO_DELIVERY'] });
  });

  test('of what was never shown is a risk after an hour', () => {
    expect(silent(0.9, { wasShown: false }).health).toBe('ok');
    expect(silent(1, { wasShown: false })).toEqual({ health: 'at_risk', limitingReasons: ['NO_DELIVERY'] });
    expect(silent(24, { wasShown: false }).health).toBe('critical');
  });

  test('is no fault of what only fills', () => {
    expect(silent(48, { isFill: true }).health).toBe('ok');
  });
});

test('positions without enough room are a risk, beside everything else that limits', () => {
  expect(healthOf({ isOverbooked: true })).toEqual({ health: 'at_risk', limitingReasons: ['OVERBOOKED_POSITION'] });
  expect(healthOf({ isOverbooked: true, silentMs: 24 * hourMs, goal: { total: 10_000, delivered: 10 } })).toEqual({
    health: 'critical',
    limitingReasons: ['OVERBOOKED_POSITION', 'BEHIND_GOAL', 'NO_DELIVERY'],
  });
});

test('what waits for somebody is a risk from three days before its start, and critical from its start', () => {
  for (const status of ['not_ready', 'pending_approval'] as const) {
    const startingIn = (hours: number) => healthOf({ status, startMs: nowMs + hours * hourMs });
    expect(startingIn(73)).toEqual({ health: 'ok', limitingReasons: [] });
    expect(startingIn(72)).toEqual({ health: 'at_risk', limitingReasons: [] });
    expect(startingIn(0)).toEqual({ health: 'critical', limitingReasons: [] });
    expect(healthOf({ status, inCampaign: false }).health).toBe('ok');
  }
});

test('what is stopped, planned, not submitted or over is not judged', () => {
  const poor = { goal: { total: 10_000, delivered: 0 }, silentMs: 100 * hourMs, isOverbooked: true };
  const judged = ['running', 'not_ready', 'pending_approval'];
  for (const status of statuses.filter((each) => !judged.includes(each))) {
    expect(healthOf({ ...poor, status })).toEqual({ health: 'ok', limitingReasons: [] });
  }
});

test('a campaign is as its worst booking', () => {
  expect(worstHealth(['ok', 'critical', 'at_risk'])).toBe('critical');
  expect(worstHealth(['ok', 'at_risk'])).toBe('at_risk');
  expect(worstHealth([])).toBe('ok');
});

test('what is to be ahead is expected ahead, and whole at its end', () => {
  expect([0, 0.25, 0.5, 1].map((over) => expectedPartOf(over, 0.4))).toEqual([0, 0.325, 0.6, 1]);
  expect([-1, 0.3, 2].map((over) => expectedPartOf(over, 0))).toEqual([0, 0.3, 1]);
});
