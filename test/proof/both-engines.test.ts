import { expect, test } from 'vitest';
import { decide } from '../../src/core/decision/decide.ts';
import type { Decision } from '../../src/core/decision/decision.ts';
import { buildSnapshot } from '../../src/core/snapshot/build-snapshot.ts';
import { buildFromImage } from '../oracle/cases/build-from-image.ts';
import { referenceStateOfCase, stateOfCase } from '../oracle/cases/case-state.ts';
import { type ReferenceSlot, referenceDecide } from '../oracle/reference/reference-decide.ts';
import { cases, eachCase } from './each-case.ts';
import { generateTraffic } from './generated-traffic.ts';

const met = { winners: 0, reasons: new Map<string, number>(), by: new Map<string, number>(), trials: 0 };

function count(seen: Map<string, number>, what: string): void {
  seen.set(what, (seen.get(what) ?? 0) + 1);
}

test(`the engine and the reference implementation decide ${cases} generated runs of requests identically: winners, refusals, tickets, draws`, {
  timeout: 3_600_000,
}, () => {
  eachCase((seed) => {
    // Few bookings cover every rule in a second. One case in 40 has pools that are drawn by trials.
    const sizes =
      seed % 40 === 0 ? { bookings: 120, requests: 2, claims: 0.04 } : { bookings: 1 + (seed % 8), requests: 3 };
    const traffic = generateTraffic(seed, sizes);
    const rows = traffic.rows();
    // Every third snapshot is opened from its image.
    const snapshot = seed % 3 === 0 ? buildFromImage(traffic.rows()) : buildSnapshot(traffic.rows());
    if (snapshot.problemCount > 0) throw new Error(`faulty rows: ${JSON.stringify(snapshot.problems)}`);
    const hasState = seed % 10 !== 9;
    const fast = hasState ? { state: stateOfCase(snapshot, traffic.before) } : {};
    const slow = hasState ? { state: referenceStateOfCase(traffic.before) } : {};
    for (const { nowMs, seed: drawn, request } of traffic.requests) {
      const circumstances = { nowMs, seed: drawn, ...fast };
      const explained = decide(snapshot, request, { ...circumstances, explain: true });
      const decision = decide(snapshot, request, { ...circumstances, explain: false });
      const names = request.slots.map(({ slotName }) => slotName);
      const expected = referenceDecide(rows, names, { nowMs, seed: drawn, ...slow }, request);
      expectAlike(explained, decision, expected);
    }
  });
  // Ensures that the generator reaches every rule.
  if (cases < 10_000) return;
  expect(met.winners).toBeGreaterThan(cases);
  expect(met.trials).toBeGreaterThan(cases / 100);
  expect([...met.reasons.keys()].sort()).toEqual([
    'AFTER_END',
    'ALREADY_IN_REQUEST',
    'BEFORE_START',
    'BELOW_FLOOR',
    'BOOKING_HELD',
    'BOOKING_NOT_APPROVED',
    'BOOKING_PAUSED',
    'BRAND_LIMIT_REACHED',
    'BUDGET_SPENT',
    'CAMPAIGN_NOT_DELIVERING',
    'CAP_REACHED',
    'CONSENT_MISSING',
    'DAY_NOT_ACTIVE',
    'EXCLUSION_LABEL',
    'FILL_NOT_NEEDED',
    'GOAL_REACHED',
    'HOLDOUT',
    'LABEL_BLOCKED',
    'NEEDS_APP',
    'NO_FITTING_CREATIVE',
    'OUTSIDE_DAY_PART',
    'PACED',
    'REQUEST_TERMS_NOT_MET',
    'ROADBLOCK_DECIDED',
    'ROADBLOCK_INCOMPLETE',
    'TAKEN_BY_ROADBLOCK',
    'TARGETING_NOT_MET',
  ]);
  for (const by of ['claim', 'share', 'fill']) expect(met.by.get(by)).toBeGreaterThan(cases / 50);
  expect(met.by.get('roadblock')).toBeGreaterThan(cases / 200);
});

function expectAlike(explained: Decision, decision: Decision, expected: readonly ReferenceSlot[]): void {
  for (const [index, slot] of expected.entries()) {
    const winner = decision.winners[index] ?? null;
    const told = explained.winners[index] ?? null;
    const trace = explained.traces[index];
    const seen = {
      known: trace?.known,
      winner: winner === null ? null : [winner.ad.booking.id, winner.ad.id],
      told: told === null ? null : [told.ad.booking.id, told.ad.id],
      draw: trace?.draw ?? null,
      refused: trace?.candidates.map((one) => [one.bookingId, one.eligible ? null : one.reason]),
    };
    const wanted = slot.winner === null ? null : [slot.winner.bookingId, slot.winner.adId];
    const reference = {
      known: slot.known,
      winner: wanted,
      told: wanted,
      draw: slot.draw === null ? null : Number(slot.draw),
      refused: slot.candidates.map((one) => [one.bookingId, one.reason]),
    };
    if (JSON.stringify(seen) !== JSON.stringify(reference)) expect(seen).toEqual(reference);
    for (const [candidateIndex, one] of (trace?.candidates ?? []).entries()) {
      if (!one.eligible) count(met.reasons, one.reason);
      const tickets = slot.candidates[candidateIndex]?.tickets;
      // A slot won in a trial has the tickets of the table, and a claim has none.
      if (!one.eligible || tickets === null || tickets === undefined || slot.trials.at(-1)?.outcome === 'won') continue;
      const off = [one.fromTicket - Number(tickets.from), one.toTicket - Number(tickets.to)];
      if (off.some((tickets) => Math.abs(tickets) > 1)) throw new Error(`tickets differ: ${JSON.stringify(off)}`);
    }
    if (winner !== null) met.winners += 1;
    if (trace?.decidedBy) count(met.by, trace.decidedBy);
    if (slot.trials.length > 0) met.trials += 1;
  }
}
