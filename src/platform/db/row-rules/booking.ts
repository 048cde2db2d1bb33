import { sql } from 'kysely';
import { coveredCampaign, rowRules } from './row-rules.ts';

export const bookingRows = rowRules({
  table: 'booking',
  visibleTo: (pairs) => sql<boolean>`exists (
    select 1 from campaign where campaign.id = booking.campaign_id and ${coveredCampaign(pairs)}
  )`,
  snapshot: {
    own: 'bookings',
    dependents: [
      {
        kind: 'creatives',
        // Creatives of its products are created with it.
        members: ['sponsored'],
        ids: (of) => sql`
          select ad.creative_id as id from booking_creative ad join creative on creative.id = ad.creative_id
          where ad.booking_id = any(${of}::bigint[]) and ad.removed_at is null and creative.product_id is not null`,
      },
    ],
  },
  search: {
    detail: sql`(select parent.name from campaign parent where parent.id = booking.campaign_id)`,
  },
});
