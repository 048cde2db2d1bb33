import { type Kysely, sql, type Transaction } from 'kysely';
import { resolveMessage } from '../../../../messages/message-reference.ts';
import { translatorOf } from '../../../../messages/translator.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import type { TransactionChange } from '../../../records/change.ts';
import { archiveChange, patchChange, unarchiveChange } from '../../../records/common-changes.ts';
import { DomainError, invalidField } from '../../../records/domain-error.ts';
import { changeRecord, createRecord } from '../../../records/save-record.ts';
import { productResource } from '../../../resources/product/product.ts';
import type { BuyerScope } from '../creatives/agent-creatives.ts';
import { type CatalogItem, itemIdOf, productOfItem } from './product-of-item.ts';
import type { CatalogGiven, CatalogRow } from './protocol-calls.ts';

/** The buyer, the account and the brand of its products. */
export type CatalogScope = BuyerScope & { readonly brandId: number };

/** Most characters of the reasons of an item. */
const maxIssues = 500;

/** Reads the catalogs of an account with the number of their items. */
export async function readCatalogs(database: Kysely<Database>, { buyerAgentId, accountId }: BuyerScope) {
  const { rows } = await sql<{ key: string; items: number; syncedAt: Date }>`
    select catalog.key, catalog.synced_at,
      (select count(*)::int from agent_catalog_item item where item.catalog_id = catalog.id) as items
    from agent_catalog catalog
    where catalog.buyer_agent_id = ${buyerAgentId} and catalog.account_id = ${accountId} order by catalog.id
  `.execute(database);
  return rows.map(({ key, items, syncedAt }) => ({
    catalog_id: key,
    item_count: items,
    items_approved: items,
    items_pending: 0,
    items_rejected: 0,
    last_synced_at: syncedAt.toISOString(),
  }));
}

/** Saves the products of a catalog through the write service. Invalid items are rejected with their reasons. */
export async function saveCatalog(
  change: TransactionChange,
  scope: CatalogScope,
  catalog: CatalogGiven,
): Promise<CatalogRow> {
  const { transaction } = change;
  const { buyerAgentId, accountId } = scope;
  const { catalog_id: key = '', name = key } = catalog;
  const { id, isNew } = await storeCatalog(transaction, { buyerAgentId, accountId, key, name });
  const before = await readItems(transaction, id);
  const issues: { item_id: string; status: 'rejected'; reasons: string[] }[] = [];
  const products = new Map<string, number>();
  let isChanged = false;
  for (const item of (catalog.items ?? []) as readonly CatalogItem[]) {
    const itemId = itemIdOf(item);
    try {
      if (products.has(itemId)) throw invalidField('/item_id', 'duplicate', 'is in the catalog twice');
      const saved = await saveProduct(change, scope, item);
      isChanged ||= saved.isChanged;
      products.set(itemId, saved.id);
    } catch (error) {
      issues.push({ item_id: itemId, status: 'rejected', reasons: reasonsOf(error) });
    }
  }
  const gone = [...before].filter(([itemId]) => !products.has(itemId));
  await transaction.deleteFrom('agentCatalogItem').where('agentCatalogItem.catalogId', '=', id).execute();
  if (products.size > 0) {
    const rows = [...products].map(([itemId, productId]) => ({ catalogId: id, itemId, productId }));
    await transaction.insertInto('agentCatalogItem').values(rows).execute();
  }
  await archiveUnused(
    change,
    gone.map(([, productId]) => productId),
  );
  return {
    catalog_id: key,
    action: isNew ? 'created' : isChanged || gone.length > 0 ? 'updated' : 'unchanged',
    platform_id: String(id),
    item_count: products.size + issues.length,
    items_approved: products.size,
    items_pending: 0,
    items_rejected: issues.length,
    ...(issues.length > 0 && { item_issues: issues.slice(0, maxIssues) }),
    last_synced_at: new Date().toISOString(),
  };
}

/** Removes a catalog, and archives its products that are in no other. */
export async function removeCatalog(
  change: TransactionChange,
  { buyerAgentId, accountId }: BuyerScope,
  key: string,
): Promise<CatalogRow> {
  const { transaction } = change;
  const catalog = await transaction
    .selectFrom('agentCatalog')
    .select('agentCatalog.id')
    .where('agentCatalog.buyerAgentId', '=', buyerAgentId)
    .where('agentCatalog.accountId', '=', accountId)
    .where('agentCatalog.key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  const items = await readItems(transaction, catalog.id);
  await transaction.deleteFrom('agentCatalog').where('agentCatalog.id', '=', catalog.id).execute();
  await archiveUnused(change, [...items.values()]);
  return { catalog_id: key, action: 'deleted' };
}

async function storeCatalog(
  transaction: Transaction<Database>,
  { buyerAgentId, accountId, key, name }: BuyerScope & { readonly key: string; readonly name: string },
): Promise<{ readonly id: number; readonly isNew: boolean }> {
  const { rows } = await sql<{ id: number; isNew: boolean }>`
    insert into agent_catalog (buyer_agent_id, account_id, key, name, synced_at)
    values (${buyerAgentId}, ${accountId}, ${key}, ${name}, now())
    on conflict (buyer_agent_id, account_id, key) do update set name = excluded.name, synced_at = excluded.synced_at
    returning id, xmax = 0 as is_new
  `.execute(transaction);
  const [row] = rows;
  if (row === undefined) throw new Error('a catalog was stored but has no ID');
  return row;
}

async function readItems(transaction: Transaction<Database>, catalogId: number): Promise<ReadonlyMap<string, number>> {
  const rows = await transaction
    .selectFrom('agentCatalogItem')
    .select(['agentCatalogItem.itemId', 'agentCatalogItem.productId'])
    .where('agentCatalogItem.catalogId', '=', catalogId)
    .execute();
  return new Map(rows.map(({ itemId, productId }) => [itemId, productId]));
}

/** A known SKU of the brand is changed. One of another brand is refused by the rules of products. */
async function saveProduct(change: TransactionChange, { brandId }: CatalogScope, item: CatalogItem) {
  const body = productOfItem(item, brandId);
  const known = await change.transaction
    .selectFrom('product')
    .select(['product.id', 'product.archivedAt'])
    .where('product.brandId', '=', brandId)
    .where('product.sku', '=', body.sku)
    .executeTakeFirst();
  if (known === undefined) {
    const { view } = await createRecord(change, productResource, body);
    return { id: view.id, isChanged: true };
  }
  const isRestored = known.archivedAt !== null;
  if (isRestored) await changeRecord(change, productResource, unarchiveChange(productResource, known.id), null);
  const patch = patchChange(productResource, { id: known.id, patch: { ...body } });
  const isSame = await equalsStored(change, known.id, body);
  if (!isSame) await changeRecord(change, productResource, { ...patch, version: 'optional' }, null);
  return { id: known.id, isChanged: isRestored || !isSame };
}

async function equalsStored({ transaction, caller }: TransactionChange, id: number, body: object): Promise<boolean> {
  const row = await transaction
    .selectFrom('product')
    .selectAll()
    .where('product.id', '=', id)
    .executeTakeFirstOrThrow();
  const [view] = await productResource.present([row], transaction, caller);
  const stored = (view ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(body).every(
    ([name, value]) => name === 'externalId' || JSON.stringify(stored[name] ?? null) === JSON.stringify(value ?? null),
  );
}

/** Archives products that no catalog of an agent contains. One that is still booked stays. */
async function archiveUnused(change: TransactionChange, productIds: readonly number[]): Promise<void> {
  if (productIds.length === 0) return;
  const { rows } = await sql<{ id: number }>`
    select id from product where id = any(${productIds}::bigint[]) and archived_at is null
      and not exists (select 1 from agent_catalog_item item where item.product_id = product.id)
      and not exists (
        select 1 from creative join booking_creative ad on ad.creative_id = creative.id and ad.removed_at is null
        where creative.product_id = product.id
      )
    order by id
  `.execute(change.transaction);
  for (const { id } of rows) {
    await changeRecord(change, productResource, { ...archiveChange(productResource, id), version: 'optional' }, null);
  }
}

function reasonsOf(error: unknown): string[] {
  if (!(error instanceof DomainError)) throw error;
  const translate = translatorOf('en');
  const { errors = [] } = error.details;
  if (errors.length === 0) return [error.message];
  return errors.map(({ pointer, message }) => `${pointer.slice(1)} ${resolveMessage(message, translate)}`);
}
