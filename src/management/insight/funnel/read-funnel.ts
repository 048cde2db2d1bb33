import { type Kysely, sql } from 'kysely';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { FunnelQuery, FunnelView } from '../../../contract/insight/funnel.ts';
import { maxFunnelDays } from '../../../contract/insight/funnel.ts';
import type { SlotOutcome } from '../../../core/decision/judge-booking.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { DomainError } from '../../records/domain-error.ts';
import type { CountedFunnel, Period } from './count-funnel.ts';
import { OutcomeSums, presentCounts } from './funnel-counts.ts';

/** Returns whole hours up to the current one. */
export function periodOf({ from, to }: FunnelQuery, nowMs: number): Period {
  const toMs = Math.ceil((to === undefined ? nowMs + 1 : Date.parse(to)) / hourMs) * hourMs;
  const fromMs = from === undefined ? toMs - dayMs : Math.floor(Date.parse(from) / hourMs) * hourMs;
  if (fromMs >= toMs || toMs - fromMs > maxFunnelDays * dayMs) {
    throw new DomainError('invalid_request', {
      errors: [
        {
          pointer: '/from',
          in: 'query',
          code: 'out_of_range',
          message: fieldMessage('funnelRange', { days: maxFunnelDays }),
        },
      ],
    });
  }
  return { fromMs, toMs };
}

export type FunnelOf = { readonly bookingId: number; readonly timeZone: string };

/** Returns the funnel: outcomes and counted impressions. */
export async function presentFunnel(
  database: Kysely<Database>,
  { bookingId, timeZone }: FunnelOf,
  { fromMs, toMs }: Period,
  { outcomes, isComplete, completeFromMs }: CountedFunnel,
): Promise<FunnelView> {
  const impressions = await readImpressions(database, bookingId, { fromMs, toMs });
  const hours = [...new Set([...outcomes.keys(), ...impressions.keys()])].sort((a, b) => a - b);
  const totals = new OutcomeSums();
  for (const counts of outcomes.values()) totals.addAll(new Map([[0, counts]]));
  const counted = [...impressions.values()].reduce((sum, count) => sum + count, 0);
  const localHour = localHourIn(timeZone);
  return {
    bookingId,
    from: new Date(fromMs).toISOString(),
    to: new Date(toMs).toISOString(),
    timeZone,
    complete: isComplete,
    completeFrom: completeFromMs === null ? null : new Date(completeFromMs).toISOString(),
    totals: presentCounts(totals.hours.get(0) ?? none, counted),
    hours: hours.map((hour) => ({
      hourAt: new Date(hour * hourMs).toISOString(),
      localHour: localHour(hour * hourMs),
      ...presentCounts(outcomes.get(hour) ?? none, impressions.get(hour) ?? 0),
    })),
  };
}

const none: ReadonlyMap<SlotOutcome, number> = new Map();

/** Reads impressions by the hour of their time, in hours since the epoch. */
async function readImpressions(
  database: Kysely<Database>,
  bookingId: number,
  { fromMs, toMs }: Period,
): Promise<ReadonlyMap<number, number>> {
  const rows = await sql<{ hourAt: Date; impressions: string }>`
    select delivery_hour.hour_at, sum(delivery_hour.impressions) as impressions
    from delivery_hour
    where delivery_hour.booking_id = ${bookingId}
      and delivery_hour.hour_at >= ${new Date(fromMs)} and delivery_hour.hour_at < ${new Date(toMs)}
    group by delivery_hour.hour_at
    having sum(delivery_hour.impressions) > 0`.execute(database);
  const byHour = new Map<number, number>();
  for (const { hourAt, impressions } of rows.rows) {
    byHour.set(Math.floor(new Date(hourAt).getTime() / hourMs), Number(impressions));
  }
  return byHour;
}

function localHourIn(timeZone: string): (atMs: number) => string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  });
  return (atMs) => format.format(atMs).replace(' ', 'T');
}
