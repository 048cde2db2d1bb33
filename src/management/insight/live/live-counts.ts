import { type Kysely, sql } from 'kysely';
import type { LiveDelivery } from '../../../contract/insight/live-delivery.ts';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import { counterColumns, counterSums } from '../../../platform/db/counter-columns.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { visibleRows } from '../../records/visible-rows.ts';

/** Days around the current UTC day: some time zone has yesterday, another one tomorrow. */
const daysAround = 1;

/** Returns the counted events of the most recent local days within a reach. */
export async function readLiveDelivery(database: Kysely<Database>, reach: Reach): Promise<LiveDelivery> {
  const { asOfMs } = await readRollUpState(database);
  const within =
    reach === 'everything'
      ? sql`true`
      : sql`exists (select from booking where booking.id = booking_day.booking_id and ${visibleRows('booking', reach)})`;
  const { rows } = await sql<LiveDelivery['days'][number]>`
    select summed.day::text as day, ${counterColumns('summed')}
    from (
      select booking_day.local_day as day, ${counterSums('booking_day')}
      from booking_day
      where booking_day.local_day >= (now() at time zone 'UTC')::date - ${daysAround}::integer and ${within}
      group by booking_day.local_day
    ) summed
    order by summed.day`.execute(database);
  return { asOf: asOfMs === 0 ? null : new Date(asOfMs).toISOString(), days: rows };
}
