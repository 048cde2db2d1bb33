import { createHmac, timingSafeEqual } from 'node:crypto';
import type { GetProductsResponse } from '@adcp/sdk/types';
import { z } from 'zod';
import { dayMs } from '../../../../core/time/durations.ts';
import { deriveKey } from '../../../../platform/keys/derive-key.ts';
import { requestError } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import type { OfferForecasts } from './forecast-offers.ts';
import type { Offer } from './offer.ts';
import type { RankedOffer } from './rank-offers.ts';

type Proposal = NonNullable<GetProductsResponse['proposals']>[number];

/** A media plan: products with their shares of the budget and their prices at the time of the proposal. */
export type MediaPlan = {
  readonly shares: readonly PlanShare[];
  /** Epoch ms until which the prices are firm. null: a draft. */
  readonly until: number | null;
};

type PlanShare = {
  readonly product: string;
  /** Index of the pricing option. */
  readonly option: number;
  readonly percent: number;
  /** Amount of the rate. */
  readonly rate: string;
};

/** A plan in its ID: buyer agent, end of firm prices in seconds (0: none) and shares. IDs have at most 255 characters. */
const encodedPlan = z.tuple([
  z.number(),
  z.number(),
  z.array(z.tuple([z.string(), z.number(), z.number(), z.string()])),
]);
const maxIdLength = 255;

/** Shares of the budget in percent, by the number of products. The best match gets the largest one. */
const sharesOf: Readonly<Record<number, readonly number[]>> = {
  1: [100],
  2: [60, 40],
  3: [50, 30, 20],
  4: [40, 30, 20, 10],
};
const maxProducts = 4;
/** Days for which the prices of a committed proposal are firm. */
const firmDays = 7;

/** Returns a plan of the first products that have one currency. null: there is nothing to propose. */
export function planOf(ranked: readonly RankedOffer[], context: SellerContext): MediaPlan | null {
  const relevant = ranked.some(({ matches }) => matches.length > 0)
    ? ranked.filter(({ matches }) => matches.length > 0)
    : ranked;
  const currency = relevant[0]?.offer.pricingOptions[0]?.rate.currency;
  const chosen = relevant
    .flatMap(({ offer }) => {
      const option = offer.pricingOptions.findIndex(({ rate }) => rate.currency === currency);
      const amount = offer.pricingOptions[option]?.rate.amount;
      return amount === undefined ? [] : [{ product: offer.productId, option, rate: amount }];
    })
    .slice(0, maxProducts);
  for (let count = chosen.length; count > 0; count -= 1) {
    const percents = sharesOf[count] ?? [];
    const shares = chosen.slice(0, count).map((one, index) => ({ ...one, percent: percents[index] ?? 0 }));
    const plan: MediaPlan = { shares, until: null };
    // Long product IDs leave space for fewer products.
    if (idOfPlan(committed(plan, context.nowMs), context).length <= maxIdLength) return plan;
  }
  return null;
}

/** Returns the plan with firm prices. */
export function committed(plan: MediaPlan, nowMs: number): MediaPlan {
  return { ...plan, until: nowMs + firmDays * dayMs };
}

/** Returns a plan as a proposal of the protocol. Its ID contains the plan, so that nothing is stored before a purchase. */
export function presentProposal(
  plan: MediaPlan,
  offers: readonly Offer[],
  forecasts: OfferForecasts,
  context: SellerContext,
): Proposal {
  const names = plan.shares.map(
    ({ product }) => offers.find(({ productId }) => productId === product)?.name ?? product,
  );
  return {
    proposal_id: idOfPlan(plan, context),
    name: `Plan: ${names.join(', ')}`,
    description: 'The budget is divided among the products that match the brief best',
    proposal_status: plan.until === null ? 'draft' : 'committed',
    ...(plan.until !== null && { expires_at: new Date(plan.until).toISOString() }),
    allocations: plan.shares.map(({ product, option, percent }, index) => {
      const offer = offers.find(({ productId }) => productId === product);
      const forecast = offer === undefined ? null : forecasts.of(offer, { option, percent });
      return {
        product_id: product,
        pricing_option_id: offer?.pricingOptions[option]?.code,
        allocation_percentage: percent,
        sequence: index + 1,
        rationale: index === 0 ? 'Best match of the brief' : 'Next match of the brief',
        ...(forecast !== null && { forecast }),
      };
    }),
  } as Proposal;
}

function idOfPlan(plan: MediaPlan, context: SellerContext): string {
  const shares = plan.shares.map(({ product, option, percent, rate }) => [product, option, percent, rate]);
  const encoded = [context.buyer.id, plan.until === null ? 0 : Math.floor(plan.until / 1000), shares];
  const content = Buffer.from(JSON.stringify(encoded)).toString('base64url');
  return `${content}.${signatureOf(content, context).toString('base64url')}`;
}

function signatureOf(content: string, { services }: Pick<SellerContext, 'services'>): Buffer {
  return createHmac('sha256', deriveKey(services.secret, 'proposal')).update(content).digest().subarray(0, 16);
}

/**
 * Returns the plan of a proposal ID that this installation issued to the buyer agent. null: it did not issue it.
 * @param id untrusted
 */
export function readPlan(id: string, context: SellerContext): MediaPlan | null {
  const [content = '', signature = ''] = id.split('.');
  const given = Buffer.from(signature, 'base64url');
  const expected = signatureOf(content, context);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const [buyer, until, shares] = encodedPlan.parse(JSON.parse(Buffer.from(content, 'base64url').toString()));
  if (buyer !== context.buyer.id) return null;
  return {
    until: until === 0 ? null : until * 1000,
    shares: shares.map(([product, option, percent, rate]) => ({ product, option, percent, rate })),
  };
}

/**
 * Returns the packages of an accepted proposal.
 * @throws AdcpError if the proposal is unknown or expired, or a price changed
 */
export function packagesOfProposal(
  id: string,
  total: { readonly amount: number; readonly currency: string } | undefined,
  offers: readonly Offer[],
  context: SellerContext,
) {
  const plan = readPlan(id, context);
  if (plan === null) throw requestError('proposal_id', 'There is no such proposal', 'REFERENCE_NOT_FOUND');
  if (plan.until !== null && plan.until <= context.nowMs) {
    throw requestError('proposal_id', 'The proposal has expired. Request a new one', 'PROPOSAL_EXPIRED');
  }
  if (total === undefined) throw requestError('total_budget', 'A proposal needs a total budget');
  const cents = Math.round(total.amount * 100);
  let left = cents;
  return plan.shares.map(({ product, option, percent, rate }, index) => {
    const current = offers.find(({ productId }) => productId === product)?.pricingOptions[option];
    if (current === undefined || current.rate.amount !== rate) {
      throw requestError('proposal_id', 'A price of the proposal changed. Request a new one', 'REQUOTE_REQUIRED');
    }
    if (current.rate.currency !== total.currency) {
      throw requestError('total_budget.currency', `The currency of the proposal is ${current.rate.currency}`);
    }
    const share = index === plan.shares.length - 1 ? left : Math.floor((cents * percent) / 100);
    left -= share;
    return { product_id: product, pricing_option_id: current.code, budget: share / 100 };
  });
}
