/**
 * Internal representation of money: an integer number of micro-units (1/1,000,000) and an ISO 4217 code. Never a float.
 * Source: product decisions 2.
 */
export type MoneyMicros = { readonly micros: number; readonly currency: string };

/** A decimal in requests and responses: up to nine digits, a point, up to six decimals, never negative. */
export const decimalAmountPattern = /^\d{1,9}(?:\.\d{1,6})?$/;

/**
 * Converts a decimal text to micro-units, exactly; `null` if the text is not an amount.
 * @example microsFromDecimal('2.5') // 2_500_000
 */
export function microsFromDecimal(amount: string): number | null {
  if (!decimalAmountPattern.test(amount)) return null;
  const [whole = '0', fraction = ''] = amount.split('.');
  return Number(whole) * 1_000_000 + Number(fraction.padEnd(6, '0'));
}

/**
 * Converts micro-units to a decimal text, exactly, with at least two decimals.
 * @example decimalFromMicros(2_500_000) // '2.50'
 */
export function decimalFromMicros(micros: number): string {
  const whole = Math.trunc(micros / 1_000_000);
  const fraction = String(micros % 1_000_000)
    .padStart(6, '0')
    .replace(/0{1,4}$/, '');
  return `${whole}.${fraction}`;
}
