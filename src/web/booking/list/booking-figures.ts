import type { Booking, Money } from '../../../client/generated/types.gen.ts';
import { decimalFromMicros } from '../../../core/vocabulary/money.ts';

const microsPerUnit = 1_000_000;

/** Spend per thousand impressions, rounded to micro-units. null: no spend or no impression. */
export function ecpmOf({ spend, impressions }: Pick<Booking['delivered'], 'spend' | 'impressions'>): Money | null {
  if (spend === null || impressions === 0) return null;
  return {
    amount: decimalFromMicros(Math.round((Number(spend.amount) / impressions) * 1000 * microsPerUnit)),
    currency: spend.currency,
  };
}
