import { type Kysely, sql } from 'kysely';
import type { BoughtLine, Touch } from '../../core/attribution/attribute-line.ts';
import {
  type AttributionRule,
  longestWindowMs,
  type TouchKind,
  touchKinds,
} from '../../core/vocabulary/attribution-rule.ts';
import { maxTouchesPerSort } from '../../core/vocabulary/limits/conversion-limits.ts';
import type { Database } from '../../platform/db/schema.ts';

/** A touch with its ad. */
export type AdTouch = Touch & {
  readonly bookingId: number;
  readonly creativeId: number;
  readonly positionId: number;
};

/** An order line with the keys of its shopper and the rule of its order. */
export type LineOfShopper = BoughtLine & {
  readonly shopperKeys: readonly string[];
  /** Counted event of the click that led to the landing page; null: unknown. */
  readonly clickEventId: string | null;
  readonly rule: AttributionRule;
};

/**
 * Returns the touches to compare with order lines, per line: the latest 20 of each kind (view or click, product or
 * brand, per key), which include the one that the rule credits, and the click that led to the landing page. The cost is therefore independent of the number of
 * touches of a shared identifier such as `guest`.
 */
export async function findTouches(
  database: Kysely<Database>,
  lines: readonly LineOfShopper[],
): Promise<readonly (readonly AdTouch[])[]> {
  const found = lines.map(() => new Map<string, AdTouch>());
  const add = ({ number, happenedAt, ...touch }: FoundTouch) =>
    void found[number]?.set(touch.eventId, { ...touch, atMs: happenedAt.getTime() });
  for (const by of ['product', 'brand'] as const) {
    const column = sql.ref(`touch.${by}Id`);
    const asked = lookupsOf(lines, by);
    if (asked.length === 0) continue;
    const { rows } = await sql<FoundTouch>`
      select asked.number, found.* from unnest(
        ${asked.map(({ number }) => number)}::bigint[], ${asked.map(({ shopperKey }) => shopperKey)}::text[],
        ${asked.map(({ kind }) => kind)}::text[],
        ${asked.map(({ id }) => id)}::bigint[],
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
    for (const row of rows) add(row);
  }
  for (const row of await findClicks(database, lines)) add(row);
  return found.map((touches) => [...touches.values()]);
}

type FoundTouch = Omit<AdTouch, 'atMs'> & { readonly number: number; readonly happenedAt: Date };

type Lookup = Pick<LineOfShopper, 'atMs' | 'rule'> & {
  readonly number: number;
  readonly shopperKey: string;
  readonly kind: TouchKind;
  /** ID of the product or brand. */
  readonly id: number;
};

/** Returns the lookups of touches of a product or brand, for each key and kind. */
function lookupsOf(lines: readonly LineOfShopper[], by: 'product' | 'brand'): readonly Lookup[] {
  return lines.flatMap(({ atMs, rule, shopperKeys, productId, brandIds }, number) => {
    const ids = by === 'brand' ? brandIds : productId === null ? [] : [productId];
    return ids.flatMap((id) =>
      shopperKeys.flatMap((shopperKey) => touchKinds.map((kind) => ({ atMs, rule, number, shopperKey, kind, id }))),
    );
  });
}

/** Returns the clicks that led to the landing pages. */
async function findClicks(database: Kysely<Database>, lines: readonly LineOfShopper[]): Promise<readonly FoundTouch[]> {
  const asked = lines.flatMap(({ clickEventId }, number) => (clickEventId === null ? [] : [{ clickEventId, number }]));
  if (asked.length === 0) return [];
  const { rows } = await sql<FoundTouch>`
    select asked.number, touch.event_id, touch.kind, touch.happened_at, touch.booking_id, touch.creative_id,
      touch.position_id, touch.product_id, touch.brand_id
    from unnest(${asked.map(({ number }) => number)}::bigint[],
      ${asked.map(({ clickEventId }) => clickEventId)}::text[]) as asked (number, event_id)
    join touch on touch.event_id = asked.event_id`.execute(database);
  return rows;
}
