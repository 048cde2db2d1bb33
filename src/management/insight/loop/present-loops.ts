import type { Kysely } from 'kysely';
import type { ScreenLoopView } from '../../../contract/booking/loop.ts';
import type { LoopProblem } from '../../../core/loop/loop-booking.ts';
import type { DayPlan } from '../../../core/loop/plan-day.ts';
import type { Database } from '../../../platform/db/schema.ts';

type Head = Pick<
  ScreenLoopView,
  'positionId' | 'date' | 'timeZone' | 'revision' | 'loopSeconds' | 'slotSeconds' | 'unusedSeconds'
>;

/** Returns the plan: plays per booking, unsatisfied rules, and each loop. */
export async function presentLoops(database: Kysely<Database>, plan: DayPlan, head: Head): Promise<ScreenLoopView> {
  const counts = new Map<number, number>();
  let emptyPlays = 0;
  for (const id of plan.loops.flatMap(({ plays }) => plays)) {
    if (id === null) emptyPlays += 1;
    else counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  const all = emptyPlays + [...counts.values()].reduce((sum, count) => sum + count, 0);
  const named = new Set([...counts.keys(), ...plan.problems.map(({ bookingId }) => bookingId as number)]);
  const names = await readNames(database, [...named]);
  return {
    ...head,
    bookings: [...named]
      .map((bookingId) => {
        const plays = counts.get(bookingId) ?? 0;
        return { bookingId, name: names.get(bookingId) ?? null, plays, share: all === 0 ? 0 : plays / all };
      })
      .sort((a, b) => b.plays - a.plays || a.bookingId - b.bookingId),
    emptyPlays,
    problems: plan.problems.map(presentProblem),
    loops: plan.loops.map(({ startMs, plays }) => ({
      startAt: new Date(startMs).toISOString(),
      bookingIds: [...plays],
    })),
  };
}

function presentProblem(problem: LoopProblem): ScreenLoopView['problems'][number] {
  const { kind, bookingId, loops } = problem;
  return {
    kind,
    bookingId,
    otherBookingId: kind === 'separation' ? problem.otherId : null,
    missedPlays: kind === 'overbooked' ? problem.missedPlays : null,
    loops,
  };
}

async function readNames(database: Kysely<Database>, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await database
    .selectFrom('booking')
    .select(['booking.id', 'booking.name'])
    .where('booking.id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
