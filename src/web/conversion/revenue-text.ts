import type { Money } from '../../client/generated/types.gen.ts';
import { decimalFromMicros, microsFromDecimal } from '../../core/vocabulary/money.ts';
import { moneyText } from '../labels/figures.ts';

/**
 * Total of the lines of an order for each currency: `EUR 12.50 + SEK 80.00`. Empty without lines or values. The sum of 100 lines of up to one million
 * each is far below the largest safe integer.
 */
export function revenueText(lines: readonly { readonly revenue: Money | null }[]): string {
  const sums = new Map<string, number>();
  for (const { revenue } of lines) {
    if (revenue === null) continue;
    const micros = microsFromDecimal(revenue.amount) ?? Number.NaN;
    sums.set(revenue.currency, (sums.get(revenue.currency) ?? 0) + micros);
  }
  return [...sums].map(([currency, micros]) => moneyText({ currency, amount: decimalFromMicros(micros) })).join(' + ');
}
