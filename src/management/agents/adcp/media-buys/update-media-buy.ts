import { AdcpError, type RequestContext } from '@adcp/sdk/server';
import type { UpdateMediaBuyRequest, UpdateMediaBuyResponse } from '@adcp/sdk/types';
import { sql } from 'kysely';
import { decimalFromMicros } from '../../../../core/vocabulary/money.ts';
import type { CampaignAction } from '../../../../core/vocabulary/statuses.ts';
import { inTransaction, type TransactionChange } from '../../../records/change.ts';
import { patchChange } from '../../../records/common-changes.ts';
import { recordChanges } from '../../../records/record-changes.ts';
import type { ChangeRecord } from '../../../records/resource.ts';
import { changeRecord } from '../../../records/save-record.ts';
import { performCampaignAction } from '../../../resources/campaign/campaign-actions.ts';
import { requestError, requireScopes, withProtocolErrors } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { planChange, readSoldProducts } from './change-package.ts';
import { readRules, refuseUnknownPackageTerms, requireActiveAccount } from './create-media-buy.ts';
import { type CreativeIds, readCreativeIds, resolveCreatives } from './creative-ids.ts';
import { isLive, statusOfMediaBuy, validActionsOf } from './media-buy-status.ts';
import { planPackage } from './plan-package.ts';
import { presentPackage } from './present-media-buy.ts';
import { protocolIdOf, readMediaBuys, type StoredMediaBuy, type StoredPackage } from './read-media-buys.ts';
import type { PackageChange } from './request-types.ts';
import { actOnBooking, approvingCaller, createBooking, storePackages, submitBooking } from './save-purchase.ts';

type Updated = Extract<UpdateMediaBuyResponse, { media_buy_id: string }>;
type Change = TransactionChange & { readonly later: ChangeRecord[] };
/** A purchase that is being changed. */
type Changing = { readonly change: Change; readonly context: SellerContext; readonly buy: StoredMediaBuy };

/**
 * Answers `update_media_buy` in one transaction. Changes of the terms of an approved booking are reviewed again, unless
 * the agent needs no approval.
 */
export function updateMediaBuy(
  context: SellerContext,
  request: UpdateMediaBuyRequest,
  call: Pick<RequestContext, 'account'>,
): Promise<Updated> {
  return withProtocolErrors(async () => {
    requireScopes(context, 'campaigns:write', 'bookings:write');
    requireActiveAccount(context, call);
    const { services, caller, requestId, buyer } = context;
    const assigned = (request.packages ?? []).flatMap(({ creative_assignments: creatives }) => creatives ?? []);
    const added = (request.new_packages ?? []).flatMap(({ creative_assignments: creatives }) => creatives ?? []);
    const ids = [...assigned, ...added].map(({ creative_id: id }) => id);
    const id = await inTransaction(services.database, async (transaction) => {
      const change: Change = { services, caller, requestId, transaction, later: [] };
      const buy = await requireMediaBuy(change, context, request.media_buy_id);
      if (!(await claimChange(change, buy, request.idempotency_key))) return buy.id;
      const changing = { change, context, buy };
      requireOpen(changing, request);
      const creatives = await resolveCreatives(transaction, { buyerAgentId: buyer.id, accountId: buy.accountId }, ids);
      if (request.canceled === true) await cancelMediaBuy(changing, request.cancellation_reason ?? null);
      else await applyChanges(changing, request, creatives);
      await transaction
        .updateTable('mediaBuy')
        // A change ends a status that the test controller set.
        .set({ forcedStatus: null, revision: sql<number>`media_buy.revision + 1`, updatedAt: new Date(context.nowMs) })
        .where('mediaBuy.id', '=', buy.id)
        .execute();
      if (change.later.length > 0) await recordChanges(change, change.later, `update purchase ${buy.id}`);
      return buy.id;
    });
    const [buy] = await readMediaBuys(services.database, buyer, { ids: [id] });
    if (buy === undefined) throw new Error(`purchase ${id} was changed but cannot be read`);
    return presentUpdate(buy, request, context, await readCreativeIds(services.database, buyer, [buy]));
  });
}

/**
 * Records the key of a change. A repeated change is not applied again, also if the process ended before the response to
 * the first one was stored.
 * @returns whether the change is new
 */
async function claimChange({ transaction }: Change, { id }: StoredMediaBuy, idempotencyKey: string): Promise<boolean> {
  const { numInsertedOrUpdatedRows: inserted } = await transaction
    .insertInto('mediaBuyChange')
    .values({ mediaBuyId: id, idempotencyKey })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  return inserted === 1n;
}

async function requireMediaBuy(
  { transaction }: Change,
  { buyer }: SellerContext,
  mediaBuyId: string,
): Promise<StoredMediaBuy> {
  const [buy] = await readMediaBuys(transaction, buyer, { protocolIds: [mediaBuyId] }, 'update');
  if (buy !== undefined && buy.confirmedAt !== null) return buy;
  throw requestError('media_buy_id', 'There is no such media buy', 'MEDIA_BUY_NOT_FOUND');
}

function requireOpen({ buy, context }: Changing, { revision, canceled, packages }: UpdateMediaBuyRequest): void {
  if (revision !== undefined && revision !== buy.revision) {
    const message = `The media buy has revision ${buy.revision}`;
    throw new AdcpError('CONFLICT', { message, field: 'revision' });
  }
  for (const [index, { package_id: id }] of (packages ?? []).entries()) {
    if (buy.packages.some(({ bookingId }) => String(bookingId) === id)) continue;
    throw requestError(`packages[${index}].package_id`, 'The media buy has no such package', 'PACKAGE_NOT_FOUND');
  }
  if (validActionsOf(buy, context.nowMs).length > 0) return;
  const message = `The media buy is ${statusOfMediaBuy(buy, context.nowMs)}`;
  throw new AdcpError(canceled === true ? 'NOT_CANCELLABLE' : 'INVALID_STATE', { message, recovery: 'correctable' });
}

async function cancelMediaBuy(changing: Changing, reason: string | null): Promise<void> {
  const { change, context, buy } = changing;
  await performOnCampaign(changing, 'cancel');
  await change.transaction
    .updateTable('mediaBuy')
    .set({ canceledAt: new Date(context.nowMs), canceledBy: 'buyer', cancellationReason: reason })
    .where('mediaBuy.id', '=', buy.id)
    .execute();
}

async function performOnCampaign({ change, context, buy }: Changing, action: CampaignAction): Promise<void> {
  const given = { nowMs: context.nowMs, reason: null, hold: null };
  await changeRecord(
    change,
    context.resources.campaign,
    {
      id: buy.campaignId,
      action,
      version: 'optional',
      change: (write) => performCampaignAction(action, write, given),
    },
    null,
  );
}

async function applyChanges(
  changing: Changing,
  request: UpdateMediaBuyRequest,
  creatives: ReadonlyMap<string, number>,
): Promise<void> {
  const { change, context, buy } = changing;
  const products = await readSoldProducts(
    change.transaction,
    buy.packages.map(({ productPackageId }) => productPackageId),
  );
  const { segments } = await readRules(context, buy.accountId, { startMs: 0, endMs: 0 });
  const changes = changesOf(changing, request);
  const planned = changes.flatMap(({ sold, wanted, field }) => {
    const product = products.get(sold.productPackageId);
    if (product === undefined || isOnlyState(wanted)) return [];
    return [planChange(sold, wanted, { product, segments, creatives, field })];
  });
  const added = await planAdded(changing, request);
  const budgets = new Map(planned.map(({ bookingId, budgetMicros }) => [bookingId, budgetMicros]));
  const total =
    buy.packages.reduce((sum, { bookingId, budgetMicros }) => sum + (budgets.get(bookingId) ?? budgetMicros), 0) +
    added.reduce((sum, { budgetMicros }) => sum + budgetMicros, 0);
  if (total !== buy.campaign.budgetMicros) await changeBudget(changing, total);
  for (const one of planned) await saveChange(changing, one);
  for (const { sold, wanted } of changes) await changeState(changing, sold, wanted);
  for (const one of added) {
    const bookingId = await createBooking(change, context, {
      campaignId: buy.campaignId,
      planned: one,
      purchase: { creatives },
    });
    await submitBooking(change, context, bookingId, one);
    await storePackages(change, buy.id, [one], [bookingId], creatives);
  }
  if (request.paused !== undefined && request.paused !== buy.campaign.paused) {
    await performOnCampaign(changing, request.paused ? 'pause' : 'resume');
  }
}

type WantedChange = { readonly sold: StoredPackage; readonly wanted: PackageChange; readonly field: string };

/** Returns the changes of packages, including those of the dates of the whole purchase. */
function changesOf({ buy, context }: Changing, request: UpdateMediaBuyRequest): readonly WantedChange[] {
  const { start_time: start, end_time: end, packages = [] } = request;
  const flight = {
    ...(start !== undefined && { start_time: start === 'asap' ? new Date(context.nowMs).toISOString() : start }),
    ...(end !== undefined && { end_time: end }),
  };
  return buy.packages.flatMap((sold): WantedChange[] => {
    const index = packages.findIndex(({ package_id: id }) => id === String(sold.bookingId));
    const own = packages[index];
    const field = own === undefined ? 'packages' : `packages[${index}]`;
    if (!isLive(sold)) {
      if (own === undefined) return [];
      const code = own.canceled === true ? 'NOT_CANCELLABLE' : 'INVALID_STATE';
      throw requestError(field, 'The package is canceled', code);
    }
    if (own === undefined && Object.keys(flight).length === 0) return [];
    return [{ sold, wanted: { package_id: String(sold.bookingId), ...flight, ...own }, field }];
  });
}

/** Whether a change only pauses, resumes or cancels a package. */
function isOnlyState(wanted: PackageChange): boolean {
  const others = new Set(Object.keys(wanted));
  for (const name of ['package_id', 'paused', 'canceled', 'cancellation_reason', 'context', 'ext']) others.delete(name);
  return others.size === 0;
}

async function planAdded({ buy, context }: Changing, { new_packages: added = [] }: UpdateMediaBuyRequest) {
  if (added.length === 0) return [];
  const live = buy.packages.filter(isLive);
  const startMs = Math.min(...live.map(({ startDate }) => startDate.getTime()), context.nowMs);
  const endMs = Math.max(...live.map(({ endDate }) => endDate?.getTime() ?? 0));
  const rules = await readRules(context, buy.accountId, { startMs, endMs });
  return added.map((one, index) => {
    const field = `new_packages[${index}]`;
    refuseUnknownPackageTerms(one, field);
    const planned = planPackage(one, field, rules);
    if (planned.currency === buy.campaign.currency) return planned;
    throw requestError(`${field}.pricing_option_id`, `The currency of the media buy is ${buy.campaign.currency}`);
  });
}

async function changeBudget({ change, context, buy }: Changing, micros: number): Promise<void> {
  const budget = { amount: decimalFromMicros(micros), currency: buy.campaign.currency };
  const patch = patchChange(context.resources.campaign, { id: buy.campaignId, patch: { budget } });
  await changeRecord(change, context.resources.campaign, { ...patch, version: 'optional' }, null);
}

async function saveChange(
  { change, context }: Changing,
  { bookingId, patch, budgetMicros, terms, hasInventoryLists }: ReturnType<typeof planChange>,
): Promise<void> {
  const automatic = !context.buyer.needsApproval && !hasInventoryLists;
  const saving = automatic ? { ...change, caller: approvingCaller(change.caller) } : change;
  const booking = patchChange(context.resources.booking, { id: bookingId, patch });
  await changeRecord(saving, context.resources.booking, { ...booking, version: 'optional' }, null);
  await change.transaction
    .updateTable('mediaBuyPackage')
    .set({ budgetMicros, terms: JSON.stringify(terms) })
    .where('mediaBuyPackage.bookingId', '=', bookingId)
    .execute();
}

async function changeState({ change, context }: Changing, sold: StoredPackage, wanted: PackageChange): Promise<void> {
  if (wanted.canceled === true) {
    await actOnBooking(change, context, sold.bookingId, 'cancel');
    await change.transaction
      .updateTable('mediaBuyPackage')
      .set({ canceledAt: new Date(context.nowMs), cancellationReason: wanted.cancellation_reason ?? null })
      .where('mediaBuyPackage.bookingId', '=', sold.bookingId)
      .execute();
    return;
  }
  if (wanted.paused === undefined || wanted.paused === sold.paused) return;
  await actOnBooking(change, context, sold.bookingId, wanted.paused ? 'pause' : 'resume');
}

function presentUpdate(
  buy: StoredMediaBuy,
  request: UpdateMediaBuyRequest,
  { nowMs }: SellerContext,
  ids: CreativeIds,
): Updated {
  const status = statusOfMediaBuy(buy, nowMs);
  const named = new Set((request.packages ?? []).map(({ package_id: id }) => id));
  const affected = buy.packages.filter(({ bookingId }) => named.size === 0 || named.has(String(bookingId)));
  return {
    media_buy_id: protocolIdOf(buy),
    status,
    revision: buy.revision,
    implementation_date: new Date(nowMs).toISOString(),
    affected_packages: affected.map((sold) => presentPackage(sold, ids)),
    valid_actions: validActionsOf(buy, nowMs),
  };
}
