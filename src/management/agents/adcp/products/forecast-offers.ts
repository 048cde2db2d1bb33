import { AdcpError } from '@adcp/sdk/server';
import type { GetProductsRequest, GetProductsResponse } from '@adcp/sdk/types';
import { forecastDays } from '../../../../contract/selling/package-forecast.ts';
import { dayMs, hourMs } from '../../../../core/time/durations.ts';
import { microsFromDecimal } from '../../../../core/vocabulary/money.ts';
import { packageForecasts } from '../../../insight/package-forecast/kept-forecasts.ts';
import { flightFrom } from '../../../insight/package-forecast/package-forecast-routes.ts';
import type { ForecastPackage } from '../../../insight/package-forecast/package-inventory.ts';
import type { Flight } from '../../../insight/package-forecast/package-shares.ts';
import type { SellerContext } from '../seller-context.ts';
import type { Offer } from './offer.ts';
import { type ForecastOfOffer, type ProtocolForecast, presentForecast } from './present-forecast.ts';

/** Time for which a call waits for forecasts that are not known yet. */
const waitMs = 3_000;
/** Part of the time of the buyer that forecasts may take. */
const partOfBudget = 0.5;
const unitMs: Readonly<Record<string, number>> = { seconds: 1_000, minutes: 60_000, hours: hourMs, days: dayMs };
/** Longest flight that is forecast. */
const maxFlightDays = 92;

/** Forecasts of the products of a response. */
export type OfferForecasts = {
  /**
   * Returns the forecast of a product for the budgets of the request. null: there is none.
   * @param allocation index of the pricing option and share of the budgets in percent, of a proposal
   */
  of(offer: Offer, allocation?: { readonly option: number; readonly percent: number }): ProtocolForecast | null;
  /** What could not be finished in time. */
  readonly incomplete: NonNullable<GetProductsResponse['incomplete']>;
};

/** Forecasts products in the flight that the request names, or in the next 30 days. */
export async function forecastOffers(
  offers: readonly Offer[],
  request: GetProductsRequest,
  { services, nowMs }: Pick<SellerContext, 'services' | 'nowMs'>,
): Promise<OfferForecasts> {
  const flight = flightOf(request, nowMs);
  const isWanted = request.fields === undefined || request.fields.includes('forecast');
  if (flight === null || !isWanted) return { of: () => null, incomplete: [] };
  const budgets = budgetsOf(request);
  const known = await packageForecasts(services).read(offers.map(packageOf), flight, waitOf(request));
  const found = new Map<string, ForecastOfOffer>();
  for (const [index, offer] of offers.entries()) {
    const kept = known[index];
    if (kept) found.set(offer.productId, { kept, flight });
  }
  return {
    of(offer, allocation) {
      const forecast = found.get(offer.productId);
      const inCurrency = offer.pricingOptions.find(({ rate }) => rate.currency === budgets?.currency);
      const option =
        allocation === undefined ? (inCurrency ?? offer.pricingOptions[0]) : offer.pricingOptions[allocation.option];
      if (forecast === undefined || option === undefined) return null;
      const amounts = option.rate.currency === budgets?.currency ? budgets.amounts : [];
      const curve = amounts.map((amount) => Math.round(amount * (allocation?.percent ?? 100)) / 100);
      return presentForecast(forecast, option, curve);
    },
    incomplete: known.every((one) => one !== null)
      ? []
      : [
          {
            scope: 'forecast',
            description: 'Forecasts of some products are not finished',
            estimated_wait: { interval: Math.ceil(waitMs / 1_000), unit: 'seconds' },
          },
        ],
  };
}

function packageOf({ settings, deliveryType, pricingOptions: [option] }: Offer): ForecastPackage {
  if (option === undefined) return { settings, deliveryType, price: null };
  const { model, rate } = option;
  return {
    settings,
    deliveryType,
    price: { model, micros: microsFromDecimal(rate.amount) ?? 0, currency: rate.currency },
  };
}

/** Returns the flight of the dates of a request, which include the last day. null: it is past or too long. */
function flightOf({ filters }: GetProductsRequest, nowMs: number): Flight | null {
  const { start_date: start, end_date: end } = filters ?? {};
  if (start === undefined && end === undefined) return flightFrom(nowMs, forecastDays);
  const current = flightFrom(nowMs, forecastDays);
  const fromMs = start === undefined ? current.fromMs : Math.max(current.fromMs, Date.parse(start));
  const toMs = end === undefined ? fromMs + forecastDays * dayMs : Date.parse(end) + dayMs;
  if (Number.isNaN(fromMs) || Number.isNaN(toMs)) {
    throw new AdcpError('INVALID_REQUEST', {
      message: 'The date is invalid',
      field: `filters.${Number.isNaN(fromMs) ? 'start_date' : 'end_date'}`,
    });
  }
  return toMs <= fromMs || toMs - nowMs > maxFlightDays * dayMs ? null : { fromMs, toMs };
}

function budgetsOf({ filters }: GetProductsRequest) {
  const range = filters?.budget_range;
  if (range === undefined) return null;
  const amounts = [range.min, range.max].flatMap((amount) =>
    typeof amount === 'number' && amount > 0 ? [amount] : [],
  );
  return { currency: range.currency, amounts: [...new Set(amounts)].sort((a, b) => a - b) };
}

function waitOf({ time_budget: budget }: GetProductsRequest): number {
  const given = budget === undefined ? undefined : unitMs[budget.unit];
  return budget === undefined || given === undefined
    ? waitMs
    : Math.min(waitMs, budget.interval * given * partOfBudget);
}
