import { definePlatform, defineSalesPlatform } from '@adcp/sdk/server';
import { readFinancials } from './accounts/account-financials.ts';
import { accountOf } from './accounts/accounts.ts';
import { refuseUsage } from './accounts/report-usage.ts';
import { pollAudiences, syncAudiences } from './audiences/sync-audiences.ts';
import { logEvents } from './catalogs/log-events.ts';
import { storeFeedback } from './catalogs/performance-feedback.ts';
import { syncCatalogs } from './catalogs/sync-catalogs.ts';
import { syncEventSources } from './catalogs/sync-event-sources.ts';
import { buildCreative } from './creatives/build-creative.ts';
import { reportCreativeDelivery } from './creatives/creative-delivery.ts';
import { listCreatives } from './creatives/list-creatives.ts';
import { previewCreative } from './creatives/preview-creative.ts';
import { syncAndAssign } from './media-buys/assign-creatives.ts';
import { createMediaBuy } from './media-buys/create-media-buy.ts';
import { listMediaBuys } from './media-buys/list-media-buys.ts';
import { reportDelivery } from './media-buys/read-delivery.ts';
import { updateMediaBuy } from './media-buys/update-media-buy.ts';
import { getProducts, listFormats } from './products/products.ts';
import { sellerCapabilities } from './seller-capabilities.ts';
import type { SellerContext } from './seller-context.ts';
import { withNotification } from './webhooks/with-notification.ts';

/** Returns the tools of the seller agent for one buyer agent. Source: AdCP 3.0. */
export function sellerPlatform(context: SellerContext) {
  return definePlatform({
    capabilities: sellerCapabilities(context.buyer),
    accounts: {
      resolution: 'explicit',
      async resolve(reference) {
        const account = accountOf(context.buyer, reference);
        if (reference === undefined && account !== null) context.named.accountId = account.id;
        return account;
      },
      getAccountFinancials: (request, { account }) => readFinancials(context, request, account.id),
      reportUsage: async (request) => refuseUsage(request),
    },
    audiences: {
      pollAudienceStatuses: (ids, { account }) => pollAudiences(context, ids, account.id),
      syncAudiences: (audiences, { account }) => syncAudiences(context, audiences, account.id),
    },
    creative: {
      buildCreative: (request, { account }) => buildCreative(context, request, account.id),
      getCreativeDelivery: (request, { account }) => reportCreativeDelivery(context, request, account.id),
      listCreatives: (request, { account }) => listCreatives(context, request, request.account ? account.id : null),
      previewCreative: (request) => previewCreative(context, request),
    },
    sales: defineSalesPlatform({
      createMediaBuy: (request, task) =>
        withNotification(context, 'create_media_buy', () => createMediaBuy(context, request, task)),
      getMediaBuyDelivery: (request, call) => reportDelivery(context, request, call),
      getMediaBuys: (request, call) => listMediaBuys(context, request, call),
      getProducts: (request) => getProducts(context, request),
      listCreativeFormats: (request) => listFormats(context, request),
      updateMediaBuy: (_, request, call) =>
        withNotification(context, 'update_media_buy', () => updateMediaBuy(context, request, call)),
      logEvent: (request, { account }) => logEvents(context, request, account.id),
      providePerformanceFeedback: (request) => storeFeedback(context, request),
      syncCatalogs: (request, { account }) => syncCatalogs(context, request, account.id),
      syncEventSources: (request, { account }) => syncEventSources(context, request, account.id),
      syncCreatives: (creatives, { account }) =>
        withNotification(context, 'sync_creatives', () => syncAndAssign(context, creatives, account.id)),
      listCreatives: (request, { account }) => listCreatives(context, request, request.account ? account.id : null),
    }),
  });
}
