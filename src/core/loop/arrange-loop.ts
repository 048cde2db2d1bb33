import type { BookingId } from '../vocabulary/ids.ts';
import type { Loop, LoopBooking } from './loop-booking.ts';

/** Plays to arrange, and the plays before the loop. */
export type ArrangeTask = {
  readonly slots: number;
  readonly bookings: ReadonlyMap<BookingId, LoopBooking>;
  readonly plays: ReadonlyMap<BookingId, number>;
  /** The plays before the loop, most recent last: as many as the largest gap, at least one. */
  readonly before: Loop;
};

/** A rule that a play at a slot violates. */
export type Breach =
  | { readonly kind: 'gap'; readonly bookingId: BookingId }
  | { readonly kind: 'separation'; readonly bookingId: BookingId; readonly otherId: BookingId };

/** Number of slots that a search may try before it stops. */
export type SearchBudget = { left: number };

/** Yields orders that violate no rule, the most even first. Yields none if there is none or the budget is used up. */
export function* arrangements(task: ArrangeTask, budget: SearchBudget): Generator<Loop> {
  const rest = new Map(task.plays);
  const placed: (BookingId | null)[] = [];
  yield* search();

  function* search(): Generator<Loop> {
    if (placed.length === task.slots) {
      yield [...placed];
      return;
    }
    for (const next of candidatesAt(task, placed, rest)) {
      if (budget.left <= 0) return;
      budget.left -= 1;
      if (next !== null && breachesAt(task, placed, next).length > 0) continue;
      take(rest, next);
      placed.push(next);
      yield* search();
      placed.pop();
      giveBack(rest, next);
    }
  }
}

/** Returns the order with the fewest violations that a search without backtracking finds. */
export function arrangeAnyhow(task: ArrangeTask): Loop {
  const rest = new Map(task.plays);
  const placed: (BookingId | null)[] = [];
  while (placed.length < task.slots) {
    const candidates = candidatesAt(task, placed, rest);
    const breaches = candidates.map((next) => (next === null ? 0 : breachesAt(task, placed, next).length));
    const next = candidates[breaches.indexOf(Math.min(...breaches))] ?? null;
    take(rest, next);
    placed.push(next);
  }
  return placed;
}

/** Returns the rules that a play violates after the plays already arranged. */
export function breachesAt(
  { bookings, before }: Pick<ArrangeTask, 'bookings' | 'before'>,
  placed: Loop,
  next: BookingId,
): readonly Breach[] {
  const booking = bookings.get(next) as LoopBooking;
  const breaches: Breach[] = [];
  const playAt = (back: number) =>
    placed[placed.length - back] ?? before[before.length - (back - placed.length)] ?? null;
  const last = playAt(1);
  const other = last === null ? undefined : bookings.get(last);
  if (other !== undefined && other.id !== next && haveCommon(booking.exclusionLabels, other.exclusionLabels)) {
    breaches.push({ kind: 'separation', bookingId: next, otherId: other.id });
  }
  for (let back = 1; back <= booking.minGap; back += 1) {
    if (playAt(back) !== next) continue;
    breaches.push({ kind: 'gap', bookingId: next });
    break;
  }
  return breaches;
}

/** Returns the plays that can come next, the earliest due first: in the slot of a store roadblock only that. An empty slot is treated as a separate booking. */
function candidatesAt(
  { slots, bookings, plays, before }: ArrangeTask,
  placed: Loop,
  rest: ReadonlyMap<BookingId, number>,
): readonly (BookingId | null)[] {
  const pinsOf = (id: BookingId) => bookings.get(id)?.pins;
  const pinned = [...rest.keys()].find((id) => pinsOf(id)?.includes(placed.length));
  if (pinned !== undefined) return [pinned];
  const dueOf = (id: BookingId): number => {
    const last = placed.lastIndexOf(id);
    const lastAt = last === -1 ? before.lastIndexOf(id) - before.length : last;
    const every = slots / (plays.get(id) as number);
    // Of two bookings without a play, the more frequent one comes first.
    return (last === -1 && before.lastIndexOf(id) === -1 ? -every / 2 : lastAt) + every;
  };
  const unpinned = [...rest.keys()].filter((id) => pinsOf(id) === undefined);
  const waiting: (BookingId | null)[] = unpinned.sort((one, other) => dueOf(one) - dueOf(other) || one - other);
  const wanted = [...rest.values()].reduce((sum, count) => sum + count, 0);
  if (slots - placed.length > wanted) waiting.push(null);
  return waiting;
}

function take(rest: Map<BookingId, number>, id: BookingId | null): void {
  if (id === null) return;
  const left = (rest.get(id) as number) - 1;
  if (left === 0) rest.delete(id);
  else rest.set(id, left);
}

function giveBack(rest: Map<BookingId, number>, id: BookingId | null): void {
  if (id !== null) rest.set(id, (rest.get(id) ?? 0) + 1);
}

function haveCommon(one: readonly string[], other: readonly string[]): boolean {
  return one.some((label) => other.includes(label));
}
