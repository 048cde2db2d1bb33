import { createHmac } from 'node:crypto';
import { sql, type Transaction } from 'kysely';
import type { ConversionRefusal, ConversionsBody, ConversionsResult } from '../../../contract/commerce/conversion.ts';
import { isIdentifier, memberIdentifier } from '../../../core/targeting/viewer-identifier.ts';
import type { AttributionRule } from '../../../core/vocabulary/attribution-rule.ts';
import {
  conversionAheadMs,
  conversionLateMs,
  maxLineMicros,
} from '../../../core/vocabulary/limits/conversion-limits.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { type ShopperKeys, shopperKeysAt } from '../../../platform/keys/shopper-keys.ts';
import { erasedShopperKeysAmong } from './store-action-conversions.ts';

/** Options for storing orders. */
export type TakingOptions = {
  readonly shopperKeys: ShopperKeys;
  /** Key for content hashes. */
  readonly contentKey: Buffer;
  /** Rule in effect for new orders. */
  readonly rule: AttributionRule;
  readonly nowMs: number;
};

type Result = ConversionsResult['results'][number];
type Order = {
  readonly orderId: string;
  readonly occurredAt: Date;
  readonly shopperKeys: readonly string[];
  readonly contentHash: string;
  readonly lines: readonly OrderLine[];
};
type OrderLine = {
  readonly sku: string;
  readonly quantity: number;
  readonly unitPriceMicros: number;
  readonly currency: string;
};

/**
 * Stores new orders in the transaction and returns the result of each. A repeated order is a duplicate, and is refused
 * if its content differs, also within one call.
 */
export async function receiveConversions(
  transaction: Transaction<Database>,
  { mediaPartnerId, conversions }: ConversionsBody,
  options: TakingOptions,
): Promise<ConversionsResult> {
  const read = conversions.map((said) => readOrder(said, options));
  const orders = new Map<string, Order>();
  for (const one of read) if (typeof one !== 'string' && !orders.has(one.orderId)) orders.set(one.orderId, one);
  const taken = await insertOrders(transaction, mediaPartnerId, [...orders.values()], options);
  const known = await readKnown(transaction, mediaPartnerId, [...orders.keys()]);
  const seen = new Set<string>();
  const results = read.map((order, index): Result => {
    const orderId = conversions[index]?.orderId ?? '';
    if (typeof order === 'string') return { orderId, status: 'refused', id: null, code: order };
    const stored = known.get(orderId);
    if (stored === undefined) throw new Error('a stored order is missing');
    const isNew = taken.has(orderId) && !seen.has(orderId);
    seen.add(orderId);
    if (isNew) return { orderId, status: 'accepted', id: stored.id, code: null };
    const isSame = stored.contentHash === '' || stored.contentHash === order.contentHash;
    return isSame
      ? { orderId, status: 'duplicate', id: stored.id, code: null }
      : { orderId, status: 'refused', id: null, code: 'other_content' };
  });
  const countOf = (status: Result['status']) => results.filter((result) => result.status === status).length;
  return { accepted: countOf('accepted'), duplicates: countOf('duplicate'), refused: countOf('refused'), results };
}

function readOrder(
  { orderId, occurredAt: said, userId, lines: saidLines }: ConversionsBody['conversions'][number],
  { shopperKeys, contentKey, nowMs }: TakingOptions,
): Order | ConversionRefusal {
  const occurredAt = new Date(said);
  const atMs = occurredAt.getTime();
  if (atMs > nowMs + conversionAheadMs) return 'in_the_future';
  if (atMs < nowMs - conversionLateMs) return 'too_old';
  const lines = saidLines.map(({ sku, quantity, unitPrice }) => ({
    sku,
    quantity,
    unitPriceMicros: microsFromDecimal(unitPrice.amount) ?? Number.POSITIVE_INFINITY,
    currency: unitPrice.currency,
  }));
  if (lines.some(({ quantity, unitPriceMicros }) => unitPriceMicros > maxLineMicros / quantity)) return 'too_much';
  const keys = shopperKeysOf(shopperKeys, userId, atMs);
  const content = JSON.stringify([atMs, keys, lines]);
  const contentHash = createHmac('sha256', contentKey).update(content).digest('hex');
  return { orderId, occurredAt, shopperKeys: keys, contentHash, lines };
}

/** Returns the IDs of the new orders. */
async function insertOrders(
  transaction: Transaction<Database>,
  mediaPartnerId: number,
  orders: readonly Order[],
  { rule, nowMs }: TakingOptions,
): Promise<ReadonlySet<string>> {
  if (orders.length === 0) return new Set();
  const erased = await erasedShopperKeysAmong(
    transaction,
    orders.flatMap(({ shopperKeys }) => shopperKeys),
  );
  // Sorted, so that two calls with the same orders do not deadlock.
  const inOrder = orders.toSorted((one, other) => (one.orderId < other.orderId ? -1 : 1));
  const inserted = await transaction
    .insertInto('conversion')
    .values(
      inOrder.map(({ orderId, occurredAt, shopperKeys, contentHash }) => {
        const isErased = shopperKeys.some((key) => erased.has(key));
        return {
          mediaPartnerId,
          conversionActionId: null,
          clickEventId: null,
          orderId,
          contentHash: isErased ? '' : contentHash,
          occurredAt,
          receivedAt: new Date(nowMs),
          ...rule,
          shopperKeys: isErased ? [] : [...shopperKeys],
          judgedAt: null,
        };
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['mediaPartnerId', 'orderId']).where('conversionActionId', 'is', null).doNothing(),
    )
    .returning(['conversion.id', 'conversion.orderId'])
    .execute();
  const ids = new Map(inserted.map(({ id, orderId }) => [orderId, id]));
  const lines = orders.flatMap((order) => {
    const conversionId = ids.get(order.orderId);
    return conversionId === undefined ? [] : order.lines.map((line, number) => ({ ...line, conversionId, number }));
  });
  await insertLines(transaction, mediaPartnerId, lines);
  return new Set(ids.keys());
}

/** Uses the current products and brands. */
async function insertLines(
  transaction: Transaction<Database>,
  mediaPartnerId: number,
  lines: readonly (OrderLine & { readonly conversionId: number; readonly number: number })[],
): Promise<void> {
  if (lines.length === 0) return;
  await sql`
    insert into conversion_line (conversion_id, number, sku, quantity, unit_price_micros, currency, product_id, brand_id)
    select given.*, product.id, product.brand_id
    from unnest(${lines.map(({ conversionId }) => conversionId)}::bigint[], ${lines.map(({ number }) => number)}::bigint[],
      ${lines.map(({ sku }) => sku)}::text[], ${lines.map(({ quantity }) => quantity)}::bigint[],
      ${lines.map(({ unitPriceMicros }) => unitPriceMicros)}::bigint[],
      ${lines.map(({ currency }) => currency)}::text[])
      as given (conversion_id, number, sku, quantity, unit_price_micros, currency)
    left join product on product.media_partner_id = ${mediaPartnerId}::bigint and product.sku = given.sku`.execute(
    transaction,
  );
}

async function readKnown(transaction: Transaction<Database>, mediaPartnerId: number, orderIds: readonly string[]) {
  const { rows } = await sql<{ id: number; orderId: string; contentHash: string }>`
    select conversion.id, conversion.order_id, conversion.content_hash from conversion
    where conversion.media_partner_id = ${mediaPartnerId} and conversion.conversion_action_id is null
      and conversion.order_id = any(${orderIds}::text[])`.execute(transaction);
  return new Map(rows.map((row) => [row.orderId, row]));
}

/** Returns the keys of a user. Empty if the user is unknown. */
export function shopperKeysOf(keys: ShopperKeys, userId: string | null | undefined, atMs: number): readonly string[] {
  return shopperKeysAt(keys, isIdentifier(userId) ? memberIdentifier('ui', userId) : undefined, atMs);
}
