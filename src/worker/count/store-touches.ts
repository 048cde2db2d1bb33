import { type Kysely, sql, type Transaction } from 'kysely';
import { touchOf } from '../../core/pricing/billable-events.ts';
import { conversionOpenMs, erasedShopperTtlMs, touchTtlMs } from '../../core/vocabulary/limits/conversion-limits.ts';
import type { DeliveryEvent } from '../../exchange/journal/delivery-event.ts';
import { lockErasures } from '../../exchange/journal/erasure-lock.ts';
import { lockRollUps } from '../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../platform/db/schema.ts';

const rowsPerDelete = 20_000;
/** Maximum number of rows per pass. Further rows remain for the next one. */
const maxDeletes = 100;

/**
 * Stores the interactions of shoppers with ads of products and of brands with a conversion action in the transaction that counts them: once per counted event,
 * with the time of its earliest report. Affected orders are attributed again. Source:
 * docs/decisions/0131-attribution.md.
 * @param events.counted that were counted, or moved to an earlier hour
 * @param events.repeated further reports, which may have happened earlier in the same hour
 */
export async function storeTouches(
  transaction: Transaction<Database>,
  events: { readonly counted: readonly DeliveryEvent[]; readonly repeated: readonly DeliveryEvent[] },
): Promise<void> {
  const stored = await insertTouches(transaction, earliestTouches(events.counted));
  const advanced = await advanceTouches(transaction, earliestTouches(events.repeated));
  const rows = [...stored, ...advanced];
  if (rows.length === 0) return;
  await sql`
    update conversion set judged_at = null
    where conversion.click_event_id = any(${rows.map(({ eventId }) => eventId)}::text[])`.execute(transaction);
  await sql`
    update conversion set judged_at = null
    from (
      select kept.shopper_key, min(kept.happened_at) as happened_at
      from unnest(${rows.map((row) => row.shopperKey)}::text[], ${rows.map((row) => row.happenedAt)}::timestamptz[])
        as kept (shopper_key, happened_at)
      where kept.shopper_key <> ''
      group by kept.shopper_key
    ) as touched
    where conversion.shopper_keys @> array[touched.shopper_key] and conversion.shopper_keys <> '{}'
      and conversion.occurred_at >= touched.happened_at`.execute(transaction);
}

type Touch = DeliveryEvent & { readonly shopperKey: string; readonly touch: 'view' | 'click' };
type StoredTouch = { readonly eventId: string; readonly shopperKey: string; readonly happenedAt: Date };

/** Returns the earliest report of each touch, by event ID, so that concurrent roll-ups lock rows in the same order. */
function earliestTouches(events: readonly DeliveryEvent[]): readonly Touch[] {
  const touches = new Map<string, Touch>();
  for (const event of events) {
    const { shopperKey = '', kind, eventId, atMs } = event;
    const touch = kind === 'video' || kind === 'custom' ? null : touchOf(kind);
    // A click is also found by its ID, which the landing page receives.
    if (touch === null || (shopperKey === '' && touch !== 'click')) continue;
    if (atMs < (touches.get(eventId)?.atMs ?? Number.POSITIVE_INFINITY)) {
      touches.set(eventId, { ...event, shopperKey, touch });
    }
  }
  return [...touches.values()].sort((one, other) => (one.eventId < other.eventId ? -1 : 1));
}

async function insertTouches(
  transaction: Transaction<Database>,
  touches: readonly Touch[],
): Promise<readonly StoredTouch[]> {
  if (touches.length === 0) return [];
  const { rows } = await sql<StoredTouch>`
    insert into touch (event_id, shopper_key, kind, happened_at, booking_id, creative_id, position_id, product_id, brand_id)
    select given.event_id, given.shopper_key, given.kind, given.happened_at, given.booking_id, given.creative_id,
      given.position_id, product.id, brand.id
    from unnest(${touches.map(({ eventId }) => eventId)}::text[],
        ${touches.map(({ shopperKey }) => shopperKey)}::text[], ${touches.map(({ touch }) => touch)}::text[],
        ${touches.map(({ atMs }) => new Date(atMs))}::timestamptz[],
        ${touches.map(({ bookingId }) => bookingId)}::bigint[],
        ${touches.map(({ creativeId }) => creativeId)}::bigint[],
        ${touches.map(({ positionId }) => positionId)}::bigint[])
      as given (event_id, shopper_key, kind, happened_at, booking_id, creative_id, position_id)
    join creative on creative.id = given.creative_id
    left join product on product.id = creative.product_id
    join brand on brand.id = coalesce(product.brand_id, creative.brand_id)
    where (product.id is not null and given.shopper_key <> '' or exists (
        select from conversion_action where conversion_action.media_partner_id = brand.media_partner_id
          and coalesce(conversion_action.brand_id, brand.id) = brand.id
          and conversion_action.created_at <= given.happened_at))
      and not exists (select from erased_shopper where erased_shopper.shopper_key = given.shopper_key)
    order by given.event_id
    on conflict (event_id) do update set happened_at = excluded.happened_at
      where touch.happened_at > excluded.happened_at
    returning touch.event_id, touch.shopper_key, touch.happened_at`.execute(transaction);
  return rows;
}

/** Gives stored touches the time of an earlier report. */
async function advanceTouches(
  transaction: Transaction<Database>,
  touches: readonly Touch[],
): Promise<readonly StoredTouch[]> {
  if (touches.length === 0) return [];
  const { rows } = await sql<StoredTouch>`
    update touch set happened_at = given.happened_at
    from unnest(${touches.map(({ eventId }) => eventId)}::text[],
      ${touches.map(({ atMs }) => new Date(atMs))}::timestamptz[]) as given (event_id, happened_at)
    where touch.event_id = given.event_id and touch.happened_at > given.happened_at
    returning touch.event_id, touch.shopper_key, touch.happened_at`.execute(transaction);
  return rows;
}

/**
 * Deletes touches that no order can be attributed to anymore, and the shopper keys of orders before the touches of
 * their windows are deleted.
 * @param nowMs not only the current time: epoch ms up to which events were counted
 */
export async function forgetTouches(database: Kysely<Database>, nowMs: number): Promise<void> {
  await database
    .updateTable('conversion')
    .set({ shopperKeys: [], clickEventId: null })
    .where('conversion.occurredAt', '<', new Date(nowMs - conversionOpenMs))
    .where('conversion.judgedAt', 'is not', null)
    .where(sql<boolean>`(conversion.shopper_keys <> '{}' or conversion.click_event_id is not null)`)
    .execute();
  await database
    .deleteFrom('erasedShopper')
    .where('erasedShopper.erasedAt', '<', new Date(nowMs - erasedShopperTtlMs))
    .execute();
  for (let round = 0; round < maxDeletes; round += 1) {
    const { numAffectedRows } = await sql`
      delete from touch where touch.event_id in (
        select old.event_id from touch as old
        where old.happened_at < ${new Date(nowMs - touchTtlMs)}::timestamptz limit ${rowsPerDelete})`.execute(database);
    if (Number(numAffectedRows ?? 0) < rowsPerDelete) return;
  }
}

/**
 * Deletes the touches of erased shoppers and the shopper keys of their orders. Attributed sums remain. The roll-up,
 * which is blocked meanwhile, ignores their remaining journal records. Waits for orders that were started before the
 * erasure.
 */
export async function forgetErasedShoppers(database: Kysely<Database>, nowMs: number): Promise<void> {
  await database.transaction().execute(async (transaction) => {
    const open = await transaction
      .selectFrom('erasedShopper')
      .select('erasedShopper.shopperKey')
      .where('erasedShopper.forgottenAt', 'is', null)
      .execute();
    if (open.length === 0) return;
    await lockRollUps(transaction);
    await lockErasures(transaction);
    const keys = open.map(({ shopperKey }) => shopperKey);
    const { rows } = await sql<{ id: number }>`
      select conversion.id from conversion
      where conversion.shopper_keys && ${keys}::text[] and conversion.shopper_keys <> '{}'
        or conversion.click_event_id in (select touch.event_id from touch where touch.shopper_key = any(${keys}::text[]))
      `.execute(transaction);
    const ids = rows.map(({ id }) => id);
    await sql`delete from touch where touch.shopper_key = any(${keys}::text[])`.execute(transaction);
    await sql`delete from experiment_viewer where experiment_viewer.viewer_key = any(${keys}::text[])`.execute(
      transaction,
    );
    await sql`
      update conversion_line set candidates = '[]', event_id = null, touched_at = null
      where conversion_line.conversion_id = any(${ids}::bigint[])`.execute(transaction);
    await sql`
      update conversion set shopper_keys = '{}', click_event_id = null, content_hash = '',
        judged_at = coalesce(conversion.judged_at, now())
      where conversion.id = any(${ids}::bigint[])`.execute(transaction);
    await transaction
      .updateTable('erasedShopper')
      .set({ forgottenAt: new Date(nowMs) })
      .where('erasedShopper.shopperKey', 'in', keys)
      .execute();
  });
}
