import { refAccountId } from '@adcp/sdk/server';
import type { AccountReference } from '@adcp/sdk/types';
import { pageOfResults, type ResultPaging } from '../page-of.ts';
import type { AccountOfBuyer, Buyer } from './read-buyer.ts';

/** Returns the account of a call that names one. null: the buyer agent has no such account. */
export function accountOf(buyer: Buyer, reference: AccountReference | undefined) {
  if (reference === undefined) return agentAccount(buyer);
  const account = buyer.accounts.find((one) => refersTo(reference, one));
  return account === undefined ? null : presentAccount(account);
}

type ListedAccounts = { readonly status?: string | undefined; readonly pagination?: ResultPaging };

/** Returns a page of the accounts of a buyer agent: the tool `list_accounts`. All are active. */
export function listAccounts({ accounts }: Buyer, { status, pagination: paging }: ListedAccounts) {
  const { page, pagination } = pageOfResults(status === undefined || status === 'active' ? accounts : [], paging);
  return { accounts: page.map((account) => wireAccount(account)), pagination };
}

/** Account of calls that name none: the agent itself. */
function agentAccount({ id, name }: Buyer) {
  return { id: `agent-${id}`, name, status: 'active' as const, ctx_metadata: {} };
}

function presentAccount(account: AccountOfBuyer) {
  const { accountId, brandName, brandDomain, operator } = account;
  return {
    id: accountId,
    name: operator === null ? brandName : `${brandName} (${operator})`,
    status: 'active' as const,
    ...(brandDomain !== null && { brand: { domain: brandDomain }, operator: operator ?? brandDomain }),
    ctx_metadata: {},
  };
}

function wireAccount(account: AccountOfBuyer) {
  const { id, ctx_metadata: _, ...shown } = presentAccount(account);
  return { account_id: id, ...shown };
}

function refersTo(reference: AccountReference, account: AccountOfBuyer): boolean {
  const id = refAccountId(reference);
  if (id !== undefined) return id === account.accountId;
  if (!('brand' in reference) || reference.brand.domain !== account.brandDomain) return false;
  return reference.operator === (account.operator ?? account.brandDomain);
}
