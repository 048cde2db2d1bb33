import { everyObject } from '../../client/every-object.ts';
import { listCampaigns } from '../../client/generated/sdk.gen.ts';
import type { Campaign, ListCampaignsData } from '../../client/generated/types.gen.ts';
import { csvText } from '../../core/vocabulary/csv-cell.ts';
import { client } from '../api/client.ts';
import { saveCsv } from '../ui/display/save-file.ts';
import { type ExportCell, exportColumns } from './export-columns.ts';

type Query = NonNullable<ListCampaignsData['query']>;

/** Saves all campaigns that match the filters as a CSV file. */
export async function exportCampaigns(query: Query): Promise<void> {
  const { limit: _limit, offset: _offset, ...filters } = query;
  const rows: (readonly ExportCell[])[] = [Object.keys(exportColumns)];
  const list = (page: { readonly limit: number; readonly cursor?: string }) =>
    listCampaigns({ client, query: { ...filters, ...page } });
  for await (const campaign of everyObject<Campaign>(list))
    rows.push(Object.values(exportColumns).map((cellOf) => cellOf(campaign)));
  saveCsv('campaigns.csv', csvText(rows));
}
