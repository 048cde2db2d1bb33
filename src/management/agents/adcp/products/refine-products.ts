import type { GetProductsRequest, GetProductsResponse } from '@adcp/sdk/types';
import type { SellerContext } from '../seller-context.ts';
import type { Offer } from './offer.ts';
import { committed, type MediaPlan, planOf, readPlan } from './proposals.ts';
import { type RankedOffer, rankOffers } from './rank-offers.ts';

type Refinement = NonNullable<GetProductsRequest['refine']>[number];
type Applied = NonNullable<GetProductsResponse['refinement_applied']>[number];

/** Products and plans after the refinements of a buyer. */
export type Refined = {
  readonly ranked: readonly RankedOffer[];
  readonly plans: readonly MediaPlan[];
  /** One entry for each refinement, in its order. */
  readonly applied: readonly Applied[];
};

/** Free text of a buyer is only searched for words. It is data, and never interpreted. */
const textNotes = 'Products that contain these words come first. Other text is not interpreted';
const unknownNotes = 'There is no such product or proposal';

/** Applies refinements to the products that a buyer sees: inclusion, omission, similar products, text and commitment. */
export function refineProducts(
  offers: readonly Offer[],
  refinements: readonly Refinement[],
  context: SellerContext,
): Refined {
  const omitted = new Set<string>();
  const included = new Set<string>();
  const words: string[] = [];
  const plans: MediaPlan[] = [];
  const applied = refinements.map((one): Applied => {
    if (one.scope === 'request') {
      words.push(one.ask);
      return { scope: 'request', status: 'partial', notes: textNotes };
    }
    if (one.scope === 'proposal') return refineProposal(one, plans, context);
    const product = offers.find(({ productId }) => productId === one.product_id);
    const about = { scope: 'product' as const, product_id: one.product_id };
    if (product === undefined) return { ...about, status: 'unable', notes: unknownNotes };
    if (one.action === 'omit') omitted.add(product.productId);
    else included.add(product.productId);
    if (one.action === 'more_like_this') words.push(product.description);
    if (one.ask === undefined) return { ...about, status: 'applied' };
    words.push(one.ask);
    return { ...about, status: 'partial', notes: textNotes };
  });
  const remaining = offers.filter(({ productId }) => !omitted.has(productId));
  const found = words.length === 0 ? remaining.map(plain) : rankOffers(remaining, words.join(' '));
  const first = found.filter(({ offer }) => included.has(offer.productId));
  const ranked = [...first, ...found.filter(({ offer }) => !included.has(offer.productId))];
  if (plans.length > 0) return { ranked, plans, applied };
  const plan = planOf(ranked, context);
  return { ranked, plans: plan === null ? [] : [plan], applied };
}

/** Adds the plan of a proposal, with firm prices if the buyer commits to it. */
function refineProposal(
  { proposal_id: id, action, ask }: Extract<Refinement, { scope: 'proposal' }>,
  plans: MediaPlan[],
  context: SellerContext,
): Applied {
  const about = { scope: 'proposal' as const, proposal_id: id };
  const plan = readPlan(id, context);
  if (plan === null) return { ...about, status: 'unable', notes: unknownNotes };
  if (action !== 'omit') plans.push(action === 'finalize' ? committed(plan, context.nowMs) : plan);
  if (ask === undefined) return { ...about, status: 'applied' };
  return {
    ...about,
    status: 'unable',
    notes: 'Text about a proposal is not interpreted. Include or omit products, or create a media buy with packages',
  };
}

function plain(offer: Offer): RankedOffer {
  return { offer, matches: [] };
}
