import { type Kysely, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { StoredMediaBuy } from './read-media-buys.ts';

/** A purchase on which ad operations have decided. */
export type SettledPurchase = { readonly id: number; readonly taskId: string; readonly confirmed: boolean };

/**
 * Records the decisions of ad operations on purchases that wait for approval: a purchase is confirmed when no booking
 * waits for review and at least one is approved, and declined when none remains. Rejected bookings are cancelled
 * packages of a confirmed purchase.
 * @param mediaBuyIds undefined: all that wait
 * @returns the purchases that this call settled, each exactly once
 */
export async function settlePurchases(
  database: Kysely<Database>,
  mediaBuyIds?: readonly number[],
): Promise<readonly SettledPurchase[]> {
  const { rows } = await sql<SettledPurchase>`
    with decided as (
      select buy.id, bool_or(booking.lifecycle = 'approved' and booking.archived_at is null
          and not campaign.cancelled and campaign.archived_at is null) as confirmed
      from media_buy buy
      join campaign on campaign.id = buy.campaign_id
      join media_buy_package package on package.media_buy_id = buy.id
      join booking on booking.id = package.booking_id
      where buy.confirmed_at is null and buy.declined_at is null
        and (${mediaBuyIds ?? null}::bigint[] is null or buy.id = any(${mediaBuyIds ?? null}::bigint[]))
      group by buy.id, campaign.cancelled, campaign.archived_at
      having campaign.cancelled or campaign.archived_at is not null or bool_and(
        booking.archived_at is not null or booking.lifecycle in ('approved', 'rejected', 'cancelled'))
    )
    update media_buy set
      confirmed_at = case when decided.confirmed then now() end,
      declined_at = case when not decided.confirmed then now() end,
      updated_at = now()
    from decided
    where media_buy.id = decided.id and media_buy.confirmed_at is null and media_buy.declined_at is null
    returning media_buy.id, media_buy.task_id, decided.confirmed
  `.execute(database);
  return rows;
}

/** Returns the message about a declined purchase, with the reasons of the reviewers. */
export function declinedMessage({ packages }: Pick<StoredMediaBuy, 'packages'>): string {
  const reasons = packages.flatMap(({ rejectionReason }) => rejectionReason ?? []);
  return ['The purchase was declined', ...new Set(reasons)].join(': ');
}
