import type { RequestContext } from '@adcp/sdk/server';
import type { GetMediaBuysRequest, GetMediaBuysResponse } from '@adcp/sdk/types';
import { pageOfResults } from '../page-of.ts';
import { requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { readCreativeIds } from './creative-ids.ts';
import { type MediaBuyStatus, statusOfMediaBuy } from './media-buy-status.ts';
import { presentMediaBuy } from './present-media-buy.ts';
import { readMediaBuys, type StoredMediaBuy } from './read-media-buys.ts';
import { settlePurchases } from './settle-purchases.ts';

/** Selection of purchases in the requests of the protocol. */
type Selection = Pick<GetMediaBuysRequest, 'media_buy_ids' | 'status_filter'>;

/** Answers `get_media_buys`. Purchases that wait for approval are tasks and not listed. */
export async function listMediaBuys(
  context: SellerContext,
  request: GetMediaBuysRequest,
  { account }: Pick<RequestContext, 'account'>,
): Promise<GetMediaBuysResponse> {
  const selected = await selectMediaBuys(context, request, account.id);
  const { page, pagination } = pageOfResults(selected, request.pagination);
  const ids = await readCreativeIds(context.services.database, context.buyer, page);
  return { media_buys: page.map((buy) => presentMediaBuy(buy, context, ids)), pagination };
}

/**
 * Returns the confirmed purchases of an account that a request selects. Without IDs and statuses: the active ones, as
 * the protocol defines. Unknown IDs are omitted.
 */
export async function selectMediaBuys(
  context: SellerContext,
  { media_buy_ids: ids, status_filter: filter }: Selection,
  accountId: string,
): Promise<readonly StoredMediaBuy[]> {
  requireScopes(context, 'campaigns:read', 'bookings:read');
  const { services, buyer, nowMs } = context;
  await settlePurchases(services.database);
  const buys = await readMediaBuys(services.database, buyer, {
    // Purchases are found by their ID in all accounts of the agent.
    ...(ids !== undefined && { protocolIds: ids }),
    ...(ids === undefined && buyer.accounts.some((one) => one.accountId === accountId) && { accountId }),
  });
  const statuses = statusesOf(filter, ids);
  return buys.filter(
    (buy) => buy.confirmedAt !== null && (statuses === null || statuses.includes(statusOfMediaBuy(buy, nowMs))),
  );
}

/** null: all statuses. */
function statusesOf(
  filter: Selection['status_filter'],
  ids: readonly string[] | undefined,
): readonly MediaBuyStatus[] | null {
  if (filter === undefined) return ids === undefined ? ['active'] : null;
  return Array.isArray(filter) ? filter : [filter as MediaBuyStatus];
}
