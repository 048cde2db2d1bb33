import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { Buyer } from '../accounts/read-buyer.ts';
import { withSeededProducts } from '../test-controller/seeded-products.ts';
import type { FormatOfOffer, Offer, PublicationOfOffer } from './offer.ts';

/**
 * Reads the active packages that the buyer may see. A package without positions cannot be sold and is omitted.
 * @param buyer.packageIds null: all
 */
export async function readOffers(database: Kysely<Database>, buyer: Buyer): Promise<readonly Offer[]> {
  const { rows } = await sql<Stored>`
    with recursive tree (id, root) as (
      select publisher.id, publisher.id from publisher where publisher.archived_at is null
      union all
      select child.id, tree.root from publisher child join tree on child.parent_id = tree.id
      where child.archived_at is null
    ), sold as (
      select package.*, template.settings
      from product_package package join booking_template template on template.id = package.booking_template_id
      where package.active and package.archived_at is null and template.archived_at is null
        and (${buyer.packageIds}::bigint[] is null or package.id = any(${buyer.packageIds}::bigint[]))
    ), covered as (
      ${coveredBy('positionIds', sql`position.id = node.id`)} union ${coveredBy('locationIds', sql`location.id = node.id`)}
      union ${coveredBy('publicationIds', sql`publication.id = node.id`)}
      union ${coveredBy('publisherIds', sql`publication.publisher_id in (select tree.id from tree where tree.root = node.id)`)}
    )
    select sold.id, sold.name, sold.description, sold.delivery_type, sold.pricing_options,
      sold.allowed_targeting, sold.settings, sold.minimum_budget_micros,
      sold.minimum_budget_currency, sold.settings ->> 'type' as type,
      (select jsonb_agg(jsonb_build_object('id', publication.id, 'name', publication.name,
          'domains', publication.domains, 'timeZone', publication.time_zone,
          'authorized', coalesce((
            select jsonb_object_agg(domain, selection) from authorization_check
            where publication_id = publication.id and selection is not null
          ), '{}')) order by publication.id)
        from publication where publication.id in (select publication_id from covered where package_id = sold.id)
      ) as publications,
      (select jsonb_agg(jsonb_build_object('id', format.id, 'code', format.code, 'name', format.name,
          'mediaType', format.media_type, 'width', format.width, 'height', format.height) order by format.id)
        from format where format.id in (select format_id from covered where package_id = sold.id)
      ) as formats
    from sold order by sold.id
  `.execute(database);
  const offers = rows.flatMap(({ publications, formats, minimumBudgetMicros, minimumBudgetCurrency, ...row }) => {
    if (publications === null || formats === null) return [];
    const minimumBudget =
      minimumBudgetMicros === null || minimumBudgetCurrency === null
        ? null
        : { micros: minimumBudgetMicros, currency: minimumBudgetCurrency };
    return [{ ...row, productId: String(row.id), minimumBudget, publications, formats }];
  });
  return withSeededProducts(database, buyer, offers);
}

/** Returns the formats and publications of live positions that a field of the settings selects. */
function coveredBy(field: string, condition: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select sold.id as package_id, position.format_id, location.publication_id
    from sold cross join lateral (
      select value::bigint as id from jsonb_array_elements_text(sold.settings -> ${field}::text)
    ) node, position
    join location on location.id = position.location_id and location.archived_at is null
    join publication on publication.id = location.publication_id and publication.archived_at is null
    join publisher on publisher.id = publication.publisher_id and publisher.archived_at is null
    where position.archived_at is null and ${condition}`;
}

type Stored = Omit<Offer, 'productId' | 'minimumBudget' | 'publications' | 'formats'> & {
  readonly minimumBudgetMicros: number | null;
  readonly minimumBudgetCurrency: string | null;
  readonly publications: readonly PublicationOfOffer[] | null;
  readonly formats: readonly FormatOfOffer[] | null;
};
