/*
 * Products of the seller agent: packages with the inventory of their templates.
 *
 * - `products.ts`: the tools `get_products` and `list_creative_formats`. `present-product.ts`, `present-format.ts`: results.
 * - `offer.ts`, `read-offers.ts`: what a buyer can buy. `rank-offers.ts`: order for a brief.
 * - `proposals.ts`, `refine-products.ts`: media plans and their refinement. `agent-requests.ts`: stored briefs.
 * - `forecast-offers.ts`, `present-forecast.ts`: forecasts of products and proposals.
 */

import { AdcpError } from '@adcp/sdk/server';
import type { GetProductsRequest, GetProductsResponse, ListCreativeFormatsRequest } from '@adcp/sdk/types';
import { isFormatId } from '../creatives/read-formats.ts';
import { pageOfResults } from '../page-of.ts';
import type { SellerContext } from '../seller-context.ts';
import { storeAgentRequest } from './agent-requests.ts';
import { forecastOffers } from './forecast-offers.ts';
import type { FormatOfOffer, Offer } from './offer.ts';
import { presentFormat } from './present-format.ts';
import { type Addresses, channelsOf, presentProduct } from './present-product.ts';
import { planOf, presentProposal } from './proposals.ts';
import { rankOffers } from './rank-offers.ts';
import { readOffers } from './read-offers.ts';
import { type Refined, refineProducts } from './refine-products.ts';

/** Filters that are applied. Others are refused, because a product that does not match would be wrong. */
const appliedFilters: ReadonlySet<string> = new Set([
  'delivery_type',
  'is_fixed_price',
  'channels',
  'format_ids',
  'start_date',
  'end_date',
  'budget_range',
]);

/** Returns the products of the tool `get_products`. */
export async function getProducts(context: SellerContext, request: GetProductsRequest): Promise<GetProductsResponse> {
  const { services, buyer, agentUrl } = context;
  const addresses: Addresses = { agentUrl, ownDomain: new URL(services.config.publicUrl).hostname };
  const offers = filtered(await readOffers(services.database, buyer), request);
  const { ranked, plans, applied } = orderOf(offers, request, context);
  const { page, pagination } = pageOfResults(ranked, request.pagination);
  const planned = plans.flatMap(({ shares }) => shares.map(({ product }) => product));
  const shown = offers.filter((offer) => page.some((one) => one.offer === offer) || planned.includes(offer.productId));
  const forecasts = await forecastOffers(shown, request, context);
  const proposals = plans.map((plan) => presentProposal(plan, offers, forecasts, context));
  await storeAgentRequest(context, request, { offers: page.map(({ offer }) => offer), proposals });
  return {
    products: page.map((one) => presentProduct(one, { ...addresses, forecast: forecasts.of(one.offer) })),
    pagination,
    ...(proposals.length > 0 && { proposals }),
    ...(forecasts.incomplete.length > 0 && { incomplete: forecasts.incomplete }),
    ...(applied.length > 0 && { refinement_applied: [...applied] }),
  };
}

/** Returns the formats of the tool `list_creative_formats`: those of the packages that the buyer sees. */
export async function listFormats({ services, buyer, agentUrl }: SellerContext, request: ListCreativeFormatsRequest) {
  const offers = await readOffers(services.database, buyer);
  const formats = new Map(offers.flatMap((offer) => offer.formats).map((format) => [format.code, format]));
  const matching = [...formats.values()].filter((format) => isWanted(format, request, agentUrl));
  const { page, pagination } = pageOfResults(
    matching.sort((a, b) => a.id - b.id),
    request.pagination,
  );
  return { formats: page.map((format) => presentFormat(format, agentUrl)), pagination };
}

function filtered(offers: readonly Offer[], { filters = {} }: GetProductsRequest): readonly Offer[] {
  const unknown = Object.keys(filters).filter((name) => !appliedFilters.has(name));
  if (unknown.length > 0) {
    throw new AdcpError('UNSUPPORTED_FEATURE', {
      message: `These filters are not supported: ${unknown.join(', ')}`,
      field: `filters.${unknown[0]}`,
    });
  }
  const {
    delivery_type: delivery,
    is_fixed_price: fixed,
    channels,
    format_ids: formats,
    budget_range: budget,
  } = filters;
  // All prices are fixed.
  if (fixed === false) return [];
  return offers.filter(
    (offer) =>
      (delivery === undefined || delivery === offer.deliveryType) &&
      (channels === undefined || channelsOf(offer).some((channel) => channels.includes(channel))) &&
      (budget === undefined || isAffordable(offer, budget)) &&
      (formats === undefined || offer.formats.some((format) => formats.some((one) => isFormatId(one, format)))),
  );
}

/** Whether a budget reaches the minimum of an offer and has the currency of one of its prices. */
function isAffordable(
  { minimumBudget, pricingOptions }: Offer,
  { max, currency }: NonNullable<NonNullable<GetProductsRequest['filters']>['budget_range']>,
): boolean {
  if (!pricingOptions.some(({ rate }) => rate.currency === currency)) return false;
  return (
    typeof max !== 'number' ||
    minimumBudget === null ||
    minimumBudget.currency !== currency ||
    minimumBudget.micros <= max * 1_000_000
  );
}

/** Returns the order of the products and, unless the buyer wants the whole list, a proposal. */
function orderOf(offers: readonly Offer[], request: GetProductsRequest, context: SellerContext): Refined {
  if (request.buying_mode === 'refine') return refineProducts(offers, request.refine ?? [], context);
  if (request.brief === undefined) {
    return { ranked: offers.map((offer) => ({ offer, matches: [] })), plans: [], applied: [] };
  }
  const ranked = rankOffers(offers, request.brief);
  const plan = planOf(ranked, context);
  return { ranked, plans: plan === null ? [] : [plan], applied: [] };
}

function isWanted(format: FormatOfOffer, request: ListCreativeFormatsRequest, agentUrl: string) {
  const { width, height, name } = format;
  const { format_ids: ids, name_search: search } = request;
  const within = (value: number | null, min: number | undefined, max: number | undefined) =>
    (min === undefined || (value !== null && value >= min)) && (max === undefined || (value !== null && value <= max));
  return (
    (ids === undefined || ids.some((one) => one.agent_url === agentUrl && isFormatId(one, format))) &&
    (search === undefined || name.toLowerCase().includes(search.toLowerCase())) &&
    within(width, request.min_width, request.max_width) &&
    within(height, request.min_height, request.max_height)
  );
}
