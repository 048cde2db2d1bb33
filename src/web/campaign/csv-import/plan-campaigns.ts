import type { BulkBody, BulkResult, Campaign } from '../../../client/generated/types.gen.ts';
import { mergePatchOf } from '../../api/merge-patch.ts';
import { t } from '../../i18n/t.ts';
import { type CampaignFields, csvColumns } from './campaign-columns.ts';
import type { CampaignRow, CsvFault } from './read-campaign-rows.ts';

type Item = BulkBody['items'][number];

/** A row with the change that it causes. */
export type PlannedRow = CampaignRow & {
  readonly kind: 'create' | 'change' | 'same' | 'invalid';
  /** Changed columns. */
  readonly changed: readonly string[];
  /** Item of the bulk call. Null: the row changes nothing or is invalid. */
  readonly item: Item | null;
  /** Previous values of the changed fields, for undo. Null: a new campaign, or no change. */
  readonly before: Partial<CampaignFields> | null;
};

/** Compares each row with the stored campaign. */
export function planCampaigns(
  rows: readonly CampaignRow[],
  stored: ReadonlyMap<number, Campaign>,
): readonly PlannedRow[] {
  return rows.map((row): PlannedRow => {
    const invalid = (faults: readonly CsvFault[]): PlannedRow => ({
      ...row,
      faults,
      kind: 'invalid',
      changed: [],
      item: null,
      before: null,
    });
    if (row.faults.length > 0) return invalid(row.faults);
    if (row.id === null) {
      return { ...row, kind: 'create', changed: Object.keys(row.fields), item: { create: row.fields }, before: null };
    }
    const campaign = stored.get(row.id);
    if (campaign === undefined) {
      return invalid([{ column: 'id', message: t('campaign.error.unknownCampaign', { id: String(row.id) }) }]);
    }
    const fields = fieldsOf(campaign);
    const patch = mergePatchOf(fields, row.fields);
    const changed = Object.keys(patch);
    if (changed.length === 0) return { ...row, kind: 'same', changed, item: null, before: null };
    const before = Object.fromEntries(changed.map((name) => [name, fields[name as keyof CampaignFields]]));
    return {
      ...row,
      kind: 'change',
      changed,
      // The compared version: a later change by another user is a conflict.
      item: { id: row.id, ifMatch: `"${campaign.version}"`, patch },
      before,
    };
  });
}

/** The rows with the problems of a dry run. */
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
    const general = { column: null, message: problem.detail ?? problem.title };
    return { ...row, kind: 'invalid', faults: faults.length === 0 ? [general] : faults };
  });
}

/**
 * Items that undo an import: previous values for changed campaigns, archiving for new ones. Campaigns that changed after
 * the import are a conflict.
 */
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
