import type { GetProductsResponse } from '@adcp/sdk/types';
import type { PeriodForecast } from '../../../../core/pacing/period-forecast.ts';
import { daysOfFlight, type PriceModel } from '../../../../core/pricing/price-model.ts';
import { microsFromDecimal } from '../../../../core/vocabulary/money.ts';
import type { KeptForecast } from '../../../insight/package-forecast/kept-forecasts.ts';
import type { Flight } from '../../../insight/package-forecast/package-shares.ts';
import type { Offer } from './offer.ts';

export type ProtocolForecast = NonNullable<GetProductsResponse['products'][number]['forecast']>;
type Point = ProtocolForecast['points'][number];

/** Price of a product for which a forecast is presented. */
type Option = Offer['pricingOptions'][number];

const microsPerUnit = 1_000_000;
const impressionsPerRate = 1_000;

/** Forecast of a product with what is needed to present it. */
export type ForecastOfOffer = { readonly kept: KeptForecast; readonly flight: Flight };

/**
 * Returns the forecast of a product. With budgets in the currency of the price, a point for each of them: the
 * impressions that it pays for, at most the available ones. Otherwise the available impressions. null: there is none.
 */
export function presentForecast(
  { kept, flight }: ForecastOfOffer,
  option: Option,
  budgets: readonly number[] = [],
): ProtocolForecast | null {
  const { impressions, recordedDays, positionCount } = kept.result;
  if (impressions === null) return null;
  const curve = option.model === 'cpm' ? budgets.map((budget) => pointOfBudget(impressions, option, budget)) : [];
  const points = curve.length > 0 ? curve : [pointOfAvailability(impressions, option, flight)];
  return {
    points,
    forecast_range_unit: curve.length > 0 ? 'spend' : 'availability',
    method: 'modeled',
    currency: option.rate.currency,
    generated_at: new Date(kept.computedAtMs).toISOString(),
    valid_until: new Date(kept.validUntilMs).toISOString(),
    ext: {
      placard: {
        start_time: new Date(flight.fromMs).toISOString(),
        end_time: new Date(flight.toMs).toISOString(),
        interval_percent: 95,
        recorded_days: recordedDays,
        positions: positionCount,
      },
    },
  } as ProtocolForecast;
}

function pointOfAvailability(impressions: PeriodForecast, { model, rate }: Option, flight: Flight): Point {
  const costs = costsOf(impressions, { model, rateMicros: microsFromDecimal(rate.amount) ?? 0, flight });
  return {
    metrics: { impressions: rangeOf(impressions), ...(costs !== null && { spend: rangeOf(costs) }) },
  };
}

/** Returns the cost of the available impressions. null: it depends on other events. */
function costsOf(
  { expected, low, high }: PeriodForecast,
  { model, rateMicros, flight }: { readonly model: PriceModel; readonly rateMicros: number; readonly flight: Flight },
): PeriodForecast | null {
  const rate = rateMicros / microsPerUnit;
  if (model === 'cpm') {
    const cost = (count: number) => Math.round(count * rate * (100 / impressionsPerRate)) / 100;
    return { expected: cost(expected), low: cost(low), high: cost(high) };
  }
  if (model !== 'cpd' && model !== 'flat' && model !== 'flat_over_flight') return null;
  const fixed = model === 'cpd' ? rate * daysOfFlight(flight.fromMs, flight.toMs) : rate;
  return { expected: fixed, low: fixed, high: fixed };
}

function pointOfBudget({ expected, low, high }: PeriodForecast, { rate }: Option, budget: number): Point {
  const rateMicros = microsFromDecimal(rate.amount) ?? 0;
  const paid = rateMicros === 0 ? 0 : Math.floor((budget * microsPerUnit * impressionsPerRate) / rateMicros);
  const most = (count: number) => Math.min(paid, count);
  const reached = { expected: most(expected), low: most(low), high: most(high) };
  const spend = (count: number) =>
    Math.round((count * rateMicros) / ((impressionsPerRate * microsPerUnit) / 100)) / 100;
  return {
    budget,
    metrics: {
      impressions: rangeOf(reached),
      spend: rangeOf({ expected: spend(reached.expected), low: spend(reached.low), high: spend(reached.high) }),
    },
  };
}

function rangeOf({ expected, low, high }: PeriodForecast) {
  return { low, mid: expected, high };
}
