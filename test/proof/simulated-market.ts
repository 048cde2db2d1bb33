import type { AdRequest } from '../../src/core/decision/ad-request.ts';
import { decide } from '../../src/core/decision/decide.ts';
import { drawSpace, type Seed } from '../../src/core/decision/draw/random.ts';
import { createCapTable } from '../../src/core/pacing/cap-table.ts';
import { createDeliveryState, type DeliveryState } from '../../src/core/pacing/delivery-state.ts';
import { aheadBy } from '../../src/core/pacing/front-loading.ts';
import { nextPart } from '../../src/core/pacing/pacing-step.ts';
import { planClaims } from '../../src/core/pacing/plan-claims.ts';
import { createTrafficCurve, observeHour, predictRequests } from '../../src/core/pacing/traffic-curve.ts';
import { buildSnapshot } from '../../src/core/snapshot/build-snapshot.ts';
import type { SnapshotRows } from '../../src/core/snapshot/snapshot-rows.ts';
import { dayMs, hourMs } from '../../src/core/time/durations.ts';
import { caseBase } from '../oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../oracle/cases/case-rows.ts';
import { bookingIndexOf } from '../oracle/cases/case-state.ts';
import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';

/** A Monday, after the week in which the traffic was learned. */
export const startMs = Date.parse('2026-11-02T00:00:00Z');

/** Positions by slot name, with the requests of a typical minute. */
export type Positions = Readonly<Record<string, number>>;
/**
 * Function that returns the factor of the typical requests for an hour after the start. Negative: in the week before.
 */
export type Shape = (hour: number, chance: Chance) => number;

export type MarketGoal = {
  readonly id: number;
  readonly priority: number;
  readonly slotNames: readonly string[];
  /** Slots to win, or events that they produce. */
  readonly total: number;
  /**
   * For a goal in clicks: the actual rate of events per slot, and the rate that the plan assumes before it has measured
   * enough.
   */
  readonly brings?: { readonly truly: number; readonly believed: number };
  readonly days: number;
  readonly method?: 'even' | 'asap';
  readonly onlyBelgium?: boolean;
  readonly frontLoading?: number;
};

export type MarketRun = {
  readonly goal: MarketGoal;
  delivered: number;
  /** Slots won for it. */
  slots: number;
  /** Total delivered at the end of each day. */
  readonly byDay: number[];
  /** Number of steps in which a plan reported OVERBOOKED_POSITION. */
  overbookedSteps: number;
  steps: number;
};

export type Market = {
  readonly requestsPerSlot: Positions;
  readonly shape: Shape;
  readonly goals: readonly MarketGoal[];
  readonly others?: readonly CaseBooking[];
  readonly days: number;
  /** Time between two plans. A process receives the other's wins one step late. */
  readonly stepMs: number;
  readonly seed: number;
  /** Called for every decision. */
  readonly observer?: (decided: DecidedRequest) => void;
};

export type DecidedRequest = {
  readonly rows: SnapshotRows;
  readonly process: number;
  readonly slotName: string;
  readonly request: AdRequest;
  readonly nowMs: number;
  readonly seed: Seed;
  /** Output of the plan: tickets with which a goal takes part, and whether it is stopped. */
  readonly goals: readonly { readonly id: number; readonly tickets: number; readonly isStopped: boolean }[];
  readonly winner: number | null;
};

/** Processes behind a load balancer. */
const processes = 2;
const partOfBelgium = 0.6;

/** Weight of the assumed rate, in slots. */
const believedSlots = 500;

type Process = { readonly state: DeliveryState; readonly won: Map<number, number> };

/**
 * Simulates goals with every request decided by `decide` in one of two processes, with a simplified loop of the server:
 * totals one step late, plans from them, and claims that approach the plans.
 */
export function simulateMarket(market: Market): ReadonlyMap<number, MarketRun> {
  const { requestsPerSlot, shape, goals, days, stepMs } = market;
  const chance = chanceOf(market.seed);
  const bookings = [...goals.map(bookingOf), ...(market.others ?? [])];
  const rows = rowsOfCase(caseBase, bookings);
  const snapshot = buildSnapshot(rowsOfCase(caseBase, bookings));
  const positionIds = new Map(
    Object.keys(requestsPerSlot).map((name) => [name, snapshot.positionBySlotName.get(name)?.row.id ?? 0]),
  );
  const curves = new Map(Object.keys(requestsPerSlot).map((name) => [name, createTrafficCurve()]));
  for (let hour = -168; hour < 0; hour += 1) {
    for (const [name, perMinute] of Object.entries(requestsPerSlot)) {
      observeHour(curves.get(name) as never, startMs / hourMs + hour, perMinute * 60 * shape(hour, chance));
    }
  }
  const all: readonly Process[] = Array.from({ length: processes }, () => ({
    state: createDeliveryState(snapshot, createCapTable(16)),
    won: new Map(),
  }));
  const runs = new Map(
    goals.map((goal) => [
      goal.id,
      { goal, delivered: 0, slots: 0, byDay: [], overbookedSteps: 0, steps: 0 } as MarketRun,
    ]),
  );
  const pace = goals.map((goal) => ({
    goal,
    part: 0,
    life: forecast(goal, startMs),
    bookingIndex: bookingIndexOf(snapshot, String(goal.id)),
  }));
  /** Wins of each process up to the previous step, as known to all. */
  let known = new Map<number, number>();
  let due = 0;
  const ofHour = new Map<string, number>();

  for (let nowMs = startMs; nowMs < startMs + days * dayMs; nowMs += stepMs) {
    plan(nowMs);
    known = new Map([...runs].map(([id, { delivered }]) => [id, delivered]));
    for (const { won } of all) won.clear();
    const hour = (nowMs - startMs) / hourMs;
    const factor = shape(Math.floor(hour), chance);
    for (const [slotName, perMinute] of Object.entries(requestsPerSlot)) {
      due += (perMinute * factor * stepMs) / 60_000;
      const requests = Math.floor(due);
      due -= requests;
      ofHour.set(slotName, (ofHour.get(slotName) ?? 0) + requests);
      for (let number = 0; number < requests; number += 1)
        ask(slotName, nowMs + Math.floor((number * stepMs) / requests));
    }
    const endMs = nowMs + stepMs;
    if (endMs % hourMs === 0) {
      for (const [name, requests] of ofHour) observeHour(curves.get(name) as never, endMs / hourMs - 1, requests);
      ofHour.clear();
    }
    if (endMs % dayMs === 0) for (const run of runs.values()) run.byDay.push(run.delivered);
  }
  return runs;

  function ask(slotName: string, nowMs: number): void {
    const bookingIndex = Math.floor(chance() * processes);
    const process = all[bookingIndex] as Process;
    const request = requestOf(slotName, chance() < partOfBelgium ? 'be' : 'nl');
    const seed = [Math.floor(chance() * 2 ** 32), Math.floor(chance() * 2 ** 32)] as const;
    const { state } = process;
    const { winners } = decide(snapshot, request, { nowMs, seed, explain: false, state });
    const winner = winners[0]?.ad.booking.id ?? null;
    // Arguments of an optional call are evaluated only when it exists.
    market.observer?.({ rows, process: bookingIndex, slotName, request, nowMs, seed, goals: goalsIn(state), winner });
    const run = runs.get(winner ?? 0);
    if (run === undefined) return;
    const { id, total, brings } = run.goal;
    run.slots += 1;
    if (brings !== undefined && chance() >= brings.truly) return;
    run.delivered += 1;
    const own = (process.won.get(id) ?? 0) + 1;
    process.won.set(id, own);
    if ((known.get(id) ?? 0) + own >= total) process.state.stopped[bookingIndexOf(snapshot, String(id))] = 1;
  }

  function goalsIn({ acceptance, stopped }: DeliveryState): DecidedRequest['goals'] {
    return pace.map(({ goal: { id }, bookingIndex }) => ({
      id,
      tickets: acceptance[bookingIndex] as number,
      isStopped: stopped[bookingIndex] !== 0,
    }));
  }

  /** Returns the expected requests that fit a goal from a time to its end, by position. */
  function forecast(goal: MarketGoal, fromMs: number) {
    const fits = goal.onlyBelgium === true ? partOfBelgium : 1;
    return goal.slotNames.map((name) => ({
      positionId: positionIds.get(name) as number,
      requests: fits * predictRequests(curves.get(name) as never, fromMs, startMs + goal.days * dayMs),
    }));
  }

  function plan(nowMs: number): void {
    const running = pace.filter(({ goal }) => nowMs < startMs + goal.days * dayMs && missing(goal) > 0);
    const claims = planClaims(
      running.map(({ goal, life }) => {
        const positions = forecast(goal, nowMs);
        const over = 1 - sumOf(positions) / sumOf(life);
        return {
          bookingId: goal.id,
          method: goal.method ?? 'even',
          priority: goal.priority,
          endMs: startMs + goal.days * dayMs,
          slotsNeeded: missing(goal) / broughtBy(goal),
          ahead: aheadBy(goal.frontLoading ?? 0, over),
          positions,
        };
      }),
    );
    for (const { bookingId, part, limitedBy } of claims) {
      const one = running.find(({ goal }) => goal.id === bookingId) as (typeof running)[number];
      const run = runs.get(bookingId) as MarketRun;
      run.steps += 1;
      if (limitedBy !== null) run.overbookedSteps += 1;
      const speed = 1 + (one.goal.frontLoading ?? 0);
      const evenPart =
        one.goal.method === 'asap' ? 1 : (speed * one.goal.total) / broughtBy(one.goal) / sumOf(one.life);
      one.part = nextPart({ part: one.part, planned: part, evenPart });
    }
    for (const { state } of all) {
      for (const { goal, part, bookingIndex } of pace) {
        state.acceptance[bookingIndex] = Math.floor(part * drawSpace);
        state.stopped[bookingIndex] = missing(goal) > 0 ? 0 : 1;
      }
    }
  }

  /** Returns the events per slot, as learned so far. */
  function broughtBy({ id, brings }: MarketGoal): number {
    const { delivered, slots } = runs.get(id) as MarketRun;
    if (brings === undefined) return 1;
    return (brings.believed * believedSlots + delivered) / (believedSlots + slots);
  }

  function missing({ id, total }: MarketGoal): number {
    return total - (known.get(id) ?? 0);
  }
}

function sumOf(positions: readonly { readonly requests: number }[]): number {
  return positions.reduce((sum, { requests }) => sum + requests, 0);
}

function bookingOf({ id, priority, slotNames, total, days, method = 'even', onlyBelgium }: MarketGoal): CaseBooking {
  const positionIds = slotNames.map((name) => {
    const row = caseBase.positions.find((one) => (one as { slotName: string }).slotName === name);
    return (row as { id: number }).id;
  });
  return {
    id,
    priority,
    startMs,
    endMs: startMs + days * dayMs,
    inventory: { positionIds },
    delivery: { method, goal: { kind: 'impressions', total } },
    ...(onlyBelgium === true ? { targeting: { fact: 'country', values: ['be'] } } : {}),
  };
}

function requestOf(slotName: string, country: string): AdRequest {
  return { slots: [{ slotName, parameters: noParameters }], parameters: noParameters, context: { country } };
}

const noParameters = new Map<string, readonly string[]>();
