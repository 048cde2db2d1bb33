import { refAccountId } from '@adcp/sdk/server';
import type { AccountReference } from '@adcp/sdk/types';
import { pageOfResults, type ResultPaging } from '../page-of.ts';
import { type AccountOfBuyer, type Buyer, idOfRequest, type RequestedAccount } from './read-buyer.ts';

/** Returns the account of a call that names one. null: the buyer agent has no such account. */
export function accountOf(buyer: Buyer, reference: AccountReference | undefined) {
  if (reference === undefined) return agentAccount(buyer);
  // The storyboards of the protocol name accounts that they have not seen.
  const account =
    buyer.accounts.find((one) => refersTo(reference, one)) ?? (buyer.test ? buyer.accounts[0] : undefined);
  return account === undefined ? null : presentAccount(account, buyer);
}

type ListedAccounts = { readonly status?: string | undefined; readonly pagination?: ResultPaging };

/** Returns a page of the accounts of a buyer agent: the tool `list_accounts`, with those that wait for ad operations. */
export function listAccounts(buyer: Buyer, { status, pagination: paging }: ListedAccounts) {
  const all = [...buyer.accounts.map((account) => wireAccount(account, buyer)), ...buyer.requested.map(pendingAccount)];
  const { page, pagination } = pageOfResults(
    all.filter((account) => status === undefined || account.status === status),
    paging,
  );
  const { total_count: _, ...shown } = pagination;
  return { accounts: page, pagination: shown };
}

/** Returns an account that waits for ad operations. */
export function pendingAccount({ id, brandDomain, operator }: RequestedAccount) {
  return {
    account_id: idOfRequest(id),
    name: `${brandDomain} (${operator})`,
    status: 'pending_approval' as const,
    brand: { domain: brandDomain },
    operator,
    setup: { message: 'The publisher sets up the account. Ask your contact person there' },
  };
}

/** Account of calls that name none: the agent itself. */
function agentAccount({ id, name, test }: Buyer) {
  return { id: `agent-${id}`, name, status: 'active' as const, ...(test && { sandbox: true }), ctx_metadata: {} };
}

function presentAccount(account: AccountOfBuyer, { test }: Pick<Buyer, 'test'>) {
  const { accountId, brandName, brandDomains, operator } = account;
  const [brandDomain] = brandDomains;
  return {
    id: accountId,
    name: operator === null ? brandName : `${brandName} (${operator})`,
    status: account.status,
    ...(brandDomain !== undefined && { brand: { domain: brandDomain }, operator: operator ?? brandDomain }),
    ...(test && { sandbox: true }),
    ctx_metadata: {},
  };
}

/** Returns an account without members of the library. */
export function wireAccount(account: AccountOfBuyer, buyer: Pick<Buyer, 'test'>) {
  const { id, ctx_metadata: _, ...shown } = presentAccount(account, buyer);
  return { account_id: id, ...shown };
}

/** Returns whether a reference of a call means the account. */
export function refersTo(reference: AccountReference, account: AccountOfBuyer): boolean {
  const id = refAccountId(reference);
  if (id !== undefined) return id === account.accountId;
  if (!('brand' in reference) || !account.brandDomains.includes(reference.brand.domain)) return false;
  return reference.operator === (account.operator ?? reference.brand.domain);
}
