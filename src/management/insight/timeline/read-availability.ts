import { type Kysely, sql } from 'kysely';
import type { AvailabilityQuery, InventoryAvailability } from '../../../contract/booking/availability.ts';
import { dayMs } from '../../../core/time/durations.ts';
import { instantOfDate, type LocalClock, localClock, localDateAt, localDayAt } from '../../../core/time/local-time.ts';
import { createForecast, type RequestForecast, type WeeklySchedule } from '../../../exchange/plan/forecast.ts';
import { loadTraffic } from '../../../exchange/plan/traffic-store.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import { bookedClaims } from '../share/booked-claims.ts';
import { type CompetitorRow, readCompetitors } from '../share/read-competitors.ts';

const daysPerWeek = 7;
const always: WeeklySchedule = { activeDays: [], dayParts: [] };

type PositionRow = { readonly id: number; readonly timeZone: string };
type PositionAvailability = InventoryAvailability['positions'][number];

/** Returns the expected, booked and held requests of positions by day. Source: docs/decisions/0177-availability.md, 0218-holds.md. */
export async function readAvailability(
  database: Kysely<Database>,
  { positionId: positionIds, from, to }: AvailabilityQuery,
  { reach, nowMs }: { readonly reach: Reach; readonly nowMs: number },
): Promise<readonly PositionAvailability[]> {
  const { rows: positions } = await sql<PositionRow>`
    select position.id, publication.time_zone from position
    join location on location.id = position.location_id join publication on publication.id = location.publication_id
    where position.id = any(${positionIds}::bigint[]) and ${visibleRows('position', reach)}
    order by position.id`.execute(database);
  const bookings = await readCompetitors(database, {
    positionIds: positions.map(({ id }) => id),
    from: new Date(Math.max(nowMs, Date.parse(from) - dayMs)),
    to: new Date(Date.parse(to) + dayMs),
    bookingId: null,
    reach,
    nowMs,
    includesUnready: true,
  });
  const [claims, traffic] = await Promise.all([
    bookedClaims(database, bookings, nowMs),
    loadTraffic(
      database,
      positions.map(({ id }) => id),
    ),
  ]);
  const forecast = createForecast(traffic, nowMs);
  return positions.map(({ id, timeZone }) => {
    const days = daysOf(localClock(timeZone), { from, to, nowMs });
    const common = { positionId: id, timeZone, from: days[0]?.date ?? from };
    if (!traffic.has(id)) return { ...common, expected: null, booked: days.map(() => 0), held: days.map(() => 0) };
    const perDay = weekly(forecast, { positionId: id, timeZone }, days);
    const expected = perDay(always);
    const [booked, held] = [days.map(() => 0), days.map(() => 0)];
    for (const booking of bookings) {
      const claim = claims.get(booking.id) ?? 0;
      if (claim > 0 && booking.positionIds.includes(id)) {
        addBooked(booking.held ? held : booked, days, { booking, claim, perDay });
      }
    }
    return {
      ...common,
      expected: expected.map(Math.round),
      booked: booked.map(Math.round),
      held: held.map(Math.round),
    };
  });
}

/** One local day, epoch ms, with an exclusive end. */
type Day = { readonly date: string; readonly fromMs: number; readonly toMs: number };
type RequestsPerDay = (schedule: WeeklySchedule) => readonly number[];

function daysOf(
  clock: LocalClock,
  { from, to, nowMs }: { readonly from: string; readonly to: string; readonly nowMs: number },
): readonly Day[] {
  const today = localDateAt(clock, nowMs);
  const days: Day[] = [];
  for (let date = from > today ? from : today; date < to; ) {
    const { fromMs, toMs } = localDayAt(clock, instantOfDate(clock, date));
    days.push({ date, fromMs, toMs });
    date = localDateAt(clock, toMs);
  }
  return days;
}

/** The expected requests within a schedule on each day. Forecasts repeat weekly, so one week is predicted. */
function weekly(
  forecast: RequestForecast,
  position: { readonly positionId: number; readonly timeZone: string },
  days: readonly Day[],
): RequestsPerDay {
  const known = new Map<string, readonly number[]>();
  return (schedule) => {
    const key = JSON.stringify(schedule);
    const found = known.get(key);
    if (found !== undefined) return found;
    const week = days
      .slice(0, daysPerWeek)
      .map(({ fromMs, toMs }) => forecast({ ...position, schedule, fromMs, toMs }));
    const all = days.map((_, index) => week[index % daysPerWeek] ?? 0);
    known.set(key, all);
    return all;
  };
}

/** Adds the requests that a booking needs on each day. A day that it covers in part counts in part. */
function addBooked(
  booked: number[],
  days: readonly Day[],
  {
    booking,
    claim,
    perDay,
  }: { readonly booking: CompetitorRow; readonly claim: number; readonly perDay: RequestsPerDay },
): void {
  const { startDate, endDate, activeDays, dayParts } = booking;
  const requests = perDay({ activeDays, dayParts });
  const [startMs, endMs] = [startDate.getTime(), endDate?.getTime() ?? Number.POSITIVE_INFINITY];
  for (const [index, { fromMs, toMs }] of days.entries()) {
    const part = (Math.min(endMs, toMs) - Math.max(startMs, fromMs)) / (toMs - fromMs);
    if (part > 0) booked[index] = (booked[index] ?? 0) + claim * (requests[index] ?? 0) * part;
  }
}
