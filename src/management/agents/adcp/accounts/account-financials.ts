import type { GetAccountFinancialsRequest, GetAccountFinancialsSuccess } from '@adcp/sdk/types';
import { reportQuerySchema } from '../../../../contract/insight/report.ts';
import { dayMs } from '../../../../core/time/durations.ts';
import { localClock, localDateAt } from '../../../../core/time/local-time.ts';
import { microsFromDecimal } from '../../../../core/vocabulary/money.ts';
import { readReport } from '../../../insight/report/read-report.ts';
import { readSettings } from '../../../resources/settings/read-settings.ts';
import { statusOfMediaBuy } from '../media-buys/media-buy-status.ts';
import { readMediaBuys, type StoredMediaBuy } from '../media-buys/read-media-buys.ts';
import { settlePurchases } from '../media-buys/settle-purchases.ts';
import { requestError, requireScopes } from '../protocol-error.ts';
import type { SellerContext } from '../seller-context.ts';

const microsPerUnit = 1_000_000;
/** Most campaigns of a report. */
const maxCampaigns = 100;

/**
 * Answers `get_account_financials` with the spend of the purchases of an account, as in the report of Placard. Placard
 * sends no invoices, so that credit, balance, payments and invoices are unknown and omitted.
 */
export async function readFinancials(
  context: SellerContext,
  { account, period }: GetAccountFinancialsRequest,
  accountId: string,
): Promise<GetAccountFinancialsSuccess> {
  requireScopes(context, 'reports:read', 'campaigns:read');
  const { services, buyer, nowMs } = context;
  const { database } = services;
  const settings = await readSettings(database);
  const timezone = settings.timeZone ?? 'UTC';
  const covered = period ?? monthOf(localDateAt(localClock(timezone), nowMs));
  if (covered.start > covered.end) throw requestError('period.end', 'The end must not be before the start');
  await settlePurchases(database);
  const buys = (await readMediaBuys(database, buyer, { accountId })).filter(({ confirmedAt }) => confirmedAt !== null);
  const currency = currencyOf(buys, settings.currency);
  return {
    account,
    currency,
    period: { start: covered.start, end: covered.end },
    timezone,
    spend: {
      total_spend: (await readSpend(context, buys, covered)) / microsPerUnit,
      media_buy_count: buys.filter((buy) => statusOfMediaBuy(buy, nowMs) === 'active').length,
    },
  };
}

/** Amounts in several currencies have no sum. */
function currencyOf(buys: readonly StoredMediaBuy[], usual: string): string {
  const [currency = usual, ...others] = new Set(buys.map(({ campaign }) => campaign.currency));
  if (others.length === 0) return currency;
  throw requestError(
    'account',
    'The purchases of the account have several currencies. get_media_buy_delivery returns their spend',
    'UNSUPPORTED_FEATURE',
  );
}

/** Returns the first and the last day of the month of a day. */
function monthOf(day: string) {
  const [year, month] = day.split('-').map(Number) as [number, number];
  return { start: `${day.slice(0, 7)}-01`, end: new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10) };
}

async function readSpend(
  { services, caller }: SellerContext,
  buys: readonly StoredMediaBuy[],
  { start, end }: { readonly start: string; readonly end: string },
): Promise<number> {
  const to = new Date(Date.parse(end) + dayMs).toISOString().slice(0, 10);
  let micros = 0;
  for (let first = 0; first < buys.length; first += maxCampaigns) {
    const campaigns = buys.slice(first, first + maxCampaigns);
    const query = reportQuerySchema.parse({
      campaignId: campaigns.map(({ campaignId }) => String(campaignId)),
      from: start,
      to,
      groupBy: 'campaign',
    });
    const sources = { database: services.database, rawReports: null };
    const { rows } = await readReport(sources, query, { reach: caller.reach });
    for (const { spend } of rows) micros += microsFromDecimal(spend[0]?.amount ?? '0') ?? 0;
  }
  return micros;
}
