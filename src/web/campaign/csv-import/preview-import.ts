import { changeCampaigns, listCampaigns } from '../../../client/generated/sdk.gen.ts';
import type { BulkResult, Campaign } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { bytesText } from '../../labels/figures.ts';
import { type PlannedRow, planCampaigns, withResult } from './plan-campaigns.ts';
import { readCampaignRows } from './read-campaign-rows.ts';
import { type FileLines, readLines } from './read-lines.ts';

/** Ids per call of the list. */
const idsAtOnce = 100;
/** Far above the size of a file with the maximum number of campaigns. */
const maxFileBytes = 1024 * 1024;

/** The planned changes of a file. */
export type ImportPreview = {
  readonly name: string;
  readonly encoding: FileLines['encoding'];
  readonly fault: string | null;
  readonly ignored: readonly string[];
  readonly rows: readonly PlannedRow[];
};

/** Reads a file, compares it with the stored campaigns and runs a dry run on the server. */
export async function previewImport(file: File): Promise<ImportPreview> {
  const empty = { name: file.name, encoding: 'utf-8', ignored: [], rows: [] } as const;
  if (file.size > maxFileBytes)
    return { ...empty, fault: t('campaign.error.fileTooLarge', { size: bytesText(maxFileBytes) }) };
  const { lines, encoding, fault: faultOfLines } = readLines(new Uint8Array(await file.arrayBuffer()));
  if (faultOfLines !== null) return { ...empty, encoding, fault: faultOfLines };
  const { rows, ignored, fault } = readCampaignRows(lines);
  if (fault !== null) return { ...empty, encoding, fault, ignored };
  const stored = await readCampaigns(rows.flatMap(({ id }) => id ?? []));
  const planned = planCampaigns(rows, stored);
  const result = await send(planned, { dryRun: true });
  return { ...empty, encoding, fault, ignored, rows: result === null ? planned : withResult(planned, result) };
}

/** Imports the rows atomically. */
export async function applyRows(rows: readonly PlannedRow[]): Promise<BulkResult | null> {
  return send(rows, { dryRun: false });
}

async function send(rows: readonly PlannedRow[], options: { readonly dryRun: boolean }): Promise<BulkResult | null> {
  const items = rows.flatMap(({ item }) => item ?? []);
  if (items.length === 0) return null;
  return dataOf(changeCampaigns({ client, body: { mode: 'atomic', ...options, items } }));
}

async function readCampaigns(ids: readonly number[]): Promise<ReadonlyMap<number, Campaign>> {
  const found = new Map<number, Campaign>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const query = { id: ids.slice(from, from + idsAtOnce), includeArchived: 'true', limit: idsAtOnce } as const;
    for (const campaign of await dataOf(listCampaigns({ client, query }))) found.set(campaign.id, campaign);
  }
  return found;
}
