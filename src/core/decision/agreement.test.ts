import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { caseBase } from '../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase, termsTaking } from '../../../test/oracle/cases/case-rows.ts';
import { referenceDecide } from '../../../test/oracle/reference/reference-decide.ts';
import { buildSnapshot } from '../snapshot/build-snapshot.ts';
import { hourMs } from '../time/durations.ts';
import { campaignTypes, lifecycles, weekdays } from '../vocabulary/statuses.ts';
import type { RequestedSlot } from './ad-request.ts';
import { decide } from './decide.ts';

// Takes seconds on an idle machine. The limit allows for a busy one.
vi.setConfig({ testTimeout: 120_000 });

/** Times around a clock change in each time zone of `caseBase`. */
const changes = ['2026-03-29T01:00:00Z', '2026-10-25T01:00:00Z', '2026-11-01T06:00:00Z', '2026-10-03T15:30:00Z'];
const nowMs = fc
  .tuple(
    fc.constantFrom(...changes.map((text) => Date.parse(text))),
    fc.integer({ min: -48 * hourMs, max: 48 * hourMs }),
  )
  .map(([change, distance]) => change + distance);

const mostly = <Value>(usual: Value, others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 8, arbitrary: fc.constant(usual) }, { weight: 1, arbitrary: fc.constantFrom(...others) });
const days = fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: fc.subarray([...weekdays]) });
const dayPart = fc.record({
  days,
  fromMinute: fc.integer({ min: 0, max: 720 }),
  toMinute: fc.integer({ min: 600, max: 1440 }),
});
const ids = (most: number): fc.Arbitrary<number[]> => fc.array(fc.integer({ min: 1, max: most }), { maxLength: 2 });

/** Dates are generated as distances from now, so that boundaries occur. */
type Distance = number | null;
const distance: fc.Arbitrary<Distance> = fc.option(
  fc.oneof(fc.constant(0), fc.integer({ min: -2, max: 2 }), fc.integer({ min: -900 * hourMs, max: 9000 * hourMs })),
  { nil: null },
);
const earlier = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: -900 * hourMs, max: 0 }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: hourMs }) },
);
const booking = fc.record({
  lifecycle: mostly('approved', lifecycles),
  paused: mostly(false, [true]),
  held: mostly(false, [true]),
  campaign: fc.record({ type: mostly<string>('campaign', campaignTypes), delivering: mostly(true, [false]) }),
  startMs: earlier,
  endMs: distance,
  activeDays: days,
  dayParts: fc.oneof(
    { weight: 2, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(dayPart, { maxLength: 2 }) },
  ),
  priority: fc.integer({ min: 0, max: 9 }),
  cpm: fc.option(fc.record({ micros: fc.constantFrom(1, 2, 3), currency: mostly('EUR', ['USD']) }), { freq: 6 }),
  exclusionLabels: fc.subarray(['cars', 'beer', 'banks']),
  duplicatesAllowed: fc.boolean(),
  delivery: fc.record({ method: mostly<'share' | 'fill'>('share', ['fill']) }),
  targeting: fc.option(
    fc.record({ fact: fc.constant('country' as const), values: fc.constantFrom(['be', 'nl'], ['fr']) }),
    { nil: null, freq: 4 },
  ),
  inventory: fc.record({
    positionIds: ids(7),
    locationIds: ids(6),
    publicationIds: ids(5),
    publisherIds: ids(4),
  }),
  ads: fc.array(
    fc.record({
      creativeId: fc.constantFrom(1, 2, 3, 1, 2, 3, 4, 7),
      weight: fc.integer({ min: 1, max: 1000 }),
      startMs: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: distance }),
      endMs: fc.oneof({ weight: 3, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: distance }),
    }),
    { maxLength: 4 },
  ),
});

const situation = fc.record({
  nowMs,
  bookings: fc.array(booking, { minLength: 1, maxLength: 7 }),
  slotNames: fc.array(
    fc.constantFrom(...caseBase.positions.map((row) => (row as { slotName: string }).slotName), 'nowhere'),
    {
      minLength: 1,
      maxLength: 4,
    },
  ),
  seed: fc.tuple(fc.integer({ min: 0, max: 0xffffffff }), fc.integer({ min: 0, max: 0xffffffff })),
  furtherSlots: fc.subarray([1, 2, 3], { maxLength: 2 }),
  maxPerBrand: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined, freq: 2 }),
  priorCreatives: fc.option(fc.subarray([1, 2, 3, 4], { minLength: 1 }), { nil: undefined, freq: 2 }),
  breakMs: fc.option(fc.constantFrom(20_000, 30_000, 50_000, 90_000), { nil: undefined, freq: 2 }),
});

type Situation = typeof situation extends fc.Arbitrary<infer Value> ? Value : never;

/** Converts to absolute rows in scrambled order of IDs, as a file may contain them. */
function rowsOf({ bookings, nowMs: at }: Situation) {
  const absolute = (far: Distance): Distance => (far === null ? null : at + far);
  const text = (far: Distance): string | null => (far === null ? null : new Date(at + far).toISOString());
  const blockedLabels = ['banks'];
  const positions = caseBase.positions.map((row, index) => ({
    ...row,
    ...(index % 3 === 2 && { blockedLabels }),
    ...(index % 4 === 3 && { floor: { micros: 2, currency: 'EUR' } }),
    ...(index % 3 !== 1 && { maxPerBrand: 1 }),
  }));
  const creatives = caseBase.creatives.map((row, index) => ({ ...row, brandId: 1 + (index % 2) }));
  const written = bookings.map((one, index): CaseBooking => {
    const id = ((index * 5) % 7) + 1;
    const ads = one.ads.map((ad, adIndex) => ({
      id: id * 10 + ((adIndex * 3) % 4),
      creativeId: ad.creativeId,
      weight: ad.weight,
      start: text(ad.startMs),
      end: text(ad.endMs),
    }));
    return { ...one, id, ads, startMs: at + one.startMs, endMs: absolute(one.endMs) };
  });
  return rowsOfCase({ ...caseBase, positions, creatives }, written);
}

/** A further slot has the name of the previous slot. */
function slotsOf({ slotNames, furtherSlots }: Situation): readonly RequestedSlot[] {
  const slots: RequestedSlot[] = [];
  for (const [index, slotName] of slotNames.entries()) {
    const before = furtherSlots.includes(index) ? slots[index - 1] : undefined;
    slots.push(
      before === undefined
        ? { slotName, parameters: new Map() }
        : { slotName: before.slotName, parameters: new Map(), isFurther: true },
    );
  }
  return slots;
}

/** Returns the common part of each request, for both engines. */
function saidBy({ priorCreatives, maxPerBrand, furtherSlots, breakMs }: Situation) {
  return {
    parameters: new Map(),
    context: { country: 'BE' },
    furtherSlots,
    ...(maxPerBrand === undefined ? {} : { maxPerBrand }),
    ...(priorCreatives === undefined ? {} : termsTaking(priorCreatives, breakMs)),
  };
}

const drawn = { winners: 0, refusals: new Set<string>() };

test('production and reference engine agree on candidates, reasons, tickets and winners', () => {
  fc.assert(
    fc.property(situation, (one) => {
      const snapshot = buildSnapshot(rowsOf(one));
      expect(snapshot.problemCount).toBe(0);
      const slots = slotsOf(one);
      const circumstances = { nowMs: one.nowMs, seed: one.seed, explain: true };
      const decision = decide(snapshot, { slots, ...saidBy(one) }, circumstances);
      const names = slots.map(({ slotName }) => slotName);
      const reference = referenceDecide(rowsOf(one), names, one, saidBy(one));
      for (const [index, expected] of reference.entries()) {
        const trace = decision.traces[index];
        const winner = decision.winners[index] ?? null;
        expect(trace?.known).toBe(expected.known);
        expect(trace?.draw ?? null).toBe(expected.draw === null ? null : Number(expected.draw));
        expect(winner === null ? null : { bookingId: winner.ad.booking.id, adId: winner.ad.id }).toEqual(
          expected.winner,
        );
        expect(trace?.candidates.map((seen) => [seen.bookingId, seen.eligible ? null : seen.reason])).toEqual(
          expected.candidates.map((seen) => [seen.bookingId, seen.reason]),
        );
        for (const [adIndex, seen] of (trace?.candidates ?? []).entries()) {
          if (!seen.eligible) drawn.refusals.add(seen.reason);
          if (!seen.eligible) continue;
          const tickets = expected.candidates[adIndex]?.tickets;
          expect(Math.abs(Number(BigInt(seen.fromTicket) - (tickets?.from ?? -9n)))).toBeLessThanOrEqual(1);
          expect(Math.abs(Number(BigInt(seen.toTicket) - (tickets?.to ?? -9n)))).toBeLessThanOrEqual(1);
        }
        if (winner !== null) drawn.winners += 1;
      }
    }),
    { numRuns: 3500, seed: 20261121 },
  );
  // Ensures that the generator reaches every rule.
  expect(drawn.winners).toBeGreaterThan(400);
  expect(drawn.refusals.size).toBe(18);
});

test('shares of a slot sum to 1, tickets are contiguous, exactly one booking wins, exclusions and limits hold', () => {
  fc.assert(
    fc.property(situation, (one) => {
      const snapshot = buildSnapshot(rowsOf(one));
      const slots = slotsOf(one);
      const request = { slots, ...saidBy(one) };
      const decision = decide(snapshot, request, { nowMs: one.nowMs, seed: one.seed, explain: true });
      for (const trace of decision.traces) {
        const eligible = trace.candidates.filter((candidate) => candidate.eligible);
        if (eligible.length === 0) continue;
        expect(eligible.reduce((sum, candidate) => sum + candidate.share, 0)).toBeCloseTo(1, 12);
        expect(eligible.filter((candidate) => candidate.won)).toHaveLength(1);
        const edges = [0, ...eligible.map((candidate) => candidate.toTicket)];
        expect(eligible.map((candidate) => candidate.fromTicket)).toEqual(edges.slice(0, -1));
        expect(edges.at(-1)).toBe(2 ** 48);
      }
      const won = decision.winners.flatMap((winner) => (winner === null ? [] : [winner.ad.booking]));
      for (const [adIndex, first] of won.entries()) {
        for (const second of won.slice(adIndex + 1)) {
          if (first === second) expect(first.duplicatesAllowed).toBe(true);
          else expect(first.exclusionLabels?.filter((label) => second.exclusionLabels?.includes(label))).toEqual([]);
        }
      }
      const brands: { readonly brandId: number; readonly answer: number }[] = [];
      let answer = 0;
      for (const [index, winner] of decision.winners.entries()) {
        if (slots[index]?.isFurther !== true) answer = index;
        if (winner === null) continue;
        const { floor, maxPerBrand } = winner.position.row;
        if (floor !== undefined) expect(winner.ad.booking.cpm?.currency).toBe(floor.currency);
        expect(winner.ad.booking.cpm?.micros ?? 0).toBeGreaterThanOrEqual(floor?.micros ?? 0);
        const { brandId } = winner.ad.creative;
        const before = brands.filter((one) => one.brandId === brandId && one.answer === answer).length;
        expect(before).toBeLessThan(Math.min(maxPerBrand ?? 9, one.maxPerBrand ?? 9));
        brands.push({ brandId, answer });
      }
      const unexplained = decide(snapshot, request, { nowMs: one.nowMs, seed: one.seed, explain: false });
      expect(unexplained).toEqual({ ...decision, traces: [] });
    }),
    { numRuns: 2000, seed: 20261122 },
  );
});
