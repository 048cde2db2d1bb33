import { describe, expect, test } from 'vitest';
import { minuteMs } from '../../src/core/time/durations.ts';
import { referenceDecide } from '../oracle/reference/reference-decide.ts';
import { createReferenceState, type ReferenceState } from '../oracle/reference/reference-state.ts';
import { type DecidedRequest, type Market, type MarketGoal, type Shape, simulateMarket } from './simulated-market.ts';
import { season, shapesOf } from './traffic-shapes.ts';

/** Days per simulation. The nightly run uses two months. */
const days = Number(process.env['PLACARD_TEST_DAYS'] ?? 4);

const shapes = shapesOf(days);

const requestsPerSlot = { 'home-leaderboard': 40, 'sport-leaderboard': 25, 'newyork-leaderboard': 15 };
const [home, sport, newYork] = ['home-leaderboard', 'sport-leaderboard', 'newyork-leaderboard'] as const;

/** Overlapping goals: two for a part of the viewers, one in clicks. They are reachable with half of the traffic. */
const goals: readonly MarketGoal[] = [
  { id: 1, priority: 3, slotNames: [home], total: 10_000 * days, days },
  { id: 2, priority: 5, slotNames: [home, sport], total: 12_000 * days, days },
  { id: 3, priority: 5, slotNames: [home, sport, newYork], total: 8_000 * days, days, onlyBelgium: true },
  { id: 4, priority: 7, slotNames: [newYork], total: 2_000 * days, days },
  { id: 5, priority: 7, slotNames: [sport], total: 1_500 * days, days: days / 2, onlyBelgium: true },
  { id: 7, priority: 6, slotNames: [home], total: 100 * days, days, brings: { truly: 0.05, believed: 0.02 } },
  { id: 6, priority: 4, slotNames: [sport], total: 1_000 * days, days, method: 'asap' },
];
/** Bookings that share the rest, and a share of voice that goals do not know. */
const others = [
  { id: 90, priority: 0, inventory: { publisherIds: [1] } },
  { id: 91, priority: 2, inventory: { publisherIds: [1] } },
  { id: 92, delivery: { method: 'share_of_voice' as const, basisPoints: 700 }, inventory: { positionIds: [1] } },
];
const market: Omit<Market, 'shape' | 'goals' | 'seed'> = { requestsPerSlot, others, days, stepMs: minuteMs };

const offOf = ({ delivered, goal }: { delivered: number; goal: MarketGoal }): number => delivered / goal.total - 1;

describe(`${days} days of traffic, each request decided in one of two processes`, () => {
  for (const [name, shape] of Object.entries(shapes)) {
    test(`${name}: every goal ends within 2 %`, () => {
      for (const run of simulateMarket({ ...market, shape, goals, seed: 11 }).values()) {
        expect(Math.abs(offOf(run)), `goal ${run.goal.id}: ${run.delivered} of ${run.goal.total}`).toBeLessThan(0.02);
      }
    });
  }

  test('the engine and the reference implementation decide a simulated evening identically, with separate deficits per process', () => {
    const states = [createReferenceState(), createReferenceState()] as const;
    const wins = new Map<number | null, number>();
    const evening = goals.map((goal) => ({ ...goal, total: Math.ceil(goal.total / days / 50), days: 0.125 }));
    const observer = ({
      rows,
      process,
      slotName,
      request,
      nowMs,
      seed,
      goals: paced,
      winner,
    }: DecidedRequest): void => {
      const state = states[process] as ReferenceState;
      for (const { id, tickets, isStopped } of paced) {
        state.asked.set(id, BigInt(tickets));
        if (isStopped) state.stopped.set(id, 'GOAL_REACHED');
        else state.stopped.delete(id);
      }
      const [slot] = referenceDecide(rows, [slotName], { nowMs, seed, state }, request);
      if ((slot?.winner?.bookingId ?? null) !== winner) expect(slot?.winner).toEqual({ bookingId: winner });
      wins.set(winner, (wins.get(winner) ?? 0) + 1);
    };
    const quiet = { [home]: 10, [sport]: 8, [newYork]: 5 };
    simulateMarket({
      ...market,
      requestsPerSlot: quiet,
      days: 0.125,
      shape: () => 1,
      goals: evening,
      seed: 15,
      observer,
    });
    for (const { id } of [...evening, ...others]) expect(wins.get(id), `booking ${id}`).toBeGreaterThan(5);
  });

  test('two processes that exchange counts after a second: within 2 %, and an excess of half a percent or two seconds', () => {
    const busy = { 'home-leaderboard': 600 };
    const day: readonly MarketGoal[] = [
      { id: 1, priority: 3, slotNames: [home], total: 15_000, days: 0.125 },
      { id: 2, priority: 5, slotNames: [home], total: 9_000, days: 0.125 },
      { id: 3, priority: 6, slotNames: [home], total: 3_000, days: 0.125, method: 'asap' },
    ];
    const flat: Shape = (_, chance) => 0.7 + 0.6 * chance();
    const runs = simulateMarket({
      requestsPerSlot: busy,
      shape: flat,
      goals: day,
      days: 0.125,
      stepMs: 1_000,
      seed: 12,
    });
    for (const run of runs.values()) {
      expect(Math.abs(offOf(run)), `goal ${run.goal.id}: ${run.delivered}`).toBeLessThan(0.02);
      expect(run.delivered - run.goal.total).toBeLessThanOrEqual(Math.max(0.005 * run.goal.total, (2 * 600) / 60));
    }
  });

  test('front-loading by 40 %: ahead in the first half by 20 to 25 %, and ends within 2 %', () => {
    const loaded = goals.map((goal) => (goal.id === 2 ? { ...goal, frontLoading: 0.4 } : goal));
    const even = simulateMarket({ ...market, shape: season, goals, seed: 13 });
    const runs = simulateMarket({ ...market, shape: season, goals: loaded, seed: 13 });
    for (const run of runs.values()) expect(Math.abs(offOf(run)), `goal ${run.goal.id}`).toBeLessThan(0.02);
    const atHalf = (all: typeof runs): number => (all.get(2)?.byDay[days / 2 - 1] ?? 0) / (days * 12_000);
    expect(Math.abs(atHalf(even) - 0.5)).toBeLessThan(0.03);
    expect(atHalf(runs)).toBeGreaterThan(0.5 * 1.15);
    expect(atHalf(runs)).toBeLessThan(0.5 * 1.25);
  });

  test('overbooked: the highest priority ends within 2 %, lower ones miss their goals in order, report it, and each delivers', () => {
    const traffic = 60 * 24 * 1.05 * requestsPerSlot[home];
    const many: readonly MarketGoal[] = [
      { id: 1, priority: 2, slotNames: [home], total: Math.round(0.55 * traffic) * days, days },
      { id: 2, priority: 5, slotNames: [home], total: Math.round(0.6 * traffic) * days, days },
      { id: 3, priority: 7, slotNames: [home], total: Math.round(0.3 * traffic) * days, days },
      { id: 4, priority: 9, slotNames: [home, newYork], total: Math.round(0.5 * traffic) * days, days },
    ];
    const runs = simulateMarket({ ...market, others: [], shape: season, goals: many, seed: 14 });
    const parts = many.map(({ id, total }) => (runs.get(id)?.delivered ?? 0) / total);
    const said = many.map(({ id }) => (runs.get(id)?.overbookedSteps ?? 0) / (runs.get(id)?.steps ?? 1));
    expect(Math.abs((parts[0] ?? 0) - 1)).toBeLessThan(0.02);
    expect(said[0]).toBeLessThan(0.02);
    expect(parts[1]).toBeLessThan(0.9);
    expect(parts[1]).toBeGreaterThan(0.5);
    expect(parts[2]).toBeLessThan(parts[1] ?? 0);
    for (const checkpoint of [1, 2, 3]) expect(said[checkpoint]).toBeGreaterThan(0.9);
    // Every booking delivers on every day.
    for (const run of runs.values()) {
      const perDay = run.byDay.map((delivered, day) => delivered - (run.byDay[day - 1] ?? 0));
      expect(Math.min(...perDay)).toBeGreaterThan(traffic * 0.01);
    }
  });
});
