import { definePlatform, defineSalesPlatform } from '@adcp/sdk/server';
import { accountOf } from './accounts/accounts.ts';
import { getProducts, listFormats } from './products/products.ts';
import type { SellerContext } from './seller-context.ts';

/** Returns the tools of the seller agent for one buyer agent. Source: AdCP 3.0. */
export function sellerPlatform(context: SellerContext) {
  return definePlatform({
    capabilities: { specialisms: [], config: {} },
    accounts: {
      resolution: 'explicit',
      resolve: async (reference) => accountOf(context.buyer, reference),
    },
    sales: defineSalesPlatform({
      getProducts: (request) => getProducts(context, request),
      listCreativeFormats: (request) => listFormats(context, request),
    }),
  });
}
