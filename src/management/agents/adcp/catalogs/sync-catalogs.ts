/*
 * Catalogs, conversions and feedback of buyer agents.
 *
 * - `sync-catalogs.ts`, `save-catalog.ts`, `product-of-item.ts`: product catalogs.
 * - `sync-event-sources.ts`, `log-events.ts`: conversion actions and their conversions.
 * - `performance-feedback.ts`: feedback as a comment of the campaign.
 *
 * See docs/decisions/0244-data-of-buyer-agents.md.
 */

import { dryRun, inTransaction, type TransactionChange } from '../../../records/change.ts';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { accountOfData, textFaultOf } from './account-of-data.ts';
import type { CatalogGiven, CatalogRow, CatalogsCall, CatalogsResult } from './protocol-calls.ts';
import { type CatalogScope, readCatalogs, removeCatalog, saveCatalog } from './save-catalog.ts';

/**
 * Creates, changes and removes product catalogs of an account: the tool `sync_catalogs`. A call without catalogs lists
 * those of the account.
 */
export async function syncCatalogs(
  context: SellerContext,
  request: CatalogsCall,
  accountId: string,
): Promise<CatalogsResult> {
  requireScopes(context, 'campaigns:write', 'products:read');
  const account = accountOfData(context, accountId);
  const scope: CatalogScope = { buyerAgentId: context.buyer.id, accountId, brandId: account.brandId };
  const known = await readCatalogs(context.services.database, scope);
  const { catalogs, catalog_ids: only, delete_missing: deletesMissing = false, dry_run: isDryRun = false } = request;
  if (catalogs === undefined) return { catalogs: known.map((one) => ({ ...one, action: 'unchanged' })) };
  const wanted = catalogs.filter(({ catalog_id: id }) => only === undefined || only.includes(id ?? ''));
  const faults = wanted.map(faultOf);
  const isStrict = request.validation_mode !== 'lenient' && faults.some((fault) => fault !== null);
  const rows: CatalogRow[] = [];
  for (const [index, catalog] of wanted.entries()) {
    const other = isStrict ? 'Not saved, because another catalog is invalid and validation_mode is strict' : null;
    const fault = faults[index] ?? other;
    if (fault !== null) rows.push(failed(catalog.catalog_id ?? '', fault));
    else rows.push(await run(context, isDryRun, (change) => saveCatalog(change, scope, catalog)));
  }
  const given = new Set(catalogs.map(({ catalog_id: id }) => id));
  for (const { catalog_id: id } of deletesMissing && !isStrict
    ? known.filter((one) => !given.has(one.catalog_id))
    : []) {
    rows.push(await run(context, isDryRun, (change) => removeCatalog(change, scope, id)));
  }
  return { ...(isDryRun && { dry_run: true }), catalogs: rows };
}

function run(
  { services, caller, requestId }: SellerContext,
  isDryRun: boolean,
  work: (change: TransactionChange) => Promise<CatalogRow>,
): Promise<CatalogRow> {
  const call = { services, caller, requestId };
  if (isDryRun) return dryRun(call, work);
  return inTransaction(services.database, (transaction) => work({ ...call, transaction }));
}

function faultOf({ catalog_id: id = '', name = id, type, url, items }: CatalogGiven): string | null {
  if (type !== 'product') return `Catalogs of type ${type} are not supported. Send a catalog of type product`;
  if (url !== undefined || items === undefined) return 'Feeds at addresses are not supported. Send the items';
  return textFaultOf(id, name);
}

function failed(catalogId: string, message: string): CatalogRow {
  return { catalog_id: catalogId, action: 'failed', errors: [{ code: 'VALIDATION_ERROR', message }] };
}
