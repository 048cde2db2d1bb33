import type { Booking, Money } from '../../../client/generated/types.gen.ts';

const decimals = 2;

/** Spend per thousand impressions, rounded to two decimals. null: no spend or no impression. */
export function ecpmOf({ spend, impressions }: Pick<Booking['delivered'], 'spend' | 'impressions'>): Money | null {
  if (spend === null || impressions === 0) return null;
  return { amount: ((Number(spend.amount) / impressions) * 1000).toFixed(decimals), currency: spend.currency };
}
