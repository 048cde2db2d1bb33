import { sql } from 'kysely';
import { coveredCampaign, rowRules } from './row-rules.ts';

export const campaignRows = rowRules({
  table: 'campaign',
  visibleTo: coveredCampaign,
  snapshot: {
    own: null,
    // An action on a campaign applies to its bookings.
    dependents: [
      { kind: 'bookings', ids: (of) => sql`select id from booking where campaign_id = any(${of}::bigint[])` },
    ],
  },
  search: {
    detail: sql`(select partner.name from media_partner partner where partner.id = campaign.advertiser_company_id)`,
    also: sql`coalesce(campaign.po_number, '')`,
  },
});
