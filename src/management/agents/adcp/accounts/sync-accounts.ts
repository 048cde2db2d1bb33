import type { SyncAccountsRequest, SyncAccountsResponse } from '@adcp/sdk/types';
import { requestError } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { pendingAccount, refersTo, wireAccount } from './accounts.ts';
import { readBuyer } from './read-buyer.ts';

type Wanted = SyncAccountsRequest['accounts'][number];
type Synced = Extract<SyncAccountsResponse, { accounts: unknown }>;
type Row = Synced['accounts'][number];

/** Most accounts that an agent can request. */
const maxRequests = 100;

/**
 * Answers `sync_accounts`. An account that is not set up becomes a request that ad operations see with the buyer agent;
 * only they give an agent access to a brand. Requests of a test account are usable immediately.
 */
export async function syncAccounts(context: SellerContext, request: SyncAccountsRequest): Promise<Synced> {
  const { services, buyer, caller } = context;
  if (request.delete_missing === true) {
    throw requestError('delete_missing', 'Only the publisher removes accounts', 'UNSUPPORTED_FEATURE');
  }
  const known = accountsOf(context);
  const missing = request.accounts.filter((wanted) => !known.some(({ matches }) => matches(wanted)));
  if (known.length + missing.length > maxRequests) {
    throw requestError('accounts', `At most ${maxRequests} accounts can be requested`);
  }
  if (request.dry_run !== true && missing.length > 0) {
    await services.database
      .insertInto('buyerAccountRequest')
      .values(missing.map(({ brand, operator }) => ({ buyerAgentId: buyer.id, brandDomain: brand.domain, operator })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  const current = request.dry_run === true ? context : { ...context, buyer: await reread(context) };
  services.log.info({ actor: caller.actor, requested: missing.length }, 'A buyer agent synchronized accounts');
  const accounts = accountsOf(current);
  return {
    ...(request.dry_run === true && { dry_run: true }),
    accounts: request.accounts.map((wanted) => rowOf(wanted, accounts, missing)),
  };
}

type Known = { readonly matches: (wanted: Wanted) => boolean; readonly row: ReturnType<typeof wireAccount> };

function accountsOf({ buyer }: SellerContext): readonly Known[] {
  return [
    ...buyer.accounts.map((account) => ({
      matches: ({ brand, operator }: Wanted) => refersTo({ brand, operator }, account),
      row: wireAccount(account, buyer),
    })),
    ...buyer.requested.map((requested) => ({
      matches: ({ brand, operator }: Wanted) =>
        brand.domain === requested.brandDomain && operator === requested.operator,
      row: pendingAccount(requested),
    })),
  ];
}

async function reread({ services, buyer }: SellerContext) {
  const changed = await readBuyer(services.database, buyer.serviceAccountId);
  if (changed === null) throw new Error(`buyer agent ${buyer.id} became inactive during a call`);
  return changed;
}

function rowOf(wanted: Wanted, accounts: readonly Known[], missing: readonly Wanted[]): Row {
  const { brand, operator, billing, sandbox } = wanted;
  const found = accounts.find(({ matches }) => matches(wanted));
  const created = missing.includes(wanted);
  return {
    brand,
    operator,
    billing,
    action: created ? 'created' : 'unchanged',
    status: 'pending_approval',
    account_scope: 'operator_brand',
    ...(sandbox !== undefined && { sandbox }),
    ...(found !== undefined && {
      account_id: found.row.account_id,
      name: found.row.name,
      status: found.row.status,
      ...('setup' in found.row && { setup: found.row.setup as NonNullable<Row['setup']> }),
    }),
  };
}
