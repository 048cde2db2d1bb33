import { type ReportRow, reportQuerySchema } from '../../../../contract/insight/report.ts';
import { dayMs } from '../../../../core/time/durations.ts';
import { readReport } from '../../../insight/report/read-report.ts';
import { metricsOf } from '../media-buys/read-delivery.ts';
import { currencyOf, readMediaBuys } from '../media-buys/read-media-buys.ts';
import { pageOfResults } from '../page-of.ts';
import { requestError, requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { creativeKeysOf } from './agent-creatives.ts';
import type { CreativeDelivery, CreativeDeliveryCall } from './protocol-types.ts';
import { readOwnCreative } from './read-own-creative.ts';

/** Most purchases of a report: the limit of the report service. */
const maxMediaBuys = 100;

/**
 * Answers `get_creative_delivery` from the report of Placard, with a row for each creative of each purchase. A creative
 * has one variant: itself.
 */
export async function reportCreativeDelivery(
  context: SellerContext,
  request: CreativeDeliveryCall,
  accountId: string,
): Promise<CreativeDelivery> {
  requireScopes(context, 'reports:read');
  const { services, buyer, agentUrl, nowMs } = context;
  const { start_date: start, end_date: end, media_buy_ids: buyIds, creative_ids: keys } = request;
  if (start !== undefined && end !== undefined && start > end) {
    throw requestError('end_date', 'The end must not be before the start');
  }
  const inAccount = buyer.accounts.some((account) => account.accountId === accountId) ? { accountId } : {};
  const bought = await readMediaBuys(services.database, buyer, inAccount);
  const buys = bought.filter(({ id }) => buyIds === undefined || buyIds.includes(String(id))).slice(-maxMediaBuys);
  const wanted =
    keys === undefined ? null : await Promise.all(keys.map((key) => readOwnCreative(context, key, accountId)));
  const rows = await readRows(context, buys, request);
  const counted = rows.filter(({ creativeId }) => wanted === null || wanted.includes(creativeId ?? null));
  const { page, pagination } = pageOfResults(counted, request.pagination);
  const creatives = await creativeKeysOf(
    services.database,
    buyer.id,
    page.flatMap(({ creativeId }) => creativeId ?? []),
  );
  const buyOf = new Map(buys.map((buy) => [buy.campaignId, buy]));
  const startMs =
    start === undefined ? Math.min(nowMs, ...buys.map(({ createdAt }) => createdAt.getTime())) : Date.parse(start);
  const endMs = end === undefined ? nowMs : Date.parse(end) + dayMs;
  return {
    currency: await currencyOf(context, buys),
    reporting_period: { start: new Date(startMs).toISOString(), end: new Date(Math.max(startMs, endMs)).toISOString() },
    creatives: page.map((row) => {
      const creative = creatives.get(row.creativeId ?? 0);
      const key = creative?.key ?? String(row.creativeId);
      return {
        creative_id: key,
        media_buy_id: String(buyOf.get(row.campaignId ?? 0)?.id ?? ''),
        ...(creative !== undefined && { format_id: { agent_url: agentUrl, id: creative.formatCode } }),
        totals: metricsOf(row),
        variant_count: 1,
        variants: [{ variant_id: key, ...metricsOf(row) }],
      };
    }),
    ...(request.pagination !== undefined && {
      pagination: {
        limit: request.pagination.max_results ?? page.length,
        offset: Number(request.pagination.cursor ?? 0),
        has_more: pagination.has_more,
        total: counted.length,
      },
    }),
  } as CreativeDelivery;
}

async function readRows(
  { services, caller }: SellerContext,
  buys: Awaited<ReturnType<typeof readMediaBuys>>,
  { start_date: start, end_date: end }: CreativeDeliveryCall,
): Promise<readonly ReportRow[]> {
  if (buys.length === 0) return [];
  const query = reportQuerySchema.parse({
    campaignId: buys.map(({ campaignId }) => String(campaignId)),
    groupBy: 'campaign,creative',
    ...(start !== undefined && { from: start }),
    ...(end !== undefined && { to: new Date(Date.parse(end) + dayMs).toISOString().slice(0, 10) }),
  });
  const sources = { database: services.database, rawReports: null };
  return (await readReport(sources, query, { reach: caller.reach })).rows;
}
