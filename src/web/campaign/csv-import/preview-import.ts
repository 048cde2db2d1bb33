import { changeCampaigns, listCampaigns } from '../../../client/generated/sdk.gen.ts';
import type { BulkResult, Campaign } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { type PlannedRow, planCampaigns, withResult } from './plan-campaigns.ts';
import { readCampaignRows } from './read-campaign-rows.ts';
import { type FileLines, readLines } from './read-lines.ts';

/** Ids in one call of the list. */
const idsAtOnce = 100;
/** A file of two hundred campaigns is far below. */
const maxFileBytes = 1024 * 1024;

/** What a file would do. */
export type ImportPreview = {
  readonly name: string;
  readonly encoding: FileLines['encoding'];
  readonly fault: string | null;
  readonly ignored: readonly string[];
  readonly rows: readonly PlannedRow[];
};

/** Reads a file, compares it with what is there, and asks the server what it would say; nothing is changed. */
export async function previewImport(file: File): Promise<ImportPreview> {
  const nothing = { name: file.name, encoding: 'utf-8', ignored: [], rows: [] } as const;
  if (file.size > maxFileBytes) return { ...nothing, fault: 'It is larger than 1 MB.' };
  const { lines, encoding, fault: faultOfLines } = readLines(new Uint8Array(await file.arrayBuffer()));
  if (faultOfLines !== null) return { ...nothing, encoding, fault: faultOfLines };
  const { rows, ignored, fault } = readCampaignRows(lines);
  if (fault !== null) return { ...nothing, encoding, fault, ignored };
  const stored = await readCampaigns(rows.flatMap(({ id }) => id ?? []));
  const planned = planCampaigns(rows, stored);
  const result = await send(planned, 'try');
  return { ...nothing, encoding, fault, ignored, rows: result === null ? planned : withResult(planned, result) };
}

/** Does it, all or nothing. */
export async function applyRows(rows: readonly PlannedRow[]): Promise<BulkResult | null> {
  return send(rows, 'do');
}

async function send(rows: readonly PlannedRow[], how: 'try' | 'do'): Promise<BulkResult | null> {
  const items = rows.flatMap(({ item }) => item ?? []);
  if (items.length === 0) return null;
  return dataOf(changeCampaigns({ client, body: { mode: 'atomic', dryRun: how === 'try', items } }));
}

async function readCampaigns(ids: readonly number[]): Promise<ReadonlyMap<number, Campaign>> {
  const found = new Map<number, Campaign>();
  for (let from = 0; from < ids.length; from += idsAtOnce) {
    const query = { id: ids.slice(from, from + idsAtOnce), includeArchived: 'true', limit: idsAtOnce } as const;
    for (const campaign of await dataOf(listCampaigns({ client, query }))) found.set(campaign.id, campaign);
  }
  return found;
}
