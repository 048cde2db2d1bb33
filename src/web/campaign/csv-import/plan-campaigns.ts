import type { BulkBody, BulkResult, Campaign } from '../../../client/generated/types.gen.ts';
import { mergePatchOf } from '../../api/merge-patch.ts';
import { type CampaignFields, csvColumns } from './campaign-columns.ts';
import type { CampaignRow, CsvFault } from './read-campaign-rows.ts';

type Item = BulkBody['items'][number];

/** What a row comes to. */
export type PlannedRow = CampaignRow & {
  readonly kind: 'create' | 'change' | 'same' | 'wrong';
  /** Columns that become different. */
  readonly changed: readonly string[];
  /** Entry of the bulk call; null: none is needed, or possible. */
  readonly item: Item | null;
  /** Fields as they were, to take it back; null: there is nothing to change back. */
  readonly before: Partial<CampaignFields> | null;
};

/** What would be asked for: each row against the campaign that is there now. */
export function planCampaigns(
  rows: readonly CampaignRow[],
  stored: ReadonlyMap<number, Campaign>,
): readonly PlannedRow[] {
  return rows.map((row): PlannedRow => {
    const wrong = (faults: readonly CsvFault[]): PlannedRow => ({
      ...row,
      faults,
      kind: 'wrong',
      changed: [],
      item: null,
      before: null,
    });
    if (row.faults.length > 0) return wrong(row.faults);
    if (row.id === null) {
      return { ...row, kind: 'create', changed: Object.keys(row.fields), item: { create: row.fields }, before: null };
    }
    const campaign = stored.get(row.id);
    if (campaign === undefined) return wrong([{ column: 'id', message: `there is no campaign ${row.id}` }]);
    const fields = fieldsOf(campaign);
    const patch = mergePatchOf(fields, row.fields);
    const changed = Object.keys(patch);
    if (changed.length === 0) return { ...row, kind: 'same', changed, item: null, before: null };
    const before = Object.fromEntries(changed.map((name) => [name, fields[name as keyof CampaignFields]]));
    return {
      ...row,
      kind: 'change',
      changed,
      // Of the version that was compared: what a colleague changes meanwhile is a conflict, and not lost.
      item: { id: row.id, ifMatch: `"${campaign.version}"`, patch },
      before,
    };
  });
}

/** The rows with what a try said about them. */
export function withResult(rows: readonly PlannedRow[], { results }: BulkResult): readonly PlannedRow[] {
  let entry = 0;
  return rows.map((row) => {
    if (row.item === null) return row;
    const problem = results[entry]?.problem;
    entry += 1;
    if (problem === undefined) return row;
    const faults = (problem.errors ?? []).map(({ pointer, message }) => {
      const name = pointer.split('/')[1] ?? '';
      return { column: name in csvColumns ? name : null, message };
    });
    const whole = { column: null, message: problem.detail ?? problem.title };
    return { ...row, kind: 'wrong', faults: faults.length === 0 ? [whole] : faults };
  });
}

/** Takes back what was done, unless somebody changed it since: changes are changed back, new ones are archived. */
export function undoItemsOf(rows: readonly PlannedRow[], { results }: BulkResult): readonly Item[] {
  const done = rows.filter(({ item }) => item !== null);
  return done.flatMap((row, index): Item[] => {
    const { object, etag: ifMatch } = results[index] ?? {};
    const id = Number(object?.['id']);
    if (!Number.isSafeInteger(id) || ifMatch === undefined) return [];
    return [row.before === null ? { id, ifMatch, action: 'archive' } : { id, ifMatch, patch: row.before }];
  });
}

function fieldsOf(campaign: Campaign): CampaignFields {
  const { externalId, name, type, advertiserCompanyId, invoiceCompanyId, brandIds, poNumber, validUntil } = campaign;
  return { externalId, name, type, advertiserCompanyId, invoiceCompanyId, brandIds, poNumber, validUntil };
}
