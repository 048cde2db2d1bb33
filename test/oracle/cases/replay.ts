import type { AdRequest } from '../../../src/core/decision/ad-request.ts';
import { decide } from '../../../src/core/decision/decide.ts';
import { drawSpace } from '../../../src/core/decision/draw/random.ts';
import { createDeliveryState, type DeliveryState } from '../../../src/core/pacing/delivery-state.ts';
import { thompsonWeights } from '../../../src/core/rotation/thompson-weights.ts';
import { buildSnapshot } from '../../../src/core/snapshot/build-snapshot.ts';
import type { RequestContext } from '../../../src/core/targeting/targeting.ts';
import { type CaseBase, type CaseBooking, rowsOfCase } from './case-rows.ts';

const startMs = Date.parse('2026-10-24T20:00:00Z');
const slotNames = ['home-leaderboard', 'home-rectangle', 'sport-leaderboard', 'newyork-leaderboard'];
const countries = ['BE', 'nl', 'Fr', 'de'];

/**
 * Returns a hash of a long run of decisions with every kind of rule, including the state. It must be equal in every
 * process and on every machine, otherwise a decision depends on something that it must not.
 * @param requests number of requests. They span some hours around a clock change
 */
export function replayHash(base: CaseBase, requests: number, seed: number, build = buildSnapshot): string {
  const snapshot = build(rowsOfCase(base, replayBookings()));
  const state = createDeliveryState(snapshot);
  let hash = 0x811c9dc5;
  let wins = 0;
  for (let number = 0; number < requests; number += 1) {
    if (number % planEvery === 0) pace(state, number / planEvery);
    const nowMs = startMs + number * 137;
    const circumstances = { nowMs, seed: [seed, number] as const, explain: false, state };
    for (const winner of decide(snapshot, requestOf(number), circumstances).winners) {
      hash = Math.imul(hash ^ (winner?.ad.id ?? 0), 0x01000193);
      if (winner !== null) wins += 1;
    }
  }
  return `${wins} ${(hash >>> 0).toString(16)}`;
}

/** Requests between two plans. */
const planEvery = 1_000;

/** Changes the state like a plan: other bookings claim, are throttled and are stopped each time, and rotations change. */
function pace(state: DeliveryState, plan: number): void {
  for (let acceptanceIndex = 0; acceptanceIndex < state.acceptance.length; acceptanceIndex += 1) {
    const turn = (acceptanceIndex * 7 + plan) % 23;
    state.acceptance[acceptanceIndex] = turn < 3 ? drawSpace / (20 + turn) : turn < 5 ? 0 : drawSpace;
    state.stopped[acceptanceIndex] = turn === 5 ? 1 : 0;
  }
  state.rotations = new Map(
    Array.from({ length: rotatingBookings }, (_, index) => index * 2 + 1).map((bookingId) => [
      bookingId,
      { bookingId, planNumber: plan, weights: rotationWeights(bookingId, plan) },
    ]),
  );
}

/** Every second booking has optimized rotation. */
const rotatingBookings = 90;

/** Returns weights of the creatives of a booking, with more clicks from plan to plan. */
function rotationWeights(bookingId: number, plan: number): ReadonlyMap<number, number> {
  const arms = [1, 2, 3].map((ad) => ({
    adId: 10 * (bookingId - 1) + ad,
    trials: 150 * plan,
    events: Math.floor((plan * ad * (bookingId % 5)) / 3),
  }));
  return thompsonWeights(arms, { seed: [plan, bookingId] });
}

function requestOf(number: number): AdRequest {
  const slots = Array.from({ length: 1 + (number % 3) }, (_, index) => ({
    slotName: slotNames[(number + index) % slotNames.length] as string,
    parameters: new Map([['ct', [`Topic ${(number + index) % 5}`]]]),
  }));
  const context: RequestContext = {
    country: countries[number % countries.length] as string,
    viewerKey: `viewer ${number % 997}`,
    segments: [`s${number % 11}`],
    ...(number % 4 === 0 ? {} : { consent: 'granted' as const }),
  };
  return { slots, parameters: new Map(), context };
}

/** Returns 180 bookings, so that both kinds of pools are drawn from. */
function replayBookings(): CaseBooking[] {
  return Array.from({ length: 180 }, (_, index) => ({
    id: index + 1,
    priority: 3 + (index % 5),
    endMs: index % 3 === 0 ? null : startMs + ((index * 31) % 90) * 3_600_000 + 1,
    inventory: index % 2 === 0 ? { publisherIds: [1] } : { positionIds: [1 + (index % 4)] },
    ads: [
      { id: 10 * index + 1, creativeId: 1, weight: 1 + (index % 3) },
      { id: 10 * index + 2, creativeId: 2 },
      { id: 10 * index + 3, creativeId: 3, weight: 2 },
    ],
    dayParts: index % 6 === 1 ? [{ days: [], fromMinute: 0, toMinute: 150 }] : [],
    ...(index % 4 === 1 ? { targeting: { fact: 'country' as const, values: ['be', 'fr'] } } : {}),
    ...(index % 8 === 2 ? { targeting: { not: { key: 'ct', values: ['topic_3'] } } } : {}),
    ...(index % 8 === 6 ? { targeting: { fact: 'segment' as const, values: ['s1', 's2', 's3'] } } : {}),
    ...(index % 10 === 3 ? { exclusionLabels: [`label ${index % 4}`] } : {}),
    ...(index % 9 === 4 ? { caps: [{ scope: 'hour' as const, most: 2 }] } : {}),
    ...(index % 30 === 5 ? { delivery: { method: 'share_of_voice' as const, basisPoints: 250 } } : {}),
    ...(index % 35 === 0 ? { delivery: { method: 'even' as const, goal: { kind: 'clicks' as const, total: 9 } } } : {}),
    ...(index % 11 === 7 ? { delivery: { method: 'share' as const, goal: { kind: 'views' as const, total: 9 } } } : {}),
  }));
}
