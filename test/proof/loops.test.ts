import { expect, test } from 'vitest';
import type { Loop, LoopBooking, LoopPart, LoopProblem } from '../../src/core/loop/loop-booking.ts';
import { type LoopTask, planLoops } from '../../src/core/loop/plan-loops.ts';
import type { BookingId } from '../../src/core/vocabulary/ids.ts';
import { type Chance, chanceOf } from '../support/attacks/odd-streams.ts';

const cases = Number(process.env['PLACARD_TEST_CASES'] ?? 1_000);
const seed = Number(process.env['PLACARD_TEST_SEED'] ?? 1);
/** Up to this number of slots, every order of a loop is tried. */
const smallLoop = 7;

test(`in ${cases} generated cases every loop satisfies every rule or reports the violated ones`, () => {
  let [perfect, named, proved] = [0, 0, 0];
  for (let number = 0; number < cases; number += 1) {
    const tasks = drawTasks(chanceOf(seed + number));
    const plan = planLoops(tasks);
    const say = `PLACARD_TEST_SEED=${seed + number} PLACARD_TEST_CASES=1`;
    expect(plan.loops.length, say).toBe(tasks.length);
    expect(countFaults(tasks, plan.loops, plan.problems), say).toEqual([]);
    expect(breachesOf(tasks, plan.loops), say).toEqual(namedBreaches(plan.problems));
    if (plan.problems.length === 0) perfect += 1;
    else named += 1;
    const [first] = tasks;
    if (
      tasks.length === 1 &&
      first !== undefined &&
      first.slots <= smallLoop &&
      namedBreaches(plan.problems).size > 0
    ) {
      proved += 1;
      expect(hasPerfectOrder(first, plan.loops[0] ?? []), say).toBe(false);
    }
  }
  process.stdout.write(
    `loops without a problem ${perfect}, with reported problems ${named}, of these proved ${proved}\n`,
  );
  // Ensures that the generator produces both kinds.
  expect(Math.min(perfect, named)).toBeGreaterThan(cases / 20);
  expect(proved).toBeGreaterThan(cases / 100);
}, 120_000);

function drawTasks(chance: Chance): LoopTask[] {
  const below = (limit: number) => Math.floor(chance() * limit);
  const isSmall = chance() < 0.4;
  const slots = isSmall ? 2 + below(smallLoop - 1) : 4 + below(24);
  const bookings = Array.from({ length: 1 + below(isSmall ? 4 : 8) }, (_, index): LoopBooking => {
    const kind = chance();
    const part: LoopPart =
      kind < 0.45
        ? { kind: 'plays', perLoop: 1 + below(3) }
        : kind < 0.7
          ? { kind: 'percent', basisPoints: 100 + below(3_000) }
          : { kind: 'rest' };
    const labels = ['cars', 'beer', 'banks'].filter(() => chance() < 0.2);
    const minGap = chance() < 0.3 ? below(4) : 0;
    return {
      id: (index + 1) as BookingId,
      part,
      priority: below(10),
      weight: 0.1 + chance(),
      exclusionLabels: labels,
      minGap,
    };
  });
  const loops = isSmall && chance() < 0.6 ? 1 : 1 + below(20);
  return Array.from({ length: loops }, () => ({ slots, bookings }));
}

/** Returns missing and excess plays, and bookings that must not play. */
function countFaults(tasks: readonly LoopTask[], loops: readonly Loop[], problems: readonly LoopProblem[]): string[] {
  const faults: string[] = [];
  const missedBy = new Map<number, number>();
  const due = new Map<number, number>();
  const got = new Map<number, number>();
  for (const [number, { slots, bookings }] of tasks.entries()) {
    const loop = loops[number] ?? [];
    if (loop.length !== slots) faults.push(`loop ${number} has ${loop.length} slots of ${slots}`);
    const countOf = (id: number) => loop.filter((each) => each === id).length;
    const known = new Set<number | null>([null, ...bookings.map(({ id }) => id)]);
    if (loop.some((each) => !known.has(each))) faults.push(`loop ${number} plays an unknown booking`);
    const missing = new Map<number, number>();
    for (const { id, part } of bookings) {
      got.set(id, (got.get(id) ?? 0) + countOf(id));
      if (part.kind === 'plays' && countOf(id) < part.perLoop) missing.set(id, part.perLoop - countOf(id));
      if (part.kind === 'plays' && countOf(id) > part.perLoop) faults.push(`loop ${number} plays ${id} too often`);
      if (part.kind !== 'percent') continue;
      const before = due.get(id) ?? 0;
      due.set(id, before + slots * part.basisPoints);
      const owed = Math.floor((due.get(id) as number) / 10_000) - Math.floor(before / 10_000);
      if (countOf(id) < owed) missing.set(id, owed - countOf(id));
      if (countOf(id) > owed) faults.push(`loop ${number} plays ${id} more than its percentage`);
    }
    const hasRest = bookings.some(({ part }) => part.kind === 'rest');
    if (hasRest && loop.includes(null))
      faults.push(`loop ${number} has an empty slot although bookings share the rest`);
    for (const [id, plays] of missing) {
      missedBy.set(id, (missedBy.get(id) ?? 0) + plays);
      const { priority } = bookings.find((each) => each.id === id) as LoopBooking;
      const isBehind = (each: LoopBooking) => each.part.kind === 'rest' || each.priority > priority;
      if (loop.includes(null) || bookings.some((each) => isBehind(each) && countOf(each.id) > 0)) {
        faults.push(`loop ${number} plays others instead of ${id}, which bought it`);
      }
    }
  }
  for (const { id, part, weight } of tasks[0]?.bookings ?? []) {
    if (part.kind !== 'rest') continue;
    const ofRest = (tasks[0]?.bookings ?? []).filter((each) => each.part.kind === 'rest');
    const all = ofRest.reduce((sum, each) => sum + (got.get(each.id) ?? 0), 0);
    const fair = (all * weight) / ofRest.reduce((sum, each) => sum + each.weight, 0);
    if (Math.abs((got.get(id) ?? 0) - fair) > ofRest.length)
      faults.push(`${id} has ${got.get(id)} plays, expected ${fair}`);
  }
  const namedMissed = problems.flatMap((each) =>
    each.kind === 'overbooked' ? [[each.bookingId, each.missedPlays]] : [],
  );
  if (JSON.stringify([...missedBy].sort()) !== JSON.stringify(namedMissed.sort())) {
    faults.push(`missed ${JSON.stringify([...missedBy])}, reported ${JSON.stringify(namedMissed)}`);
  }
  return faults;
}

/** Returns every violated rule of the sequence of plays, with the number of loops in which it is violated. */
function breachesOf(tasks: readonly LoopTask[], loops: readonly Loop[]): Map<string, number> {
  const all = loops.flatMap((loop, number) => loop.map((id) => ({ id, number })));
  const inLoops = new Map<string, Set<number>>();
  for (const [at, { id, number }] of all.entries()) {
    const booking = tasks[number]?.bookings.find((each) => each.id === id);
    if (booking === undefined) continue;
    const nearest = all.slice(0, at).findLastIndex((each) => each.id === id);
    const note = (key: string) => inLoops.set(key, (inLoops.get(key) ?? new Set()).add(number));
    if (nearest !== -1 && at - nearest - 1 < booking.minGap) note(`gap ${id}`);
    const last = tasks[all[at - 1]?.number ?? 0]?.bookings.find((each) => each.id === all[at - 1]?.id);
    if (last === undefined || last.id === id) continue;
    if (last.exclusionLabels.some((label) => booking.exclusionLabels.includes(label)))
      note(`separation ${id} ${last.id}`);
  }
  return new Map([...inLoops].map(([key, numbers]) => [key, numbers.size] as const).sort());
}

function namedBreaches(problems: readonly LoopProblem[]): Map<string, number> {
  return new Map(
    problems
      .flatMap((each): [string, number][] => {
        if (each.kind === 'gap') return [[`gap ${each.bookingId}`, each.loops]];
        if (each.kind === 'separation') return [[`separation ${each.bookingId} ${each.otherId}`, each.loops]];
        return [];
      })
      .sort(),
  );
}

/** Tries every order of the plays of a loop. */
function hasPerfectOrder(task: LoopTask, loop: Loop): boolean {
  const tried = new Set<string>();
  const orders = (placed: Loop, rest: Loop): boolean => {
    if (rest.length === 0) return breachesOf([task], [placed]).size === 0;
    for (const next of new Set(rest)) {
      const order = [...placed, next];
      const key = order.join();
      if (tried.has(key) || breachesOf([task], [order]).size > 0) continue;
      tried.add(key);
      if (orders(order, rest.toSpliced(rest.indexOf(next), 1))) return true;
    }
    return false;
  };
  return orders([], loop);
}
