import { sql, type Transaction } from 'kysely';
import type { UserMappingEntry } from '../../../contract/access/user-mapping.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { invalidField } from '../../records/domain-error.ts';
import { type Asking, requireReference } from '../../records/references.ts';
import { requireCompany } from '../../resources/media-partner/require-company.ts';

/**
 * Adds mappings. Existing mappings that were inactive for the user become active. `pointerOf` returns the JSON pointer
 * of an entry in the body.
 */
export async function addMappings(
  asking: Asking,
  user: string,
  entries: readonly UserMappingEntry[],
  pointerOf: (index: number) => string,
): Promise<void> {
  for (const [index, entry] of entries.entries()) await requireEntry(asking, entry, pointerOf(index));
  await sql`
    insert into user_mapping (user_name, advertiser_company_id, brand_id, invoice_company_id)
    select ${user}, advertiser, brand, invoiced from unnest(
      ${entries.map((entry) => entry.advertiserCompanyId)}::bigint[],
      ${entries.map((entry) => entry.brandId)}::bigint[],
      ${entries.map((entry) => entry.invoiceCompanyId ?? null)}::bigint[]
    ) with ordinality as given(advertiser, brand, invoiced, position)
    group by advertiser, brand, invoiced order by min(position)
    on conflict (lower(user_name), advertiser_company_id, brand_id, coalesce(invoice_company_id, 0))
    do update set written_at = clock_timestamp()
  `.execute(asking.transaction);
}

/** Removes mappings and ignores missing ones. Returns the number of removed mappings. */
export async function removeMappings(
  transaction: Transaction<Database>,
  user: string,
  entries: readonly UserMappingEntry[] | null,
): Promise<number> {
  const ofUser = transaction
    .deleteFrom('userMapping')
    .where(sql<boolean>`lower(user_mapping.user_name) = lower(${user})`);
  const removed =
    entries === null
      ? ofUser
      : ofUser.where(sql<boolean>`exists (
          select 1 from unnest(
            ${entries.map((entry) => entry.advertiserCompanyId)}::bigint[],
            ${entries.map((entry) => entry.brandId)}::bigint[],
            ${entries.map((entry) => entry.invoiceCompanyId ?? null)}::bigint[]
          ) as given(advertiser, brand, invoiced)
          where advertiser = user_mapping.advertiser_company_id and brand = user_mapping.brand_id
            and invoiced is not distinct from user_mapping.invoice_company_id
        )`);
  return Number((await removed.executeTakeFirstOrThrow()).numDeletedRows);
}

/**
 * Requires that the companies exist, are not archived and have the role, and that the brand belongs to the advertiser.
 */
async function requireEntry(asking: Asking, entry: UserMappingEntry, at: string): Promise<void> {
  const { advertiserCompanyId, brandId, invoiceCompanyId } = entry;
  await requireCompany(asking, { id: advertiserCompanyId, role: 'ADVERTISER', pointer: `${at}/advertiserCompanyId` });
  const pointer = `${at}/brandId`;
  await requireReference(asking, { table: 'brand', id: brandId, pointer, noun: 'brands' });
  const brand = await asking.transaction
    .selectFrom('brand')
    .select('brand.mediaPartnerId')
    .where('brand.id', '=', brandId)
    .executeTakeFirstOrThrow();
  if (brand.mediaPartnerId !== advertiserCompanyId) {
    throw invalidField(pointer, 'foreign_brand', fieldMessage('foreignBrand', { id: brandId }));
  }
  if (invoiceCompanyId) {
    await requireCompany(asking, { id: invoiceCompanyId, role: 'INVOICE', pointer: `${at}/invoiceCompanyId` });
  }
}
