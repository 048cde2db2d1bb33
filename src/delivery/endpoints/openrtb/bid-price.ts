import type { MoneyMicros } from '../../../core/vocabulary/money.ts';
import type { BidRequest } from './bid-request.ts';
import type { ExchangeRates } from './exchange-rates.ts';

/** A price per 1,000 impressions, in units of the currency. */
export type BidPrice = { readonly amount: number; readonly currency: string };

/** Reason why a booking has no price for a request, as a sentence for explanations. */
export type PriceRefusal = { readonly refusal: string };

/** Fields of a request that determine the price. */
type PriceTerms = Pick<BidRequest, 'currencies' | 'floor'>;

const microsPerUnit = 1_000_000;
/** Source: OpenRTB 2.6, 3.2.1 and 3.2.4 (`cur`, `bidfloorcur`). */
const defaultCurrency = 'USD';

/**
 * Returns the price that a booking bids: its CPM in its own currency if the request allows it (`cur`, absent: any),
 * otherwise in the first allowed currency with an exchange rate. A booking without a CPM bids 0, which is valid for a
 * deal. A floor in a currency without an exchange rate is not compared, because the exchange applies it. Source:
 * docs/decisions/0158-exchange-rates.md.
 * @param cpm CPM of the booking, null if it has none
 */
export function bidPrice(
  { currencies, floor }: PriceTerms,
  cpm: MoneyMicros | null,
  rates: Pick<ExchangeRates, 'convert'>,
): BidPrice | PriceRefusal {
  if (cpm === null) {
    if (floor.amount > 0) return { refusal: `no CPM, and the floor is ${floor.amount} ${floor.currency}` };
    return { amount: 0, currency: currencies?.[0] ?? defaultCurrency };
  }
  const { micros, currency } = cpm;
  const own = `${micros / microsPerUnit} ${currency}`;
  if (floor.amount > 0) {
    const inFloorCurrency = rates.convert(micros, currency, floor.currency);
    if (inFloorCurrency !== null && inFloorCurrency / microsPerUnit < floor.amount) {
      return { refusal: `CPM ${own} is below the floor of ${floor.amount} ${floor.currency}` };
    }
  }
  if (currencies === null || currencies.includes(currency)) return { amount: micros / microsPerUnit, currency };
  for (const allowed of currencies) {
    const converted = rates.convert(micros, currency, allowed);
    if (converted !== null) return { amount: converted / microsPerUnit, currency: allowed };
  }
  return { refusal: `CPM ${own} has no exchange rate to ${currencies.join(' or ')}` };
}
