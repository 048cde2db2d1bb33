/*
 * Purchases of buyer agents: media buys of AdCP 3.0.
 *
 * - `create-media-buy.ts`: the tool. `plan-package.ts`, `purchased-delivery.ts`, `targeting-overlay.ts`: a package as a
 *   booking. `save-purchase.ts`: the transaction. `creative-ids.ts`: creatives by the buyer's IDs.
 * - `read-media-buys.ts`, `media-buy-status.ts`, `present-media-buy.ts`: stored purchases and their status.
 * - `list-media-buys.ts`, `update-media-buy.ts`, `change-package.ts`, `read-delivery.ts`: the other tools.
 * - `settle-purchases.ts`, `purchase-tasks.ts`: decisions of ad operations and the tasks that wait for them.
 *
 * See docs/decisions/0248-media-buys.md.
 */

import { AdcpError, type RequestContext, type SalesPlatform } from '@adcp/sdk/server';
import type { CreateMediaBuyRequest } from '@adcp/sdk/types';
import { dayMs } from '../../../../core/time/durations.ts';
import { readSettings } from '../../../resources/settings/read-settings.ts';
import type { AccountOfBuyer } from '../accounts/read-buyer.ts';
import { readAudiences } from '../audiences/read-audiences.ts';
import type { BuyerScope } from '../creatives/agent-creatives.ts';
import { readBriefOfProposal } from '../products/agent-requests.ts';
import type { Offer } from '../products/offer.ts';
import { packagesOfProposal } from '../products/proposals.ts';
import { readOffers } from '../products/read-offers.ts';
import { requestError, requireScopes, withProtocolErrors } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { takeFixture } from '../test-controller/fixtures.ts';
import { readCreativeIds, resolveCreatives } from './creative-ids.ts';
import { type PlannedPackage, type PurchaseRules, planPackage } from './plan-package.ts';
import { type Purchased, presentPurchase } from './present-media-buy.ts';
import { readMediaBuys } from './read-media-buys.ts';
import type { PackageRequest } from './request-types.ts';
import { savePurchase } from './save-purchase.ts';

/** Context of the library in a tool that may answer with a task. */
type TaskContext = Pick<RequestContext, 'handoffToTask' | 'account'>;

/** Most packages of a purchase. */
const maxPackages = 100;

/**
 * Answers `create_media_buy`: saves the purchase, and returns it or the task that ends with the decision of ad
 * operations. Source: AdCP 3.0.
 */
export function createMediaBuy(
  context: SellerContext,
  request: CreateMediaBuyRequest,
  task: TaskContext,
): ReturnType<NonNullable<SalesPlatform['createMediaBuy']>> {
  return withProtocolErrors(async () => {
    requireScopes(context, 'campaigns:write', 'bookings:write');
    const { services, buyer } = context;
    const account = requireActiveAccount(context, task);
    const forced = buyer.test
      ? await takeFixture<{ taskId: string }>(services.database, buyer.id, 'next-purchase')
      : null;
    if (forced !== null) return handOff(task, forced.taskId);
    refuseUnknownTerms(request);
    await requireTerms(context, request);
    const [startMs, endMs] = flightOf(request, context.nowMs);
    const rules = await readRules(context, account.accountId, { startMs, endMs });
    const packages = packagesOf(request, rules.offers, context);
    const planned = packages.map((one, index) => planPackage(one, `packages[${index}]`, rules));
    requireOneCurrency(planned);
    requireTotal(request, planned);
    const ids = planned.flatMap(({ creatives }) => creatives.map(({ creativeId }) => creativeId));
    const creatives = await resolveCreatives(services.database, scopeOf(context, account), ids);
    const id = await savePurchase(context, {
      account,
      idempotencyKey: request.idempotency_key,
      poNumber: request.po_number ?? null,
      proposalId: request.proposal_id ?? null,
      brief: await readBriefOfProposal(services.database, buyer, request.proposal_id ?? null),
      packages: planned,
      creatives,
    });
    const [buy] = await readMediaBuys(services.database, buyer, { ids: [id] });
    if (buy === undefined) throw new Error(`purchase ${id} was saved but cannot be read`);
    if (buy.confirmedAt === null) {
      return handOff(task, buy.taskId);
    }
    return presentPurchase(buy, context, await readCreativeIds(services.database, buyer, [buy]));
  });
}

/** Answers with a task. Its state is that of the review, so that no process must stay alive for it. */
function handOff(task: TaskContext, taskId: string) {
  return task.handoffToTask<Purchased>(() => Promise.resolve(undefined as never), { task_id: taskId });
}

/** Returns the account of a call. Calls without an account cannot buy. */
export function requireActiveAccount(
  { buyer }: SellerContext,
  { account }: Pick<TaskContext, 'account'>,
): AccountOfBuyer {
  const found = buyer.accounts.find(({ accountId }) => accountId === account?.id);
  if (found?.status === 'active') return found;
  if (found !== undefined) {
    const code = found.status === 'payment_required' ? 'ACCOUNT_PAYMENT_REQUIRED' : 'ACCOUNT_SUSPENDED';
    throw new AdcpError(code, { message: `The account is ${found.status}`, field: 'account' });
  }
  throw new AdcpError('ACCOUNT_NOT_FOUND', { message: 'The call must name an account of the agent', field: 'account' });
}

/** Returns the scope of the creatives of an account. */
export function scopeOf({ buyer }: SellerContext, { accountId }: AccountOfBuyer): BuyerScope {
  return { buyerAgentId: buyer.id, accountId };
}

/** Returns the rules of new packages: offers, flight and accepted terms. */
export async function readRules(
  { services, buyer }: SellerContext,
  accountId: string,
  flight: { readonly startMs: number; readonly endMs: number },
): Promise<PurchaseRules> {
  const offers: readonly Offer[] = await readOffers(services.database, buyer);
  const audiences = await readAudiences(services.database, { buyerAgentId: buyer.id, accountId });
  // A smaller audience is not offered, so that a purchase cannot find out about single persons.
  const ready = audiences.filter(({ status }) => status === 'ready');
  return { offers, ...flight, segments: new Map(ready.map(({ key, segmentCode }) => [key, segmentCode])) };
}

function packagesOf(
  { packages, proposal_id: proposal, total_budget: total }: CreateMediaBuyRequest,
  offers: readonly Offer[],
  context: SellerContext,
): readonly PackageRequest[] {
  if (proposal !== undefined) return packagesOfProposal(proposal, total, offers, context);
  if (packages === undefined || packages.length === 0)
    throw requestError('packages', 'At least one package is required');
  if (packages.length > maxPackages) throw requestError('packages', `At most ${maxPackages} packages are allowed`);
  return packages;
}

/** Members that would change what the buyer gets. They are refused instead of ignored. */
function refuseUnknownTerms({ packages = [] }: CreateMediaBuyRequest): void {
  for (const [index, one] of packages.entries()) refuseUnknownPackageTerms(one, `packages[${index}]`);
}

/** Ad operations compare counts of third parties within the threshold of discrepancies. A smaller one cannot be met. */
async function requireTerms({ services }: SellerContext, { packages = [] }: CreateMediaBuyRequest): Promise<void> {
  const { discrepancyThresholdPercent: least } = await readSettings(services.database);
  for (const [index, { measurement_terms: terms }] of packages.entries()) {
    const variance = terms?.billing_measurement?.max_variance_percent;
    if (variance === undefined || variance >= least) continue;
    const field = `packages[${index}].measurement_terms.billing_measurement.max_variance_percent`;
    throw requestError(field, `max_variance_percent must be at least ${least}`, 'TERMS_REJECTED');
  }
}

/** Refuses members of a package that Placard does not apply. */
export function refuseUnknownPackageTerms(
  { creatives, optimization_goals: goals, performance_standards: standards }: Partial<PackageRequest>,
  field: string,
): void {
  const given = Object.entries({ creatives, optimization_goals: goals, performance_standards: standards });
  const unknown = given.find(([, value]) => value !== undefined && value.length > 0);
  if (unknown === undefined) return;
  throw requestError(`${field}.${unknown[0]}`, 'This member is not supported', 'UNSUPPORTED_FEATURE');
}

function flightOf({ start_time: start, end_time: end }: CreateMediaBuyRequest, nowMs: number): [number, number] {
  const wantedMs = start === 'asap' ? nowMs : Date.parse(start);
  if (wantedMs < nowMs - dayMs) throw requestError('start_time', 'The start must not be in the past');
  // Buyers send the start of the current day.
  const startMs = Math.max(wantedMs, nowMs);
  const endMs = Date.parse(end);
  if (!(endMs > startMs)) throw requestError('end_time', 'The end must be after the start');
  if (endMs <= nowMs) throw requestError('end_time', 'The end must be in the future');
  return [startMs, endMs];
}

function requireOneCurrency(packages: readonly PlannedPackage[]): void {
  const other = packages.findIndex(({ currency }) => currency !== packages[0]?.currency);
  if (other === -1) return;
  throw requestError(`packages[${other}].pricing_option_id`, 'All packages of a media buy must have one currency');
}

/** A total budget must be that of the packages, because no other part of it would be spent. */
function requireTotal({ total_budget: total }: CreateMediaBuyRequest, packages: readonly PlannedPackage[]): void {
  if (total === undefined) return;
  if (total.currency !== packages[0]?.currency) {
    throw requestError('total_budget.currency', `The currency of the packages is ${packages[0]?.currency}`);
  }
  const sum = packages.reduce((micros, { budgetMicros }) => micros + budgetMicros, 0);
  if (Math.round(total.amount * 1_000_000) === sum) return;
  throw requestError('total_budget.amount', 'The total budget must be the sum of the budgets of the packages');
}
