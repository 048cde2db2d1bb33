import { type RawBuilder, sql } from 'kysely';
import type { SellerContext } from '../seller-context.ts';

type Wanted = {
  readonly formatId: number;
  readonly mediaBuyId?: string | undefined;
  readonly packageId?: string | undefined;
  readonly most: number;
};

/**
 * Reads the slot names of positions with a format that the agent can buy. With a purchase or one of its packages, only
 * those of the purchased products.
 */
export async function readTagPositions(
  { services, buyer }: SellerContext,
  { formatId, mediaBuyId, packageId, most }: Wanted,
): Promise<readonly string[]> {
  const isBought =
    mediaBuyId === undefined && packageId === undefined
      ? sql`(${buyer.packageIds}::bigint[] is null or package.id = any(${buyer.packageIds}::bigint[]))`
      : sql`package.id in (
          select bought.product_package_id from media_buy_package bought
          join media_buy on media_buy.id = bought.media_buy_id
          where media_buy.buyer_agent_id = ${buyer.id}
            and (${mediaBuyId ?? null}::text is null or media_buy.id::text = ${mediaBuyId ?? null}::text)
            and (${packageId ?? null}::text is null or bought.booking_id::text = ${packageId ?? null}::text)
        )`;
  const { rows } = await sql<{ slotName: string }>`
    with recursive tree (id, root) as (
      select publisher.id, publisher.id from publisher where publisher.archived_at is null
      union all
      select child.id, tree.root from publisher child join tree on child.parent_id = tree.id
      where child.archived_at is null
    ), sold as (
      select template.settings from product_package package
      join booking_template template on template.id = package.booking_template_id
      where package.active and package.archived_at is null and template.archived_at is null and ${isBought}
    )
    select position.slot_name from position
    join location on location.id = position.location_id and location.archived_at is null
    join publication on publication.id = location.publication_id and publication.archived_at is null
    where position.archived_at is null and position.format_id = ${formatId} and exists (
      select 1 from sold where ${selects('positionIds', sql`position.id`)}
        or ${selects('locationIds', sql`location.id`)} or ${selects('publicationIds', sql`publication.id`)}
        or exists (
          select 1 from tree where tree.id = publication.publisher_id and ${selects('publisherIds', sql`tree.root`)}
        )
    )
    order by position.id limit ${most}
  `.execute(services.database);
  return rows.map(({ slotName }) => slotName);
}

/** Whether a field of the settings contains an ID. */
function selects(field: string, id: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(sold.settings -> ${field}::text, '[]') @> to_jsonb(${id})`;
}
