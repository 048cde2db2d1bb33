import { sql, type Transaction } from 'kysely';
import type { Database } from '../../../platform/db/schema.ts';

/**
 * Returns the creatives that show products in a format, and creates missing ones. Their content is read from the
 * product when a snapshot is written. Source: docs/decisions/0121-sponsored-bookings.md.
 */
export async function creativesOfProducts(
  transaction: Transaction<Database>,
  { products, formatId }: { readonly products: readonly number[]; readonly formatId: number },
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    insert into creative (name, kind, brand_id, format_id, state, product_id)
    select product.name, 'product', product.brand_id, ${formatId}::bigint, 'approved', product.id
    from product where product.id = any(${products}::bigint[]) order by product.id
    on conflict (product_id, format_id) where product_id is not null do update set archived_at = null
    returning creative.id
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/**
 * Updates the creatives of changed products, including names and brands.
 * @returns ids of the creatives
 */
export async function followProducts(
  transaction: Transaction<Database>,
  products: readonly number[],
): Promise<readonly number[]> {
  if (products.length === 0) return [];
  const { rows } = await sql<{ id: number }>`
    update creative set name = product.name, brand_id = product.brand_id, version = creative.version + 1,
      updated_at = clock_timestamp()
    from product
    where product.id = creative.product_id and product.id = any(${products}::bigint[])
    returning creative.id
  `.execute(transaction);
  return rows.map(({ id }) => id);
}

/** Archives the creatives of a product that no active booking contains, so that their formats can be archived. */
export async function archiveCreativesOf(transaction: Transaction<Database>, productId: number): Promise<void> {
  await sql`
    update creative set archived_at = clock_timestamp(), version = creative.version + 1, updated_at = clock_timestamp()
    where creative.product_id = ${productId} and creative.archived_at is null and not exists (
      select from booking_creative ad join booking on booking.id = ad.booking_id
      where ad.creative_id = creative.id and ad.removed_at is null and booking.archived_at is null
    )
  `.execute(transaction);
}
