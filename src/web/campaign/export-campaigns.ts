import { everyObject } from '../../client/every-object.ts';
import { listCampaigns } from '../../client/generated/sdk.gen.ts';
import type { Campaign, ListCampaignsData } from '../../client/generated/types.gen.ts';
import { csvText } from '../../core/words/csv-cell.ts';
import { client } from '../api/client.ts';
import { saveCsv } from '../ui/display/save-file.ts';

type Query = NonNullable<ListCampaignsData['query']>;

const head =
  'id externalId name status health type advertiserCompanyId invoiceCompanyId brandIds poNumber validUntil startDate endDate bookings creatives impressions clicks'.split(
    ' ',
  );

/** Saves all campaigns that fit the filters, not only the page that is shown. */
export async function exportCampaigns(query: Query): Promise<void> {
  const { limit: _limit, offset: _offset, ...filters } = query;
  const rows: (readonly (string | number | null)[])[] = [head];
  const list = (page: { readonly limit: number; readonly cursor?: string }) =>
    listCampaigns({ client, query: { ...filters, ...page } });
  for await (const campaign of everyObject<Campaign>(list)) rows.push(rowOf(campaign));
  saveCsv('campaigns.csv', csvText(rows));
}

function rowOf(campaign: Campaign): readonly (string | number | null)[] {
  return [
    campaign.id,
    campaign.externalId,
    campaign.name,
    campaign.status,
    campaign.health,
    campaign.type,
    campaign.advertiserCompanyId,
    campaign.invoiceCompanyId,
    campaign.brandIds.join(' '),
    campaign.poNumber,
    campaign.validUntil,
    campaign.startDate,
    campaign.endDate,
    campaign.bookingCount,
    campaign.creativeCount,
    campaign.delivered.impressions,
    campaign.delivered.clicks,
  ];
}
