import { sql, type Transaction } from 'kysely';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { ThirdPartyCountsBody } from '../../../contract/insight/discrepancy.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { nounOf } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { visibleRows } from '../../records/visible-rows.ts';

/**
 * Stores the counts of a third party. Each replaces that of the same source, booking and day.
 * @returns number of stored counts
 * @throws DomainError `invalid_request` if a booking does not exist or the caller may not see it, or a day is repeated
 */
export async function storeThirdPartyCounts(
  transaction: Transaction<Database>,
  { source, counts }: ThirdPartyCountsBody,
  reach: Reach,
): Promise<number> {
  const ids = [...new Set(counts.map(({ bookingId }) => bookingId))];
  const known = await transaction
    .selectFrom('booking')
    .select('booking.id')
    .where('booking.id', 'in', ids)
    .where(visibleRows('booking', reach))
    .execute();
  const knownIds = new Set(known.map(({ id }) => id));
  const seen = new Set<string>();
  for (const [index, { bookingId, day }] of counts.entries()) {
    if (!knownIds.has(bookingId)) {
      const message = fieldMessage('objectNotFound', { object: nounOf('bookings'), id: bookingId });
      throw invalidField(`/counts/${index}/bookingId`, 'reference_not_found', message);
    }
    const key = `${bookingId} ${day}`;
    if (seen.has(key)) throw invalidField(`/counts/${index}/day`, 'duplicate', fieldMessage('repeatedDay'));
    seen.add(key);
  }
  const numbersOf = (name: 'impressions' | 'viewables' | 'clicks') => counts.map((count) => count[name] ?? null);
  await sql`
    insert into third_party_count (booking_id, source, local_day, impressions, viewables, clicks)
    select given.booking_id, ${source}::text, given.local_day, given.impressions, given.viewables, given.clicks
    from unnest(${counts.map(({ bookingId }) => bookingId)}::bigint[], ${counts.map(({ day }) => day)}::date[],
        ${numbersOf('impressions')}::bigint[], ${numbersOf('viewables')}::bigint[], ${numbersOf('clicks')}::bigint[])
      as given (booking_id, local_day, impressions, viewables, clicks)
    order by given.booking_id, given.local_day
    on conflict (booking_id, source, local_day) do update set impressions = excluded.impressions,
      viewables = excluded.viewables, clicks = excluded.clicks, received_at = now()`.execute(transaction);
  return counts.length;
}
