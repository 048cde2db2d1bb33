import type { Kysely } from 'kysely';
import type { PurchaseApproval } from '../../../../core/vocabulary/codes/selling-codes.ts';
import type { Database } from '../../../../platform/db/schema.ts';
import { type Signing, signingColumns, signingOf } from '../signatures/signing-agent.ts';
import { readFixtures } from '../test-controller/fixtures.ts';

/** Status of an account in the protocol. */
export type AccountStatus = 'active' | 'pending_approval' | 'rejected' | 'payment_required' | 'suspended' | 'closed';

/** An account of a buyer agent with the names and domains that the protocol needs. */
export type AccountOfBuyer = {
  /** ID in the protocol: the brand, and the domain of the agency if there is one. */
  readonly accountId: string;
  readonly advertiserCompanyId: number;
  readonly brandId: number;
  readonly invoiceCompanyId: number;
  readonly operator: string | null;
  readonly brandName: string;
  /** Domains of the brand. The first one is shown. */
  readonly brandDomains: readonly string[];
  /** Always active, unless the test controller set another status. */
  readonly status: AccountStatus;
};

/** An account that the agent requested. */
export type RequestedAccount = { readonly id: number; readonly brandDomain: string; readonly operator: string };

/** An active buyer agent with its accounts whose brand is not archived. */
export type Buyer = {
  readonly id: number;
  readonly serviceAccountId: number;
  readonly name: string;
  /** null: all active packages. */
  readonly packageIds: readonly number[] | null;
  readonly accounts: readonly AccountOfBuyer[];
  /** Accounts that ad operations have not set up yet. Those of a test account are usable, and in `accounts`. */
  readonly requested: readonly RequestedAccount[];
  /** Whether ad operations approve its purchases. */
  readonly needsApproval: boolean;
  /** Whether its purchases are options for tests. */
  readonly test: boolean;
  /** How its calls are signed. */
  readonly signing: Signing;
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
      ...signingColumns,
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
    return [{ ...account, accountId, brandName: brand.name, brandDomains: brand.domains, status: 'active' }];
  });
  const requested = await readRequested(database, row.id);
  const usable = row.test ? [...accounts, ...testAccounts(accounts, requested)] : accounts;
  const { id, name, packageIds, test } = row;
  return {
    id,
    serviceAccountId,
    name,
    packageIds,
    accounts: row.test ? await withForcedStatus(database, row.id, usable) : usable,
    requested: row.test ? [] : requested.filter((one) => !isSetUp(one, accounts)),
    needsApproval: row.purchaseApproval !== ('automatic' satisfies PurchaseApproval),
    test,
    signing: signingOf(row),
  };
}

function readRequested(database: Kysely<Database>, buyerAgentId: number): Promise<RequestedAccount[]> {
  return database
    .selectFrom('buyerAccountRequest')
    .select(['buyerAccountRequest.id', 'buyerAccountRequest.brandDomain', 'buyerAccountRequest.operator'])
    .where('buyerAccountRequest.buyerAgentId', '=', buyerAgentId)
    .orderBy('buyerAccountRequest.id')
    .execute();
}

function isSetUp({ brandDomain, operator }: RequestedAccount, accounts: readonly AccountOfBuyer[]): boolean {
  return accounts.some((one) => one.brandDomains.includes(brandDomain) && (one.operator ?? brandDomain) === operator);
}

/** Requested accounts of a test account buy for its first brand. */
function testAccounts(
  [first]: readonly AccountOfBuyer[],
  requested: readonly RequestedAccount[],
): readonly AccountOfBuyer[] {
  if (first === undefined) return [];
  return requested.map(({ id, brandDomain, operator }) => ({
    ...first,
    // The ID starts with that of the brand, as the IDs of other accounts.
    accountId: `brand-${first.brandId}-request-${id}`,
    operator,
    brandName: brandDomain,
    brandDomains: [brandDomain],
  }));
}

/** Returns the protocol ID of a requested account. */
export function idOfRequest(id: number): string {
  return `request-${id}`;
}

async function withForcedStatus(
  database: Kysely<Database>,
  buyerAgentId: number,
  accounts: readonly AccountOfBuyer[],
): Promise<readonly AccountOfBuyer[]> {
  const forced = await readFixtures<{ status: AccountStatus }>(database, buyerAgentId, 'account-status');
  return accounts.map((account) => ({ ...account, status: forced.get(account.accountId)?.status ?? account.status }));
}
