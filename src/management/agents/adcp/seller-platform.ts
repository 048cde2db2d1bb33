import { AdcpError, definePlatform, defineSalesPlatform, refAccountId } from '@adcp/sdk/server';
import type { AccountReference, GetProductsRequest, ListCreativeFormatsRequest } from '@adcp/sdk/types';
import type { ManagementServices } from '../../api/management-services.ts';
import { presentFormat } from './present-format.ts';
import { type Addresses, channelsOf, presentProduct } from './present-product.ts';
import { type RankedOffer, rankOffers } from './rank-offers.ts';
import type { AccountOfBuyer, Buyer } from './read-buyer.ts';
import { type FormatOfOffer, type Offer, readOffers } from './read-offers.ts';

/** The buyer agent of a call and the services that answer it. */
export type SellerContext = {
  readonly services: Pick<ManagementServices, 'database' | 'config'>;
  readonly buyer: Buyer;
  readonly agentUrl: string;
};

/** Filters that are applied. Others are refused, because a product that does not match would be wrong. */
const appliedFilters: ReadonlySet<string> = new Set(['delivery_type', 'is_fixed_price', 'channels', 'format_ids']);

const defaultPageSize = 50;
const maxPageSize = 100;

/** Returns the tools of the seller agent for one buyer agent. Source: AdCP 3.0. */
export function sellerPlatform({ services, buyer, agentUrl }: SellerContext) {
  const addresses: Addresses = { agentUrl, ownDomain: new URL(services.config.publicUrl).hostname };
  return definePlatform({
    capabilities: { specialisms: [], config: {} },
    accounts: {
      resolution: 'explicit',
      async resolve(reference) {
        if (reference === undefined) return agentAccount(buyer);
        const account = buyer.accounts.find((one) => refersTo(reference, one));
        return account === undefined ? null : presentAccount(account);
      },
    },
    sales: defineSalesPlatform({
      async getProducts(request) {
        const offers = filtered(await readOffers(services.database, buyer), request);
        const ranked = orderOf(offers, request);
        const { page, pagination } = pageOf(ranked, request.pagination);
        return { products: page.map((one) => presentProduct(one, addresses)), pagination };
      },
      async listCreativeFormats(request) {
        const offers = await readOffers(services.database, buyer);
        const formats = new Map(offers.flatMap((offer) => offer.formats).map((format) => [format.id, format]));
        const matching = [...formats.values()].filter((format) => isWanted(format, request, agentUrl));
        const { page, pagination } = pageOf(
          matching.sort((a, b) => a.id - b.id),
          request.pagination,
        );
        return { formats: page.map((format) => presentFormat(format, agentUrl)), pagination };
      },
    }),
  });
}

type ListedAccounts = { readonly status?: string | undefined; readonly pagination?: Paging };

/** Returns a page of the accounts of a buyer agent: the tool `list_accounts`. All are active. */
export function listAccounts({ accounts }: Buyer, { status, pagination: paging }: ListedAccounts) {
  const { page, pagination } = pageOf(status === undefined || status === 'active' ? accounts : [], paging);
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

function filtered(offers: readonly Offer[], { filters = {} }: GetProductsRequest): readonly Offer[] {
  const unknown = Object.keys(filters).filter((name) => !appliedFilters.has(name));
  if (unknown.length > 0) {
    throw new AdcpError('UNSUPPORTED_FEATURE', {
      message: `These filters are not supported: ${unknown.join(', ')}`,
      field: `filters.${unknown[0]}`,
    });
  }
  const { delivery_type: delivery, is_fixed_price: fixed, channels, format_ids: formats } = filters;
  // All prices are fixed.
  if (fixed === false) return [];
  return offers.filter(
    (offer) =>
      (delivery === undefined || delivery === offer.deliveryType) &&
      (channels === undefined || channelsOf(offer).some((channel) => channels.includes(channel))) &&
      (formats === undefined || offer.formats.some(({ id }) => formats.some((one) => one.id === String(id)))),
  );
}

function orderOf(offers: readonly Offer[], request: GetProductsRequest): readonly RankedOffer[] {
  if (request.buying_mode === 'refine') {
    throw new AdcpError('UNSUPPORTED_FEATURE', {
      message: 'The buying mode refine is not supported',
      field: 'buying_mode',
    });
  }
  return request.brief === undefined
    ? offers.map((offer) => ({ offer, matches: [] }))
    : rankOffers(offers, request.brief);
}

function isWanted({ id, width, height, name }: FormatOfOffer, request: ListCreativeFormatsRequest, agentUrl: string) {
  const { format_ids: ids, name_search: search } = request;
  const within = (value: number | null, min: number | undefined, max: number | undefined) =>
    (min === undefined || (value !== null && value >= min)) && (max === undefined || (value !== null && value <= max));
  return (
    (ids === undefined || ids.some((one) => one.agent_url === agentUrl && one.id === String(id))) &&
    (search === undefined || name.toLowerCase().includes(search.toLowerCase())) &&
    within(width, request.min_width, request.max_width) &&
    within(height, request.min_height, request.max_height)
  );
}

type Paging = { readonly max_results?: number | undefined; readonly cursor?: string | undefined } | undefined;

/** The cursor is the number of results before the page. */
function pageOf<One>(all: readonly One[], paging: Paging) {
  const size = Math.min(paging?.max_results ?? defaultPageSize, maxPageSize);
  const start = paging?.cursor === undefined ? 0 : Number(paging.cursor);
  if (!Number.isSafeInteger(start) || start < 0) {
    throw new AdcpError('INVALID_REQUEST', { message: 'The cursor is invalid', field: 'pagination.cursor' });
  }
  const end = start + size;
  const more = end < all.length;
  return {
    page: all.slice(start, end),
    pagination: { has_more: more, total_count: all.length, ...(more && { cursor: String(end) }) },
  };
}
