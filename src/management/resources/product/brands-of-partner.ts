import type { Transaction } from 'kysely';
import { fold } from '../../../core/targeting/fold.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Function that returns the ID of the brand of a feed row, or an error code. */
export type FindBrand = (said: string | undefined) => number | 'brand_missing' | 'brand_unknown';

/**
 * Reads the brands of a media partner by name, key or external ID, compared as in targeting. A feed may omit the brand
 * of a partner with only one.
 */
export async function readBrandsOfPartner(
  transaction: Transaction<Database>,
  mediaPartnerId: number,
): Promise<FindBrand> {
  const brands = await transaction
    .selectFrom('brand')
    .select(['brand.id', 'brand.name', 'brand.externalKey', 'brand.externalId'])
    .where('brand.mediaPartnerId', '=', mediaPartnerId)
    .where('brand.archivedAt', 'is', null)
    .orderBy('brand.id')
    .execute();
  const ids = new Map<string, number>();
  for (const { id, name, externalKey, externalId } of brands) {
    for (const text of [externalId, externalKey, name])
      if (text !== null && !ids.has(fold(text))) ids.set(fold(text), id);
  }
  const [sole, ...others] = brands;
  return (said) => {
    if (said !== undefined) return ids.get(fold(said)) ?? 'brand_unknown';
    return sole !== undefined && others.length === 0 ? sole.id : 'brand_missing';
  };
}
