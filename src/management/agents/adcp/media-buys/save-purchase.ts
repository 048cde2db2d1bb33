import { randomUUID } from 'node:crypto';
import { type Scope, scopesOfRole } from '../../../../contract/access/scopes.ts';
import type { BookingView } from '../../../../contract/booking/booking.ts';
import { type CampaignBody, campaignBody } from '../../../../contract/booking/campaign.ts';
import { decimalFromMicros } from '../../../../core/vocabulary/money.ts';
import type { BookingAction, Lifecycle } from '../../../../core/vocabulary/statuses.ts';
import type { Caller } from '../../../access/caller.ts';
import { inTransaction, type TransactionChange } from '../../../records/change.ts';
import { parseBody } from '../../../records/field-errors.ts';
import { recordChanges } from '../../../records/record-changes.ts';
import { changeRecord, createRecord } from '../../../records/save-record.ts';
import { bookingActionColumns } from '../../../resources/booking/booking-actions.ts';
import { readBookingFacts } from '../../../resources/booking/read-booking-facts.ts';
import type { AccountOfBuyer } from '../accounts/read-buyer.ts';
import { requestError } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { divideAssignments, type PlannedPackage } from './plan-package.ts';

/** A purchase that can be saved. */
export type PlannedPurchase = {
  readonly account: AccountOfBuyer;
  readonly idempotencyKey: string;
  readonly poNumber: string | null;
  /** Accepted proposal and its brief. null: none. */
  readonly proposalId: string | null;
  readonly brief: string | null;
  readonly packages: readonly PlannedPackage[];
  /** Placard's creatives by the buyer's ID. */
  readonly creatives: ReadonlyMap<string, number>;
};

/** Most characters of the name of a campaign. */
const maxNameLength = 255;

/**
 * Saves a purchase in one transaction: a campaign with the budget of all packages, a booking for each package, and their
 * submission. A repeated call with the same key returns the purchase of the first call.
 * @returns ID of the purchase
 * @throws DomainError of the write service, such as a limit of the buyer agent
 */
export function savePurchase(context: SellerContext, purchase: PlannedPurchase): Promise<number> {
  const { services, caller, requestId, buyer } = context;
  return inTransaction(services.database, async (transaction) => {
    // Calls of one agent are saved one after the other, so that two equal calls create one purchase.
    await transaction.selectFrom('buyerAgent').select('id').where('id', '=', buyer.id).forUpdate().execute();
    const earlier = await transaction
      .selectFrom('mediaBuy')
      .select('mediaBuy.id')
      .where('mediaBuy.buyerAgentId', '=', buyer.id)
      .where('mediaBuy.idempotencyKey', '=', purchase.idempotencyKey)
      .executeTakeFirst();
    if (earlier !== undefined) return earlier.id;
    const change: TransactionChange & { later: NonNullable<TransactionChange['later']> } = {
      services,
      caller,
      requestId,
      transaction,
      later: [],
    };
    const { view } = await createRecord(change, context.resources.campaign, bodyOfCampaign(purchase, context));
    const bookingIds: number[] = [];
    let needsApproval = false;
    for (const planned of purchase.packages) {
      const bookingId = await createBooking(change, context, { campaignId: view.id, planned, purchase });
      bookingIds.push(bookingId);
      if (await submitBooking(change, context, bookingId, planned)) needsApproval = true;
    }
    const { id } = await transaction
      .insertInto('mediaBuy')
      .values({
        buyerAgentId: buyer.id,
        accountId: purchase.account.accountId,
        campaignId: view.id,
        idempotencyKey: purchase.idempotencyKey,
        proposalId: purchase.proposalId,
        brief: purchase.brief,
        taskId: `task_${randomUUID()}`,
        needsApproval,
        confirmedAt: needsApproval ? null : new Date(context.nowMs),
      })
      .returning('mediaBuy.id')
      .executeTakeFirstOrThrow();
    await storePackages(change, id, purchase.packages, bookingIds, purchase.creatives);
    await recordChanges(change, change.later, `purchase ${id} of buyer agent ${buyer.id}`);
    return id;
  });
}

function bodyOfCampaign({ account, packages, poNumber }: PlannedPurchase, { buyer }: SellerContext): CampaignBody {
  const total = packages.reduce((sum, { budgetMicros }) => sum + budgetMicros, 0);
  const products = [...new Set(packages.map(({ offer }) => offer.name))].join(', ');
  return parseBody(campaignBody, {
    name: `${account.brandName}: ${products}`.slice(0, maxNameLength),
    advertiserCompanyId: account.advertiserCompanyId,
    invoiceCompanyId: account.invoiceCompanyId,
    brandIds: [account.brandId],
    poNumber,
    type: buyer.test ? 'option' : 'campaign',
    budget: { amount: decimalFromMicros(total), currency: packages[0]?.currency },
  });
}

/** Creates the booking of a package. Returns its ID. */
export async function createBooking(
  change: TransactionChange,
  context: SellerContext,
  of: {
    readonly campaignId: number;
    readonly planned: PlannedPackage;
    readonly purchase: Pick<PlannedPurchase, 'creatives'>;
  },
): Promise<number> {
  const { settings, creatives: assigned } = of.planned;
  const { creatives } = divideAssignments(assigned, of.purchase.creatives);
  const body = { ...settings, campaignId: of.campaignId, creatives };
  const { view } = await createRecord(change, context.resources.booking, body);
  return view.id;
}

/**
 * Submits the booking of a package. Those of an agent without required approval are approved immediately, except
 * bookings with lists of properties, which ad operations must apply.
 * @returns whether the purchase waits for the approval of this booking
 */
export async function submitBooking(
  change: TransactionChange,
  context: SellerContext,
  id: number,
  { hasInventoryLists, paused }: PlannedPackage,
): Promise<boolean> {
  const automatic = !context.buyer.needsApproval && !hasInventoryLists;
  const submitting = automatic ? { ...change, caller: approvingCaller(change.caller) } : change;
  const { availableActions } = await actOnBooking(submitting, context, id, 'submit');
  if (paused) {
    if (!availableActions.includes('pause')) throw pausedReview();
    await actOnBooking(change, context, id, 'pause');
  }
  if (hasInventoryLists) return context.buyer.needsApproval;
  const { lifecycle } = await change.transaction
    .selectFrom('booking')
    .select('booking.lifecycle')
    .where('booking.id', '=', id)
    .executeTakeFirstOrThrow();
  return lifecycle === ('submitted' satisfies Lifecycle);
}

/** Performs an action on a booking with the rules of the management API. */
export async function actOnBooking(
  change: TransactionChange,
  { resources, nowMs }: SellerContext,
  id: number,
  action: BookingAction,
): Promise<BookingView> {
  const { view } = await changeRecord(
    change,
    resources.booking,
    {
      id,
      action,
      version: 'optional',
      async change(write) {
        const facts = (await readBookingFacts(write.transaction, [write.current])).get(id);
        if (facts === undefined) throw new Error(`booking ${id} has no facts`);
        return {
          columns: await bookingActionColumns(action, write, { facts, nowMs, reason: null, hold: null }),
        };
      },
    },
    null,
  );
  return view;
}

/**
 * Returns the caller whose submissions are approved immediately. Only the setting of the buyer agent permits it; the
 * four-eyes setting still requires a person. The audit log names the agent.
 */
export function approvingCaller(caller: Caller): Caller {
  return { ...caller, scopes: new Set<Scope>([...caller.scopes, ...scopesOfRole.manager]) };
}

/** Stores the packages of a purchase with the terms that a booking does not have. */
export async function storePackages(
  { transaction }: TransactionChange,
  mediaBuyId: number,
  packages: readonly PlannedPackage[],
  bookingIds: readonly number[],
  known: ReadonlyMap<string, number>,
): Promise<void> {
  const rows = packages.flatMap(({ offer, pricingOptionCode, budgetMicros, currency, terms, creatives }, index) => {
    const { awaited } = divideAssignments(creatives, known);
    const bookingId = bookingIds[index];
    if (bookingId === undefined) return [];
    return [
      {
        bookingId,
        mediaBuyId,
        productPackageId: offer.id,
        productAlias: offer.productId === String(offer.id) ? null : offer.productId,
        pricingOptionCode,
        budgetMicros,
        budgetCurrency: currency,
        terms: JSON.stringify({ ...terms, ...(awaited.length > 0 && { awaitedCreatives: awaited }) }),
      },
    ];
  });
  await transaction.insertInto('mediaBuyPackage').values(rows).execute();
}

function pausedReview() {
  const message = 'A package that needs approval cannot start paused. Pause it after the approval';
  return requestError('packages', message, 'UNSUPPORTED_FEATURE');
}
