import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';
import { knownHours, type SumDifference } from './compare-sums.ts';
import { recounted } from './shadow-tables.ts';

const columns = sql.raw('event_id, shopper_key, kind, happened_at, booking_id, creative_id, position_id');

/**
 * Replaces stored touches by recounted ones where they differ and the journal is complete, and returns the number.
 * Existing touches keep the product and brand with which they were counted.
 */
export async function replaceTouches(transaction: Transaction<Database>): Promise<readonly SumDifference[]> {
  const made = sql.table(recounted('touch'));
  await sql`create temporary table differing_touch on commit drop as
    select made.event_id, made.is_again, made.is_stored from (
      select coalesce(again.event_id, stored.event_id) as event_id,
        again.event_id is not null as is_again, stored.event_id is not null as is_stored,
        date_trunc('hour', coalesce(again.happened_at, stored.happened_at), 'UTC') as hour_at,
        coalesce(again.booking_id, stored.booking_id) as booking_id,
        coalesce(again.creative_id, stored.creative_id) as creative_id,
        coalesce(again.position_id, stored.position_id) as position_id
      from (select ${columns} from touch) as stored
      full join (select ${columns} from ${made}) as again using (event_id)
      where stored is distinct from again
    ) as made where ${knownHours}`.execute(transaction);
  const { rows } = await sql<{ rows: number; stored: number; again: number }>`
    select count(*) as rows, count(*) filter (where differing.is_stored) as stored,
      count(*) filter (where differing.is_again) as again
    from differing_touch as differing`.execute(transaction);
  await sql`
    update ${made} as again set product_id = touch.product_id, brand_id = touch.brand_id
    from touch, differing_touch as differing
    where touch.event_id = again.event_id and differing.event_id = again.event_id`.execute(transaction);
  await sql`delete from touch using differing_touch as differing where differing.event_id = touch.event_id`.execute(
    transaction,
  );
  await sql`insert into touch select again.* from ${made} as again
    join differing_touch as differing on differing.event_id = again.event_id`.execute(transaction);
  const [found] = rows;
  if (found === undefined || found.rows === 0) return [];
  const sums = [{ name: 'touches', stored: found.stored, recounted: found.again }];
  return [{ table: 'touch', day: null, rows: found.rows, sums }];
}
