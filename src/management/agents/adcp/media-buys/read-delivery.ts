import type { RequestContext } from '@adcp/sdk/server';
import type { GetMediaBuyDeliveryRequest, GetMediaBuyDeliveryResponse } from '@adcp/sdk/types';
import { type ReportRow, reportQuerySchema } from '../../../../contract/insight/report.ts';
import type { PriceModel } from '../../../../core/pricing/price-model.ts';
import { dayMs } from '../../../../core/time/durations.ts';
import { readReport } from '../../../insight/report/read-report.ts';
import { protocolPriceOf } from '../products/present-product.ts';
import { requestError, requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';
import { type CreativeIds, readCreativeIds } from './creative-ids.ts';
import { selectMediaBuys } from './list-media-buys.ts';
import { statusOfMediaBuy } from './media-buy-status.ts';
import { currencyOf, protocolIdOf, type StoredMediaBuy, type StoredPackage } from './read-media-buys.ts';

type Delivery = GetMediaBuyDeliveryResponse['media_buy_deliveries'][number];
type Metrics = Delivery['by_package'][number];

/** Most purchases of a report: the limit of the report service. */
const maxMediaBuys = 100;
const microsPerUnit = 1_000_000;

/** Rows of the report of Placard by booking, and by booking and day or creative. */
type Counted = {
  readonly packages: ReadonlyMap<number, ReportRow>;
  readonly days: ReadonlyMap<number, readonly ReportRow[]>;
  readonly creatives: ReadonlyMap<number, readonly ReportRow[]>;
};

/** Answers `get_media_buy_delivery` from the report of Placard, so that both have the same figures. */
export async function reportDelivery(
  context: SellerContext,
  request: GetMediaBuyDeliveryRequest,
  { account }: Pick<RequestContext, 'account'>,
): Promise<GetMediaBuyDeliveryResponse> {
  requireScopes(context, 'reports:read');
  refuseDimensions(request);
  const selected = await selectMediaBuys(context, request, account.id);
  const buys = selected.slice(0, maxMediaBuys);
  const period = periodOf(buys, request, context.nowMs);
  const counted = await readCounts(context, buys, request);
  const ids = await readCreativeIds(context.services.database, context.buyer, buys);
  const deliveries = buys.map((buy) => presentDelivery(buy, counted, { context, request, ids }));
  return {
    reporting_period: period,
    currency: await currencyOf(context, buys),
    ...(selected.length > buys.length && { partial_data: true, unavailable_count: selected.length - buys.length }),
    ...(deliveries.length > 0 && { aggregated_totals: totalsOf(deliveries) }),
    media_buy_deliveries: deliveries,
    ...(context.buyer.test && { sandbox: true }),
  };
}

function refuseDimensions({
  reporting_dimensions: dimensions,
  attribution_window: window,
}: GetMediaBuyDeliveryRequest) {
  const given = Object.entries({ reporting_dimensions: dimensions, attribution_window: window });
  const unsupported = given.find(([, value]) => value !== undefined && Object.keys(value).length > 0);
  if (unsupported === undefined) return;
  throw requestError(unsupported[0], 'This member is not supported', 'UNSUPPORTED_FEATURE');
}

function periodOf(buys: readonly StoredMediaBuy[], request: GetMediaBuyDeliveryRequest, nowMs: number) {
  const { start_date: start, end_date: end } = request;
  if (start !== undefined && end !== undefined && start > end) {
    throw requestError('end_date', 'The end must not be before the start');
  }
  const starts = buys.flatMap(({ packages }) => packages.map(({ startDate }) => startDate.getTime()));
  const from = start === undefined ? Math.min(nowMs, ...starts) : Date.parse(start);
  const to = end === undefined ? nowMs : Date.parse(end) + dayMs;
  return { start: new Date(from).toISOString(), end: new Date(Math.max(from, to)).toISOString() };
}

async function readCounts(
  { services, caller }: SellerContext,
  buys: readonly StoredMediaBuy[],
  { start_date: start, end_date: end, include_package_daily_breakdown: daily }: GetMediaBuyDeliveryRequest,
): Promise<Counted> {
  if (buys.length === 0) return { packages: new Map(), days: new Map(), creatives: new Map() };
  const read = async (groupBy: string) => {
    const query = reportQuerySchema.parse({
      campaignId: buys.map(({ campaignId }) => String(campaignId)),
      groupBy,
      ...(start !== undefined && { from: start }),
      ...(end !== undefined && { to: new Date(Date.parse(end) + dayMs).toISOString().slice(0, 10) }),
    });
    const sources = { database: services.database, rawReports: null };
    return (await readReport(sources, query, { reach: caller.reach })).rows;
  };
  const [packages, days, creatives] = [
    await read('booking'),
    daily === true ? await read('booking,day') : [],
    await read('booking,creative'),
  ];
  const byBooking = (rows: readonly ReportRow[]) => Map.groupBy(rows, ({ bookingId }) => bookingId ?? 0);
  return {
    packages: new Map(packages.map((row) => [row.bookingId ?? 0, row])),
    days: byBooking(days),
    creatives: byBooking(creatives),
  };
}

type Presenting = {
  readonly context: SellerContext;
  readonly request: GetMediaBuyDeliveryRequest;
  readonly ids: CreativeIds;
};

function presentDelivery(buy: StoredMediaBuy, counted: Counted, presenting: Presenting): Delivery {
  const status = statusOfMediaBuy(buy, presenting.context.nowMs);
  const packages = buy.packages.map((sold) => presentPackageDelivery(sold, counted, presenting));
  const totals = sumOf(packages);
  return {
    media_buy_id: protocolIdOf(buy),
    status,
    totals: buy.simulated === null ? totals : { ...totals, ...buy.simulated },
    by_package: packages,
  } as Delivery;
}

function presentPackageDelivery(
  sold: StoredPackage,
  { packages, days, creatives }: Counted,
  { request, ids }: Presenting,
): Metrics {
  const price = protocolPriceOf(sold.pricingModel as PriceModel);
  return {
    package_id: String(sold.bookingId),
    ...metricsOf(packages.get(sold.bookingId)),
    pricing_model: price.pricing_model,
    rate: (sold.rateMicros ?? 0) / microsPerUnit,
    currency: sold.budgetCurrency,
    paused: sold.paused,
    by_creative: (creatives.get(sold.bookingId) ?? []).map((row) => ({
      creative_id: ids.idOf(row.creativeId ?? 0),
      ...metricsOf(row),
    })),
    ...(request.include_package_daily_breakdown === true && {
      daily_breakdown: (days.get(sold.bookingId) ?? []).map((row) => ({
        date: row.day ?? '',
        impressions: row.impressions,
        spend: spendOf(row),
      })),
    }),
  } as Metrics;
}

/** Returns the metrics of a row. All bookings of a purchase have one currency. */
export function metricsOf(row: ReportRow | undefined) {
  if (row === undefined) return { impressions: 0, spend: 0, clicks: 0 };
  const { impressions, clicks, viewables, video, plays } = row;
  return {
    impressions,
    spend: spendOf(row),
    clicks,
    ...(impressions > 0 && { ctr: clicks / impressions }),
    ...(video.starts > 0 && {
      views: video.starts,
      completed_views: video.completes,
      completion_rate: video.completes / video.starts,
    }),
    ...(impressions > 0 && {
      viewability: {
        measurable_impressions: impressions,
        viewable_impressions: viewables,
        viewable_rate: viewables / impressions,
        standard: 'mrc' as const,
      },
    }),
    ...(plays > 0 && { dooh_metrics: { loop_plays: plays } }),
  };
}

function spendOf({ spend }: ReportRow): number {
  return Number(spend[0]?.amount ?? 0);
}

function sumOf(packages: readonly Metrics[]) {
  const sum = (member: 'impressions' | 'spend' | 'clicks' | 'views' | 'completed_views') =>
    packages.reduce((total, metrics) => total + (metrics[member] ?? 0), 0);
  const impressions = sum('impressions');
  const views = sum('views');
  return {
    impressions,
    // Sums of decimals are rounded to the precision of amounts.
    spend: Math.round(sum('spend') * microsPerUnit) / microsPerUnit,
    clicks: sum('clicks'),
    ...(impressions > 0 && { ctr: sum('clicks') / impressions }),
    ...(views > 0 && {
      views,
      completed_views: sum('completed_views'),
      completion_rate: sum('completed_views') / views,
    }),
  };
}

function totalsOf(deliveries: readonly Delivery[]) {
  const sum = (member: 'impressions' | 'spend' | 'clicks') =>
    deliveries.reduce((total, { totals }) => total + (totals[member] ?? 0), 0);
  return {
    impressions: sum('impressions'),
    spend: Math.round(sum('spend') * microsPerUnit) / microsPerUnit,
    clicks: sum('clicks'),
    media_buy_count: deliveries.length,
  };
}
