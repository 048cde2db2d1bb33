import fc from 'fast-check';
import { expect, test } from 'vitest';
import { caseBase } from '../../../../test/oracle/cases/case-base.ts';
import { type CaseBooking, rowsOfCase } from '../../../../test/oracle/cases/case-rows.ts';
import { buildSnapshot } from '../../snapshot/build-snapshot.ts';
import { SelectedCandidates } from '../../snapshot/candidate-list.ts';
import type { Candidate, CandidateSource, SnapshotPosition } from '../../snapshot/snapshot.ts';
import { hourMs } from '../../time/durations.ts';
import { buildGroupTable, type GroupTable } from './group-table.ts';
import { createMemberAllocator, type MemberAllocator, wordsPerTest } from './member-arena.ts';

const firstHour = Math.floor(Date.parse('2026-11-02T12:00:00Z') / hourMs);
const firstMs = firstHour * hourMs;

/** Near the tested hours, some on their boundaries, and far away. */
const instant = fc
  .oneof(
    fc.integer({ min: -30, max: 60 }).map((hours) => hours * hourMs),
    fc.integer({ min: -30 * hourMs, max: 60 * hourMs }),
    fc.integer({ min: 0, max: 3_000 * hourMs }),
  )
  .map((distanceMs) => firstMs + distanceMs);
const orNone = fc.option(instant, { nil: null, freq: 2 });
const dayPart = fc.record({
  days: fc.constantFrom([], ['mon' as const], ['tue' as const, 'wed' as const]),
  fromMinute: fc.integer({ min: 0, max: 1_380 }),
  toMinute: fc.integer({ min: 1_381, max: 1_440 }),
});
const plain = fc.record({
  startMs: fc.oneof({ weight: 3, arbitrary: fc.constant(firstMs - hourMs) }, { weight: 1, arbitrary: instant }),
  endMs: fc.oneof(orNone, fc.constantFrom(2 ** 48 - 1, 2 ** 48 + 5, firstMs + 0.5)),
  priority: fc.integer({ min: 4, max: 5 }),
  activeDays: fc.constantFrom([], [], [], ['mon' as const], ['tue' as const, 'sun' as const]),
  dayParts: fc.oneof(
    { weight: 3, arbitrary: fc.constant([]) },
    { weight: 1, arbitrary: fc.array(dayPart, { maxLength: 2 }) },
  ),
  caps: fc.constantFrom([], [], [{ scope: 'request' as const, most: 1 }]),
  ads: fc.array(fc.record({ creativeId: fc.constantFrom(1, 2), startMs: orNone, endMs: orNone }), {
    minLength: 1,
    maxLength: 2,
  }),
});
const booking = fc.tuple(plain, fc.subarray(['nl', 'be', 'de'])).map(([fields, values]) => ({
  ...fields,
  targeting: values.length === 0 ? null : ({ fact: 'country', values } as const),
}));
const situation = fc.record({
  bookings: fc.array(booking, { minLength: 1, maxLength: 60 }),
  others: fc.array(plain, { minLength: 60, maxLength: 60 }),
  // Usually the next hour, as in production. Sometimes a much later or an earlier one.
  steps: fc.array(
    fc.record({
      hours: fc.constantFrom(0, 1, 1, 1, 1, 2, 7, 30, -1),
      hasClock: fc.boolean(),
      // State of each booking (null: absent). Few bookings change per step.
      changes: fc.array(fc.record({ index: fc.nat({ max: 59 }), state: fc.constantFrom(0, 1, null) }), {
        maxLength: 4,
      }),
    }),
    { minLength: 1, maxLength: 8 },
  ),
});

test('an incrementally updated table equals a table built from all candidates', () => {
  let members = 0;
  fc.assert(
    fc.property(situation, ({ bookings, others, steps }) => {
      const states = [bookings, others.slice(0, bookings.length)].map(stateOf);
      const present: (0 | 1 | null)[] = bookings.map(() => 0);
      const numbered = numberCandidates();
      const kept = createMemberAllocator(0, numbered.source);
      let before: GroupTable | undefined;
      let hour = firstHour;
      let version = 0;
      for (const { hours, hasClock, changes } of steps) {
        hour += hours;
        if (changes.length > 0) version += 1;
        for (const { index, state } of changes) present[index % bookings.length] = state;
        const candidates = numbered.listOf(
          present.flatMap((state, index) => states[state ?? -1]?.candidateById.get(index + 1) ?? []),
        );
        const { clock, targeting } = states[0] as State;
        const task = { candidates, hour, version, clock: hasClock ? clock : null, targeting, isShared: false };
        const again = buildGroupTable({ ...task, memberAllocator: kept, before, arenaBefore: kept.arena });
        const afresh = createMemberAllocator(0, numbered.source);
        const first = buildGroupTable({
          ...task,
          memberAllocator: afresh,
          before: undefined,
          arenaBefore: afresh.arena,
        });
        expect(contentOf(again, kept)).toEqual(contentOf(first, afresh));
        members += again.size;
        before = again;
      }
    }),
    { numRuns: 1_500, seed: 20261123 },
  );
  expect(members).toBeGreaterThan(10_000);
});

type Fields = typeof plain extends fc.Arbitrary<infer Booking> ? Booking : never;
type State = ReturnType<typeof stateOf>;

/** Numbers candidates by identity, as a snapshot does. */
function numberCandidates() {
  const all: Candidate[] = [];
  const source: CandidateSource = {
    at: (number) => all[number] as Candidate,
    bookingIdOf: (number) => (all[number] as Candidate).booking.id,
    records: null,
  };
  const numberOf = (candidate: Candidate) =>
    all.includes(candidate) ? all.indexOf(candidate) : all.push(candidate) - 1;
  return {
    source,
    listOf: (candidates: readonly Candidate[]) =>
      new SelectedCandidates(Uint32Array.from(candidates, numberOf), source),
  };
}

/** Builds the candidates of bookings, all of one format. */
function stateOf(bookings: readonly Fields[]) {
  const written: CaseBooking[] = bookings.map(({ ads, ...one }, index) => ({
    ...one,
    id: index + 1,
    inventory: { publicationIds: [1] },
    ads: ads.map((ad, memberIndex) => ({ ...ad, id: 100 * (index + 1) + memberIndex })),
  }));
  const snapshot = buildSnapshot(rowsOfCase(caseBase, written));
  const { groups, clock } = snapshot.positionBySlotName.get('home-leaderboard') as SnapshotPosition;
  const candidates = groups.flatMap((group) => [...group.candidates]);
  return {
    candidateById: new Map(candidates.map((one) => [Number(one.booking.id), one])),
    clock,
    targeting: snapshot.targeting,
  };
}

/** Returns the content of a table, independent of its location in the arena. */
function contentOf({ range, size, levelStarts }: GroupTable, { arena }: MemberAllocator) {
  const end = range.first + size;
  return {
    levelStarts: [...levelStarts],
    tests: [...arena.tests.subarray(range.first * wordsPerTest, end * wordsPerTest)],
    orders: [...arena.orders.subarray(range.first, end)],
    members: [...arena.members.subarray(range.first, end)],
  };
}

test('a later hour or a change reads only the affected bookings', () => {
  const state = stateOf(Array.from({ length: 200 }, () => untouched));
  const fetched = new Set<number>();
  const watched = [...state.candidateById.entries()].map(([id, candidate]) => ({
    ...candidate,
    get booking() {
      fetched.add(id);
      return candidate.booking;
    },
  }));
  const numbered = numberCandidates();
  const memberAllocator = createMemberAllocator(0, numbered.source);
  const arenaBefore = memberAllocator.arena;
  const task = { clock: state.clock, targeting: state.targeting, memberAllocator, arenaBefore, isShared: false };
  const first = buildGroupTable({
    ...task,
    candidates: numbered.listOf(watched),
    version: 1,
    hour: firstHour,
    before: undefined,
  });
  expect(first.size).toBe(200);
  fetched.clear();
  const second = buildGroupTable({
    ...task,
    candidates: numbered.listOf(watched),
    version: 1,
    hour: firstHour + 1,
    before: first,
  });
  expect(second.size).toBe(200);
  expect([...fetched]).toEqual([]);
  const changed = numbered.listOf(watched.toSpliced(150, 1).with(20, { ...(watched[20] as (typeof watched)[number]) }));
  fetched.clear();
  const third = buildGroupTable({ ...task, candidates: changed, version: 2, hour: firstHour + 1, before: second });
  expect(third.size).toBe(199);
  // The replaced and removed bookings, and their neighbors.
  expect([...fetched].toSorted((one, other) => one - other)).toEqual([21, 22, 151, 152]);
});

const untouched: Fields = {
  startMs: firstMs - hourMs,
  endMs: firstMs + 500 * hourMs,
  priority: 4,
  activeDays: [],
  dayParts: [],
  caps: [],
  ads: [{ creativeId: 1, startMs: null, endMs: null }],
};
