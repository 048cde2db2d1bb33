import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/**
 * Marks the viewers of experiments who converted after their first exposure, with the time of their first conversion. A
 * conversion counts if it is for a brand of the campaign, whatever ad it is credited to. Source:
 * docs/decisions/0224-experiments.md.
 * @param sinceMs receipt of the earliest conversion to search, epoch ms
 * @returns number of viewers that were marked
 */
export async function markConverted(database: Kysely<Database>, sinceMs = 0): Promise<number> {
  const { rows } = await sql<{ any: boolean }>`select exists (select from experiment_viewer) as "any"`.execute(
    database,
  );
  if (rows[0]?.any !== true) return 0;
  const { numAffectedRows } = await sql`
    update experiment_viewer viewer set converted_at = found.occurred_at
    from (
      select one.booking_id, one.viewer_key, min(conversion.occurred_at) as occurred_at
      from conversion
      cross join lateral unnest(conversion.shopper_keys) as known (viewer_key)
      join experiment_viewer one on one.viewer_key = known.viewer_key and one.converted_at is null
        and one.first_at <= conversion.occurred_at
      join booking on booking.id = one.booking_id
      join campaign on campaign.id = booking.campaign_id
        and campaign.advertiser_company_id = conversion.media_partner_id
      where conversion.shopper_keys <> '{}' and not conversion.repeated
        and conversion.received_at >= ${new Date(sinceMs)}::timestamptz and exists (
          select from conversion_line line where line.conversion_id = conversion.id
            and (line.brand_id = any(campaign.brand_ids)
              or line.brand_id is null and conversion.conversion_action_id is not null))
      group by one.booking_id, one.viewer_key
    ) found
    where viewer.booking_id = found.booking_id and viewer.viewer_key = found.viewer_key`.execute(database);
  return Number(numAffectedRows ?? 0);
}
