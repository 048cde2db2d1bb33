import { type Kysely, sql } from 'kysely';
import type { BoughtLine, Touch } from '../../core/attribution/attribute-line.ts';
import { type AttributionRule, longestWindowMs, touchKinds } from '../../core/vocabulary/attribution-rule.ts';
import { maxTouchesPerSort } from '../../core/vocabulary/limits/conversion-limits.ts';
import type { Database } from '../../platform/db/schema.ts';

/** A touch with its ad. */
export type AdTouch = Touch & {
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
};

/** An order line with the keys of its shopper and the rule of its order. */
export type LineOfShopper = BoughtLine & { readonly shopperKeys: readonly string[]; readonly rule: AttributionRule };

/**
 * Returns the touches to compare with order lines, per line: the latest 20 of each kind (view or click, product or
 * brand, per key), which include the one that the rule credits. The cost is therefore independent of the number of
 * touches of a shared identifier such as `guest`.
 */
export async function findTouches(
  database: Kysely<Database>,
  lines: readonly LineOfShopper[],
): Promise<readonly (readonly AdTouch[])[]> {
  const asked = lines.flatMap((line, number) =>
    line.shopperKeys.flatMap((shopperKey) => touchKinds.map((kind) => ({ ...line, number, shopperKey, kind }))),
  );
  const found = lines.map(() => new Map<string, AdTouch>());
  if (asked.length === 0) return found.map(() => []);
  for (const by of ['product', 'brand'] as const) {
    const column = sql.ref(`touch.${by}Id`);
    const { rows } = await sql<FoundTouch>`
      select asked.number, found.* from unnest(
        ${asked.map(({ number }) => number)}::bigint[], ${asked.map(({ shopperKey }) => shopperKey)}::text[],
        ${asked.map(({ kind }) => kind)}::text[],
        ${asked.map((line) => (by === 'product' ? line.productId : line.brandId))}::bigint[],
        ${asked.map(({ atMs, rule }) => new Date(atMs - longestWindowMs(rule)))}::timestamptz[],
        ${asked.map(({ atMs }) => new Date(atMs))}::timestamptz[]
      ) as asked (number, shopper_key, kind, id, after_at, to_at)
      cross join lateral (
        select touch.event_id, touch.kind, touch.happened_at, touch.booking_id, touch.creative_id, touch.position_id,
          touch.product_id, touch.brand_id
        from touch
        where touch.shopper_key = asked.shopper_key and touch.kind = asked.kind and ${column} = asked.id
          and touch.happened_at > asked.after_at and touch.happened_at <= asked.to_at
        order by touch.happened_at desc, touch.event_id desc
        limit ${maxTouchesPerSort}
      ) as found`.execute(database);
    for (const { number, happenedAt, ...touch } of rows) {
      found[number]?.set(touch.eventId, { ...touch, atMs: happenedAt.getTime() });
    }
  }
  return found.map((touches) => [...touches.values()]);
}

type FoundTouch = Omit<AdTouch, 'atMs'> & { readonly number: number; readonly happenedAt: Date };
