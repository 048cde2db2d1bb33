import type { Kysely } from 'kysely';
import type { PurchaseApproval } from '../../../../core/vocabulary/codes/selling-codes.ts';
import type { Database } from '../../../../platform/db/schema.ts';

/** An account of a buyer agent with the names and domains that the protocol needs. */
export type AccountOfBuyer = {
  /** ID in the protocol: the brand, and the domain of the agency if there is one. */
  readonly accountId: string;
  readonly advertiserCompanyId: number;
  readonly brandId: number;
  readonly invoiceCompanyId: number;
  readonly operator: string | null;
  readonly brandName: string;
  /** First domain of the brand. null: it has none. */
  readonly brandDomain: string | null;
};

/** An active buyer agent with its accounts whose brand is not archived. */
export type Buyer = {
  readonly id: number;
  readonly serviceAccountId: number;
  readonly name: string;
  /** null: all active packages. */
  readonly packageIds: readonly number[] | null;
  readonly accounts: readonly AccountOfBuyer[];
  /** Whether ad operations approve its purchases. */
  readonly needsApproval: boolean;
  /** Whether its purchases are options for tests. */
  readonly test: boolean;
};

/** Reads the active buyer agent of a service account. null: there is none. */
export async function readBuyer(database: Kysely<Database>, serviceAccountId: number): Promise<Buyer | null> {
  const row = await database
    .selectFrom('buyerAgent')
    .select([
      'buyerAgent.id',
      'buyerAgent.name',
      'buyerAgent.packageIds',
      'buyerAgent.accounts',
      'buyerAgent.purchaseApproval',
      'buyerAgent.test',
    ])
    .where('buyerAgent.serviceAccountId', '=', serviceAccountId)
    .where('buyerAgent.active', '=', true)
    .where('buyerAgent.archivedAt', 'is', null)
    .executeTakeFirst();
  if (row === undefined) return null;
  const brandIds = row.accounts.map(({ brandId }) => brandId);
  const brands =
    brandIds.length === 0
      ? []
      : await database
          .selectFrom('brand')
          .select(['brand.id', 'brand.name', 'brand.domains'])
          .where('brand.id', 'in', brandIds)
          .where('brand.archivedAt', 'is', null)
          .execute();
  const brandOf = new Map(brands.map((brand) => [brand.id, brand]));
  const accounts = row.accounts.flatMap((account): AccountOfBuyer[] => {
    const brand = brandOf.get(account.brandId);
    if (brand === undefined) return [];
    const accountId = account.operator === null ? `brand-${brand.id}` : `brand-${brand.id}-${account.operator}`;
    return [{ ...account, accountId, brandName: brand.name, brandDomain: brand.domains[0] ?? null }];
  });
  const { id, name, packageIds, test } = row;
  return {
    id,
    serviceAccountId,
    name,
    packageIds,
    accounts,
    needsApproval: row.purchaseApproval !== ('automatic' satisfies PurchaseApproval),
    test,
  };
}
