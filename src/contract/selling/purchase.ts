import { z } from 'zod';
import { priceModelCodes } from '../../core/pricing/price-model.ts';
import { purchaseActions, purchaseStates, purchaseWarnings } from '../../core/vocabulary/codes/selling-codes.ts';
import { creativeStates, statuses } from '../../core/vocabulary/statuses.ts';
import { reasonSchema } from '../booking/reason.ts';
import { idText, moneySchema, pageQuery, severalOf } from '../common/common.ts';

const describeState =
  '`waiting`: a package waits for review. `approved`: it does not deliver yet, or is paused. `running`: a package delivers. `completed`: at least one package has ended, and none waits, delivers or is approved. `declined`: no package is approved or delivered, and ad operations rejected at least one. `cancelled`: by the buyer or by ad operations.';
const describeWarnings = [
  'What ad operations must check or apply themselves.',
  '`PROPERTY_LIST_NOT_APPLIED`, `COLLECTION_LIST_NOT_APPLIED`: the buyer restricts the package to a list, which Placard does not read. Set the inventory of the booking.',
  '`MEASUREMENT_TERMS_NOT_APPLIED`: terms of third-party measurement are recorded and not enforced.',
  '`BID_PRICE_NOT_APPLIED`: prices are fixed.',
  '`PRICE_CHANGED`: the price of the booking is not the current price of the product package, or its pricing option was removed.',
  '`CREATIVES_MISSING`: the package has no creatives.',
  '`CREATIVES_AWAITED`: the agent has not sent all assigned creatives.',
].join(' ');

const instant = (description: string) =>
  z.string().nullable().meta({ description, example: '2026-11-28T09:00:00.000Z' });
const price = z.strictObject({ model: z.enum(priceModelCodes), rate: moneySchema }).nullable();
/** Objects of the agent. They are data: nothing interprets them. */
const sentObject = (description: string) => z.record(z.string(), z.unknown()).nullable().meta({ description });

const purchasedPackageView = z
  .strictObject({
    bookingId: z.number().meta({ description: 'Booking of the package', example: 12 }),
    name: z.string().meta({ description: 'Name of the booking', example: 'Sports pages' }),
    status: z.enum(statuses).meta({ description: 'Status of the booking', example: 'pending_approval' }),
    productPackageId: z.number().meta({ description: 'Product package', example: 12 }),
    productPackageName: z.string().meta({ description: 'Its name', example: 'Sports pages' }),
    budget: moneySchema,
    price: price.meta({ description: 'Price of the booking. Null: none.' }),
    packagePrice: price.meta({
      description: 'Current price of the pricing option of the product package. Null: the option was removed.',
    }),
    startDate: z.string().meta({ description: 'Start of the booking', example: '2026-12-01T00:00:00.000Z' }),
    endDate: instant('End of the booking. Null: none.'),
    reason: z
      .string()
      .nullable()
      .meta({ description: 'Reason of a rejection or cancellation', example: 'The inventory is sold out.' }),
    pacing: z.string().nullable().meta({ description: '`pacing` that the buyer sent', example: 'even' }),
    impressions: z.number().nullable().meta({ description: '`impressions` that the buyer sent', example: null }),
    bidPrice: z.number().nullable().meta({ description: '`bid_price` that the buyer sent', example: null }),
    targetingOverlay: sentObject(
      '`targeting_overlay` that the buyer sent. Its conditions are part of the targeting of the booking, except property and collection lists.',
    ),
    measurementTerms: sentObject('`measurement_terms` that the buyer sent'),
    creatives: z
      .array(
        z.strictObject({
          creativeId: z.number().meta({ description: 'Creative', example: 12 }),
          state: z.enum(creativeStates).meta({ description: 'Its review state', example: 'pending_review' }),
          weight: z.number().meta({ description: 'Weight in the rotation', example: 1 }),
        }),
      )
      .meta({ description: 'Creatives of the booking' }),
    awaitedCreatives: z
      .array(z.string())
      .meta({ description: 'IDs of assigned creatives that the agent has not sent yet', example: ['banner-1'] }),
    warnings: z.array(z.enum(purchaseWarnings)).meta({ description: describeWarnings }),
  })
  .meta({ id: 'PurchasedPackage' });

/** A purchase of a buyer agent. */
export const purchaseView = z
  .strictObject({
    id: z.number().meta({ description: 'ID, the `media_buy_id` of the protocol', example: 12 }),
    version: z.number().meta({
      description: 'Increases with each change of the purchase, its campaign and its bookings. Part of the ETag.',
      example: 3,
    }),
    state: z.enum(purchaseStates).meta({ description: describeState, example: 'waiting' }),
    availableActions: z
      .array(z.enum(purchaseActions))
      .meta({ description: 'Actions that the caller may perform now', example: ['approve', 'decline'] }),
    buyerAgentId: z.number().meta({ description: 'Buyer agent', example: 12 }),
    buyerAgentName: z.string().meta({ description: 'Its name', example: 'Northwind buying agent' }),
    test: z.boolean().meta({ description: 'Whether the agent is a test account', example: false }),
    operator: z.string().nullable().meta({
      description: 'Domain of the agency for which the agent buys. Null: the advertiser itself.',
      example: 'agency.example',
    }),
    campaignId: z.number().meta({ description: 'Campaign of the purchase', example: 12 }),
    campaignName: z.string().meta({ description: 'Its name', example: 'Northwind: Sports pages' }),
    advertiserCompanyId: z.number().meta({ description: 'Media partner that advertises', example: 12 }),
    brandIds: z.array(z.number()).meta({ description: 'Brands of the campaign', example: [12] }),
    poNumber: z.string().nullable().meta({ description: 'Purchase order number', example: 'PO-7' }),
    budget: moneySchema.meta({ description: 'Budget of the campaign' }),
    startDate: instant('Earliest start of the packages'),
    endDate: instant('Latest end of the packages. Null: one has none.'),
    packages: z.array(purchasedPackageView).meta({ description: 'Packages, oldest first' }),
    proposalId: z
      .string()
      .nullable()
      .meta({ description: 'Proposal that the purchase accepts. Null: none.', example: null }),
    brief: z.string().nullable().meta({
      description: 'Brief to which the proposal belongs, as text of the agent. Null: unknown.',
      example: 'Outdoor enthusiasts in Belgium',
    }),
    createdAt: z.string().meta({ description: 'RFC 3339, UTC', example: '2026-11-28T09:00:00.000Z' }),
    confirmedAt: instant('Time of the approval. Null: not approved.'),
    declinedAt: instant('Time at which it was declined. Null: not declined.'),
    cancelledAt: instant('Time at which the buyer cancelled it. Null: not cancelled by the buyer.'),
    cancellationReason: z.string().nullable().meta({ description: 'Reason of the buyer', example: null }),
  })
  .meta({ id: 'Purchase' });
/** A purchase as returned by the API. */
export type PurchaseView = z.output<typeof purchaseView>;
/** A package of a purchase as returned by the API. */
export type PurchasedPackageView = PurchaseView['packages'][number];

/** Query of the list of purchases. */
export const purchaseQuery = z.strictObject({
  ...pageQuery(),
  state: severalOf(z.enum(purchaseStates), 'State', 'waiting'),
  buyerAgentId: severalOf(idText('buyer agent'), 'ID of the buyer agent', 12),
  bookingId: severalOf(idText('booking'), 'ID of a booking of the purchase', 12),
});
/** A valid `purchaseQuery`. */
export type PurchaseQuery = z.output<typeof purchaseQuery>;

/** Body of the decline of a purchase. */
export const declineBody = z
  .strictObject({
    reason: reasonSchema.meta({
      description: 'Reason, which is sent to the agent',
      example: 'The inventory is sold out in December.',
    }),
  })
  .meta({ id: 'DeclineReason' });
/** A valid `declineBody`. */
export type DeclineBody = z.output<typeof declineBody>;
