import { sql, type Transaction } from 'kysely';
import { conversionOpenMs } from '../../../core/vocabulary/limits/conversion-limits.ts';
import type { ConversionRecord } from '../../../exchange/journal/conversion-record.ts';
import { holdErasures } from '../../../exchange/journal/erasure-lock.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** A conversion to store. */
export type ActionConversion = Omit<ConversionRecord, 'record'>;

/** A stored conversion. */
export type StoredConversion = { readonly id: number; readonly isNew: boolean };

/** Class of the advisory locks of actions that count once. Arbitrary, equal in all program versions. */
const actionLockClass = 7_214_004;
/** Content hash of conversions, which are compared by their order ID only. An erased one has none. */
const noContent = '-';

/**
 * Stores conversions in the transaction. A conversion with a known order ID is a duplicate, however it was reported. It
 * adds the visitor or the click if the first report had none. Conversions of unknown and archived actions are ignored.
 * Source: docs/decisions/0223-conversion-actions.md.
 * @returns the stored conversion of each, null if ignored
 */
export async function storeActionConversions(
  transaction: Transaction<Database>,
  conversions: readonly ActionConversion[],
  receivedAt: Date | null = null,
): Promise<readonly (StoredConversion | null)[]> {
  if (conversions.length === 0) return [];
  const erased = await erasedShopperKeysAmong(
    transaction,
    conversions.flatMap(({ shopperKeys }) => shopperKeys),
  );
  const given = conversions.map((one) =>
    one.shopperKeys.some((key) => erased.has(key)) ? { ...one, shopperKeys: [], clickEventId: null } : one,
  );
  // In the order of their IDs, so that two transactions with the same conversions do not deadlock.
  const inOrder = given.toSorted(
    (one, other) => one.actionId - other.actionId || (one.orderId < other.orderId ? -1 : 1),
  );
  await lockCountedOnce(transaction, inOrder);
  const stored = await insertNew(transaction, inOrder, receivedAt);
  await addVisitors(transaction, inOrder);
  const fresh = new Set(stored);
  await noteRepeated(transaction, stored);
  const known = await readKnownIds(transaction, inOrder);
  return given.map((one) => {
    const id = known.get(keyOf(one));
    return id === undefined ? null : { id, isNew: fresh.delete(id) };
  });
}

/** Returns the keys of erased shoppers among these. Erasures wait until the transaction ends. */
export async function erasedShopperKeysAmong(
  transaction: Transaction<Database>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  if (keys.length === 0) return new Set();
  await holdErasures(transaction);
  const { rows } = await sql<{ shopperKey: string }>`
    select erased_shopper.shopper_key from erased_shopper
    where erased_shopper.shopper_key = any(${[...new Set(keys)]}::text[])`.execute(transaction);
  return new Set(rows.map(({ shopperKey }) => shopperKey));
}

function keyOf({ actionId, orderId }: Pick<ActionConversion, 'actionId' | 'orderId'>): string {
  return `${actionId} ${orderId}`;
}

/** Serializes the conversions of actions that count once, so that each sees the earlier ones of its visitor. */
async function lockCountedOnce(transaction: Transaction<Database>, conversions: readonly ActionConversion[]) {
  const ids = [...new Set(conversions.map(({ actionId }) => actionId))];
  await sql`
    select pg_advisory_xact_lock(${actionLockClass}::integer, locked.id::integer) from (
      select conversion_action.id from conversion_action
      where conversion_action.id = any(${ids}::bigint[]) and conversion_action.counting = 'once'
      order by conversion_action.id) as locked`.execute(transaction);
}

/** Returns the IDs of the new conversions. */
async function insertNew(
  transaction: Transaction<Database>,
  conversions: readonly ActionConversion[],
  receivedAt: Date | null,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    with given as (
      select * from unnest(${conversions.map(({ actionId }) => actionId)}::bigint[],
        ${conversions.map(({ orderId }) => orderId)}::text[],
        ${conversions.map(({ atMs }) => new Date(atMs))}::timestamptz[],
        ${conversions.map(({ value }) => value?.micros ?? null)}::bigint[],
        ${conversions.map(({ value }) => value?.currency ?? null)}::text[],
        ${conversions.map(({ shopperKeys }) => JSON.stringify(shopperKeys))}::jsonb[],
        ${conversions.map(({ clickEventId }) => clickEventId)}::text[]) with ordinality
        as given (action_id, order_id, occurred_at, micros, currency, shopper_keys, click_event_id, at)
    ), first_given as (
      select distinct on (given.action_id, given.order_id) given.* from given
      order by given.action_id, given.order_id, given.occurred_at, given.at
    ), stored as (
      insert into conversion (media_partner_id, conversion_action_id, order_id, content_hash, occurred_at, received_at,
        click_days, view_days, shopper_keys, click_event_id)
      select action.media_partner_id, action.id, first_given.order_id, ${noContent}, first_given.occurred_at,
        coalesce(${receivedAt}::timestamptz, first_given.occurred_at), action.click_days, action.view_days,
        array(select jsonb_array_elements_text(first_given.shopper_keys)), first_given.click_event_id
      from first_given join conversion_action action on action.id = first_given.action_id and action.archived_at is null
      order by action.id, case when action.counting = 'once' then first_given.occurred_at end, first_given.order_id
      on conflict (conversion_action_id, order_id) where conversion_action_id is not null do nothing
      returning conversion.id, conversion.conversion_action_id, conversion.order_id
    ), lines as (
      insert into conversion_line (conversion_id, number, sku, brand_id, quantity, unit_price_micros, currency)
      select stored.id, 0, '', action.brand_id, 1,
        case when first_given.currency is null then coalesce(action.default_value_micros, 0) else first_given.micros end,
        coalesce(first_given.currency, action.default_value_currency)
      from stored
      join first_given on first_given.action_id = stored.conversion_action_id and first_given.order_id = stored.order_id
      join conversion_action action on action.id = stored.conversion_action_id
    )
    select stored.id from stored`.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Adds the visitor and the click of later reports to conversions without them. They are attributed again. */
async function addVisitors(transaction: Transaction<Database>, conversions: readonly ActionConversion[]) {
  const given = conversions.filter((one) => one.shopperKeys.length > 0 || one.clickEventId !== null);
  if (given.length === 0) return;
  await sql`
    update conversion set judged_at = null,
      shopper_keys = case when conversion.shopper_keys = '{}' and visitor.shopper_keys is not null
        then array(select jsonb_array_elements_text(visitor.shopper_keys)) else conversion.shopper_keys end,
      click_event_id = coalesce(conversion.click_event_id, visitor.click_event_id)
    from (
      select given.action_id, given.order_id, max(given.occurred_at) as reported_at,
        (array_agg(given.shopper_keys order by given.at) filter (where given.shopper_keys <> '[]'))[1] as shopper_keys,
        (array_agg(given.click_event_id order by given.at) filter (where given.click_event_id is not null))[1]
          as click_event_id
      from unnest(${given.map(({ actionId }) => actionId)}::bigint[], ${given.map(({ orderId }) => orderId)}::text[],
        ${given.map(({ atMs }) => new Date(atMs))}::timestamptz[],
        ${given.map(({ shopperKeys }) => JSON.stringify(shopperKeys))}::jsonb[],
        ${given.map(({ clickEventId }) => clickEventId)}::text[]) with ordinality
        as given (action_id, order_id, occurred_at, shopper_keys, click_event_id, at)
      group by given.action_id, given.order_id
    ) as visitor
    where conversion.conversion_action_id = visitor.action_id and conversion.order_id = visitor.order_id
      and conversion.content_hash <> ''
      and conversion.occurred_at > visitor.reported_at - ${conversionOpenMs} * interval '1 ms'
      and (conversion.shopper_keys = '{}' and visitor.shopper_keys is not null
        or conversion.click_event_id is null and visitor.click_event_id is not null)`.execute(transaction);
}

/** Marks new conversions of actions that count once, if their visitor had an earlier one. */
async function noteRepeated(transaction: Transaction<Database>, ids: readonly number[]) {
  if (ids.length === 0) return;
  await sql`
    update conversion set repeated = true
    from conversion_action action
    where conversion.id = any(${ids}::bigint[]) and action.id = conversion.conversion_action_id
      and action.counting = 'once' and exists (
        select from conversion earlier
        where earlier.conversion_action_id = conversion.conversion_action_id and earlier.id < conversion.id
          and (earlier.shopper_keys && conversion.shopper_keys and earlier.shopper_keys <> '{}'
            or earlier.click_event_id = conversion.click_event_id))`.execute(transaction);
}

async function readKnownIds(
  transaction: Transaction<Database>,
  conversions: readonly ActionConversion[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ id: number; conversionActionId: number; orderId: string }>`
    select conversion.id, conversion.conversion_action_id, conversion.order_id from conversion
    join unnest(${conversions.map(({ actionId }) => actionId)}::bigint[],
      ${conversions.map(({ orderId }) => orderId)}::text[]) as given (action_id, order_id)
      on conversion.conversion_action_id = given.action_id and conversion.order_id = given.order_id`.execute(
    transaction,
  );
  return new Map(
    rows.map(({ id, conversionActionId, orderId }) => [keyOf({ actionId: conversionActionId, orderId }), id]),
  );
}
