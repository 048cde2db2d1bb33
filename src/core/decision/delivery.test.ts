import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { caseBase } from '../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../test/oracle/cases/case-rows.ts';
import { createCapTable } from '../pacing/cap-table.ts';
import { createDeliveryState, followSnapshot, moveToSnapshot, stops } from '../pacing/delivery-state.ts';
import { applyChanges } from '../snapshot/apply-changes.ts';
import { buildSnapshot } from '../snapshot/build-snapshot.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import type { RequestContext } from '../targeting/targeting.ts';
import { hourMs } from '../time/durations.ts';
import { decide } from './decide.ts';
import { drawSpace } from './draw/random.ts';

const nowMs = Date.parse('2026-11-02T12:34:56Z');
// Takes seconds on an idle machine. The limit allows for a busy one.
vi.setConfig({ testTimeout: 120_000 });

const goal = { kind: 'impressions', total: 1000 } as const;

type Ask = { readonly seed?: number; readonly atMs?: number; readonly slots?: readonly string[] } & RequestContext;

/** A process that keeps its state across requests. */
function processOf(bookings: readonly CaseBooking[]) {
  const snapshot = buildSnapshot(rowsOfCase(caseBase, bookings));
  const state = createDeliveryState(snapshot);
  const ask = (explain: boolean, { seed = 0, atMs = nowMs, slots = ['home-leaderboard'], ...context }: Ask = {}) =>
    decide(
      snapshot,
      { slots: slots.map((slotName) => ({ slotName, parameters: new Map() })), parameters: new Map(), context },
      { nowMs: atMs, seed: [seed, 6], explain, state },
    );
  return {
    snapshot,
    state,
    winner: (one?: Ask) => ask(false, one).winners[0]?.ad.booking.id ?? null,
    winners: (one?: Ask) => ask(false, one).winners.map((winner) => winner?.ad.booking.id ?? null),
    trace: (one?: Ask) => ask(true, one).traces[0],
  };
}

function indexOf(snapshot: Snapshot, bookingId: number): number {
  return snapshot.bookingById.get(bookingId as never)?.bookingIndex ?? -1;
}

test('an explanation that only reads leaves the state unchanged, and explains the decision that follows', () => {
  const caps = [{ scope: 'life', most: 400 }] as const;
  const { snapshot } = processOf([
    { id: 1, delivery: { method: 'share_of_voice', basisPoints: 3000 } },
    { id: 2, caps },
    { id: 3 },
  ]);
  const state = createDeliveryState(snapshot, createCapTable(64));
  const parameters = new Map();
  const request = { slots: [{ slotName: 'home-leaderboard', parameters }], parameters, context: { viewerKey: 'ui:1' } };
  for (let asked = 1; asked <= 1_000; asked += 1) {
    const before = structuredClone({ debts: state.voiceDebts, caps: state.caps.counts });
    const moment = { nowMs, seed: [asked, 1] as const, state };
    const { traces } = decide(snapshot, request, { ...moment, explain: true, readsOnly: true });
    expect({ debts: state.voiceDebts, caps: state.caps.counts }).toEqual(before);
    const won = traces[0]?.candidates.find((candidate) => candidate.eligible && candidate.won)?.bookingId;
    const [winner] = decide(snapshot, request, { ...moment, explain: false }).winners;
    expect(winner?.ad.booking.id).toBe(won);
  }
});

describe('share of voice', () => {
  test('delivers 30 % of the requests within one impression at any time, deterministically', () => {
    const process = processOf([{ id: 1, delivery: { method: 'share_of_voice', basisPoints: 3000 } }, { id: 2 }]);
    let wins = 0;
    for (let asked = 1; asked <= 10_000; asked += 1) {
      if (process.winner({ seed: asked }) === 1) wins += 1;
      expect(Math.abs(wins - asked * 0.3)).toBeLessThan(1);
    }
    expect(wins).toBe(3000);
  });

  test('keeps several shares of one position, up to 100 %, each within one impression', () => {
    const parts = fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(
        parts.filter((list) => list.reduce((sum, part) => sum + part, 0) <= 10_000),
        (list) => {
          const process = processOf(
            list.map((basisPoints, index) => ({ id: index + 1, delivery: { method: 'share_of_voice', basisPoints } })),
          );
          const wins = list.map(() => 0);
          for (let asked = 1; asked <= 400; asked += 1) {
            const id = process.winner();
            if (id !== null) wins[id - 1] = (wins[id - 1] as number) + 1;
            for (const [index, part] of list.entries()) {
              expect(Math.abs((wins[index] as number) - (asked * part) / 10_000)).toBeLessThanOrEqual(1);
            }
          }
        },
      ),
      { numRuns: 100, seed: 20261121 },
    );
  });

  test('gives the higher priority its share and the lower the rest when shares exceed 100 %', () => {
    const process = processOf([
      { id: 1, priority: 2, delivery: { method: 'share_of_voice', basisPoints: 7000 } },
      { id: 2, priority: 6, delivery: { method: 'share_of_voice', basisPoints: 7000 } },
    ]);
    const wins = [0, 0];
    for (let asked = 0; asked < 1000; asked += 1) {
      const winnerIndex = (process.winner() as number) - 1;
      wins[winnerIndex] = (wins[winnerIndex] as number) + 1;
    }
    expect(wins[0]).toBeGreaterThanOrEqual(699);
    expect(wins[1]).toBeGreaterThanOrEqual(295);
  });
});

describe('goals', () => {
  test('wins the stored claim regardless of other bookings: 25 % of 40,000 requests within 4 standard deviations', () => {
    const process = processOf([
      { id: 1, priority: 9, delivery: { method: 'even', goal } },
      { id: 2, priority: 0 },
    ]);
    process.state.acceptance[indexOf(process.snapshot, 1)] = drawSpace / 4;
    let wins = 0;
    for (let seed = 0; seed < 40_000; seed += 1) wins += process.winner({ seed }) === 1 ? 1 : 0;
    expect(Math.abs(wins - 10_000)).toBeLessThan(4 * Math.sqrt(7500));
  });

  test('cuts off claims beyond 100 % in order of priority', () => {
    const process = processOf([
      { id: 1, priority: 5, delivery: { method: 'even', goal } },
      { id: 2, priority: 4, delivery: { method: 'asap', goal } },
    ]);
    process.state.acceptance.fill(drawSpace);
    for (let seed = 0; seed < 100; seed += 1) expect(process.winner({ seed })).toBe(2);
  });

  test('stops a booking at the next request with the stored reason', () => {
    const process = processOf([{ id: 1, delivery: { method: 'share', goal } }]);
    expect(process.winner()).toBe(1);
    process.state.stopped[0] = stops.indexOf('GOAL_REACHED');
    expect(process.winner()).toBeNull();
    expect(process.trace()?.candidates).toMatchObject([
      { reason: 'GOAL_REACHED', expected: 'below 1000 impressions', actual: 'reached' },
    ]);
    process.state.stopped[0] = stops.indexOf('BUDGET_SPENT');
    expect(process.trace()?.candidates).toMatchObject([{ reason: 'BUDGET_SPENT' }]);
  });

  test('limits a goal by share to a part of the slots: 10 % of 20,000 within 4 standard deviations', () => {
    const process = processOf([{ id: 1, delivery: { method: 'share', goal } }]);
    process.state.acceptance[0] = Math.round(drawSpace / 10);
    let wins = 0;
    for (let seed = 0; seed < 20_000; seed += 1) wins += process.winner({ seed }) === 1 ? 1 : 0;
    expect(Math.abs(wins - 2000)).toBeLessThan(4 * Math.sqrt(1800));
    expect(process.trace({ seed: 1 })?.candidates).toMatchObject([{ reason: 'PACED' }]);
  });

  test('rejects bookings that require a delivery state when none is given, with the reason', () => {
    const snapshot = buildSnapshot(rowsOfCase(caseBase, [{ id: 1, delivery: { method: 'even', goal } }, { id: 2 }]));
    const request = { slots: [{ slotName: 'home-leaderboard', parameters: new Map() }], parameters: new Map() };
    const decision = decide(snapshot, request, { nowMs, seed: [1, 1], explain: true });
    expect(decision.winners[0]?.ad.booking.id).toBe(2);
    expect(decision.traces[0]?.candidates[0]).toMatchObject({ reason: 'PACED', expected: 'a delivery state' });
  });
});

describe('frequency caps', () => {
  const viewerKey = 'viewer';

  test('allows 3 per hour and resets with the next hour; counts each viewer separately', () => {
    const process = processOf([{ id: 1, caps: [{ scope: 'hour', most: 3 }] }]);
    for (let shown = 0; shown < 3; shown += 1) expect(process.winner({ viewerKey })).toBe(1);
    expect(process.winner({ viewerKey })).toBeNull();
    expect(process.trace({ viewerKey })?.candidates).toMatchObject([
      { reason: 'CAP_REACHED', expected: 'fewer than 3 per hour for one viewer', actual: '3' },
    ]);
    expect(process.winner({ viewerKey: 'another' })).toBe(1);
    expect(process.winner({ viewerKey, atMs: nowMs + hourMs })).toBe(1);
  });

  test('resets at midnight of the publication, also on a 25-hour day of a clock change', () => {
    const process = processOf([{ id: 1, caps: [{ scope: 'day', most: 1 }] }]);
    const midnight = Date.parse('2026-10-24T22:00:00Z');
    expect(process.winner({ viewerKey, atMs: midnight })).toBe(1);
    expect(process.winner({ viewerKey, atMs: midnight + 25 * hourMs - 1 })).toBeNull();
    expect(process.winner({ viewerKey, atMs: midnight + 25 * hourMs })).toBe(1);
  });

  test('counts both slots of one request', () => {
    const process = processOf([
      {
        id: 1,
        duplicatesAllowed: true,
        caps: [{ scope: 'life', most: 1 }],
        inventory: { positionIds: [1, 3] },
      },
    ]);
    expect(process.winners({ viewerKey, slots: ['home-leaderboard', 'sport-leaderboard'] })).toEqual([1, null]);
  });

  test('shows no capped booking to an unidentified viewer', () => {
    const process = processOf([{ id: 1, caps: [{ scope: 'life', most: 1 }] }]);
    expect(process.trace()?.candidates).toMatchObject([{ reason: 'CAP_REACHED', actual: 'unknown' }]);
  });

  test('never exceeds a cap: 10,000 generated requests of 40 viewers', () => {
    const caps = [
      [{ scope: 'hour', most: 1 }],
      [{ scope: 'day', most: 2 }],
      [{ scope: 'life', most: 3 }],
      [
        { scope: 'hour', most: 2 },
        { scope: 'life', most: 5 },
      ],
    ] as const;
    const process = processOf(caps.map((list, index) => ({ id: index + 1, caps: list })));
    const seen = new Map<string, number>();
    fc.assert(
      fc.property(fc.nat(39), fc.nat(60 * 72), fc.nat(), (viewer, minute, seed) => {
        const atMs = Math.floor(nowMs / hourMs) * hourMs + minute * 60_000;
        const id = process.winner({ seed, atMs, viewerKey: `v${viewer}` });
        // Requests are not ordered by time. A window that is left and entered again may restart its count.
        if (id === null) return;
        const key = `${viewer} ${id}`;
        seen.set(key, (seen.get(key) ?? 0) + 1);
        if (id === 3) expect(seen.get(key)).toBeLessThanOrEqual(3);
        if (id === 4) expect(seen.get(key)).toBeLessThanOrEqual(5);
      }),
      { numRuns: 10_000, seed: 20261121 },
    );
    expect(seen.get('0 3')).toBe(3);
  });
});

test('a trace changes no state and predicts the next decision', () => {
  const process = processOf([
    { id: 1, delivery: { method: 'share_of_voice', basisPoints: 2500 } },
    { id: 2, delivery: { method: 'even', goal } },
    { id: 3, caps: [{ scope: 'hour', most: 12 }] },
    { id: 4, delivery: { method: 'fill' } },
  ]);
  process.state.acceptance[1] = drawSpace / 5;
  const reasons = new Set<string>();
  for (let seed = 0; seed < 60; seed += 1) {
    const trace = process.trace({ seed, viewerKey: 'v' });
    process.trace({ seed, viewerKey: 'v' });
    const told = trace?.candidates.find((one) => one.eligible && one.won)?.bookingId ?? null;
    expect(process.winner({ seed, viewerKey: 'v' })).toBe(told);
    reasons.add(String(trace?.decidedBy));
  }
  expect([...reasons].toSorted()).toEqual(['claim', 'fill', 'share']);
});

const claimer = { id: 3, delivery: { method: 'even', goal } } as const;

test('a changed snapshot keeps the state of unchanged bookings and resets it for those whose delivery changes', () => {
  const { snapshot, state } = processOf([claimer, { id: 5 }]);
  state.acceptance[indexOf(snapshot, 3)] = 12_345;
  state.stopped[indexOf(snapshot, 5)] = 1;
  const entriesOf = (id: number) => [state.acceptance[indexOf(snapshot, id)], state.stopped[indexOf(snapshot, id)]];
  change([{ id: 1 }, { ...claimer, name: 'renamed' }], [5]);
  expect([entriesOf(1), entriesOf(3)]).toEqual([
    [drawSpace, 0],
    [12_345, 0],
  ]);
  change([{ id: 6 }, { ...claimer, delivery: { method: 'even', goal: { ...goal, total: goal.total + 1 } } }], []);
  expect([entriesOf(6), entriesOf(3)]).toEqual([
    [drawSpace, 0],
    [0, 0],
  ]);

  function change(bookings: readonly CaseBooking[], removed: readonly number[]): void {
    const { revision, builtAtMs, ...rows } = rowsOfCase(caseBase, bookings);
    applyChanges(snapshot, { revision, builtAtMs, upserted: rows, removed: { bookings: removed as never } });
    followSnapshot(state, snapshot);
  }
});

test('a rebuilt snapshot takes over the state of its bookings', () => {
  const first = processOf([claimer, { id: 5 }]);
  first.state.acceptance[indexOf(first.snapshot, 3)] = 12_345;
  first.state.stopped[indexOf(first.snapshot, 5)] = 1;
  const next = buildSnapshot(rowsOfCase(caseBase, [{ id: 1 }, claimer, { id: 5 }]));
  const state = moveToSnapshot(first.state, first.snapshot, next);
  expect([1, 3, 5].map((id) => state.acceptance[indexOf(next, id)])).toEqual([drawSpace, 12_345, drawSpace]);
  expect([1, 3, 5].map((id) => state.stopped[indexOf(next, id)])).toEqual([0, 0, 1]);
});
