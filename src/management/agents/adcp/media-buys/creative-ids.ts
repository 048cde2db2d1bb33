import type { Kysely } from 'kysely';
import type { Database } from '../../../../platform/db/schema.ts';
import type { AccountOfBuyer } from '../accounts/read-buyer.ts';
import { requestError } from '../protocol-error.ts';

/**
 * Returns Placard's creatives by the IDs of a buyer.
 * @param field of the request, for errors
 * @throws AdcpError `CREATIVE_NOT_FOUND` if the account has no such creative
 */
export async function resolveCreatives(
  database: Kysely<Database>,
  account: AccountOfBuyer,
  creativeIds: readonly string[],
  field: string,
): Promise<ReadonlyMap<string, number>> {
  const numbers = creativeIds.filter((id) => /^[1-9]\d{0,15}$/.test(id)).map(Number);
  const rows =
    numbers.length === 0
      ? []
      : await database
          .selectFrom('creative')
          .select('creative.id')
          .where('creative.id', 'in', numbers)
          .where('creative.brandId', '=', account.brandId)
          .where('creative.archivedAt', 'is', null)
          .execute();
  const found = new Map(rows.map(({ id }) => [String(id), id]));
  const missing = creativeIds.find((id) => !found.has(id));
  if (missing !== undefined) throw requestError(field, `There is no creative ${missing}`, 'CREATIVE_NOT_FOUND');
  return found;
}
