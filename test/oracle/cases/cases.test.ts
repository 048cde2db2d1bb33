import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { decide } from '../../../src/core/decision/decide.ts';
import type { SlotTrace, Winner } from '../../../src/core/decision/decision.ts';
import { buildSnapshot } from '../../../src/core/snapshot/build-snapshot.ts';
import { type ReferenceSlot, referenceDecide } from '../reference/reference-decide.ts';
import { caseBase } from './case-base.ts';
import {
  baseOfCase,
  type CaseStep,
  type DecisionCase,
  type ExpectedSlot,
  requestOfCase,
  rowsOfCase,
  stepsOfCase,
} from './case-rows.ts';
import { referenceStateOfCase, stateOfCase } from './case-state.ts';

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.json') && name !== 'base.json');
const groups = files.map((file) => readJson<{ rule: string; cases: readonly DecisionCase[] }>(file));

test('there are at least 40 cases with unique names', () => {
  const names = groups.flatMap((group) => group.cases.map((one) => one.name));
  expect(names.length).toBeGreaterThanOrEqual(40);
  expect(new Set(names).size).toBe(names.length);
});

for (const group of groups) {
  describe(group.rule, () => {
    for (const one of group.cases) {
      const rows = () => rowsOfCase(baseOfCase(caseBase, one), one.bookings);

      test(`${one.name} (engine)`, () => {
        const snapshot = buildSnapshot(rows());
        const state = one.before === null ? {} : { state: stateOfCase(snapshot, one.before) };
        for (const step of stepsOfCase(one)) {
          const request = requestOfCase(step);
          const circumstances = { ...circumstancesOf(step), ...state };
          const decision = decide(snapshot, request, { ...circumstances, explain: true });
          expect(decision.traces.map((trace, index) => seenByFast(trace, decision.winners[index] ?? null))).toEqual(
            step.expect.map(withoutWords),
          );
          for (const [index, slot] of step.expect.entries()) expectDetails(decision.traces[index] as SlotTrace, slot);
          const unexplained = decide(snapshot, request, { ...circumstances, explain: false });
          expect(unexplained.winners).toEqual(decision.winners);
        }
      });

      test(`${one.name} (reference implementation)`, () => {
        const state = one.before === null ? {} : { state: referenceStateOfCase(one.before) };
        for (const step of stepsOfCase(one)) {
          const slotNames = step.expect.map((slot) => slot.slot);
          const circumstances = { ...circumstancesOf(step), ...state };
          const slots = referenceDecide(rows(), slotNames, circumstances, requestOfCase(step));
          expect(slots.map(seenByReference)).toEqual(step.expect.map(withoutWords));
        }
      });
    }
  });
}

function circumstancesOf({ now, seed }: CaseStep) {
  return { nowMs: Date.parse(now ?? '2026-11-02T12:00:00Z'), seed: seed ?? ([0, 1] as const) };
}

function seenByReference({ slotName, known, winner, candidates }: ReferenceSlot) {
  const refused = candidates.flatMap(({ bookingId, reason }) => (reason === null ? [] : [[String(bookingId), reason]]));
  return {
    slot: slotName,
    known,
    winner: winner?.bookingId ?? null,
    ad: winner?.adId ?? null,
    refused: Object.fromEntries(refused),
  };
}

function seenByFast(trace: SlotTrace, winner: Winner | null) {
  const refused = trace.candidates.flatMap((one) => (one.eligible ? [] : [[String(one.bookingId), one.reason]]));
  return {
    slot: trace.slotName,
    known: trace.known,
    winner: winner?.ad.booking.id ?? null,
    ad: winner?.ad.id ?? null,
    refused: Object.fromEntries(refused),
  };
}

/** Returns the parts of an expectation that both implementations provide. */
function withoutWords(slot: ExpectedSlot) {
  return {
    slot: slot.slot,
    known: slot.known ?? true,
    winner: slot.winner,
    ad: slot.winner === null ? null : (slot.ad ?? slot.winner * 10),
    refused: Object.fromEntries(
      Object.entries(slot.refused ?? {}).map(([bookingId, text]) => [bookingId, text.split(': ')[0]]),
    ),
  };
}

function expectDetails(trace: SlotTrace, slot: ExpectedSlot): void {
  for (const [bookingId, text] of Object.entries(slot.refused ?? {})) {
    const refusal = trace.candidates.find((one) => String(one.bookingId) === bookingId);
    if (!text.includes(': ') || refusal === undefined || refusal.eligible) continue;
    expect(`${refusal.reason}: ${refusal.expected} / ${refusal.actual}`).toBe(text);
  }
  if (slot.by !== undefined) expect(trace.decidedBy).toBe(slot.by);
  const eligible = trace.candidates.filter((one) => one.eligible);
  if (slot.shares !== undefined) {
    expect(eligible.map((one) => String(one.bookingId)).sort()).toEqual(Object.keys(slot.shares).sort());
    for (const one of eligible) expect(one.share).toBeCloseTo(slot.shares[String(one.bookingId)] as number, 12);
  }
  if (slot.largest !== undefined) {
    const shares = eligible.map((one) => one.share);
    const largest = eligible.filter((one) => one.share === Math.max(...shares));
    expect(largest.map((one) => one.bookingId)).toEqual([slot.largest]);
  }
}

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(`${import.meta.dirname}/${file}`, 'utf8')) as Content;
}
