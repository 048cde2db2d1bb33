import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/**
 * Marks the viewers of experiments who converted after their first exposure, with the time of their first conversion. A
 * conversion counts if it is for a brand of the campaign, whatever ad it is credited to. Source:
 * docs/decisions/0224-experiments.md.
 * @returns number of viewers that were marked
 */
export async function markConverted(database: Kysely<Database>): Promise<number> {
  const { numAffectedRows } = await sql`
    update experiment_viewer viewer set converted_at = found.occurred_at
    from (
      select one.booking_id, one.viewer_key, min(conversion.occurred_at) as occurred_at
      from experiment_viewer one
      join booking on booking.id = one.booking_id
      join campaign on campaign.id = booking.campaign_id
      join conversion on conversion.shopper_keys @> array[one.viewer_key] and conversion.shopper_keys <> '{}'
        and conversion.media_partner_id = campaign.advertiser_company_id
        and conversion.occurred_at >= one.first_at and not conversion.repeated
      where one.converted_at is null and exists (
        select from conversion_line line where line.conversion_id = conversion.id
          and (line.brand_id = any(campaign.brand_ids)
            or line.brand_id is null and conversion.conversion_action_id is not null))
      group by one.booking_id, one.viewer_key
    ) found
    where viewer.booking_id = found.booking_id and viewer.viewer_key = found.viewer_key`.execute(database);
  return Number(numAffectedRows ?? 0);
}
