const counts = new Intl.NumberFormat('en', { maximumFractionDigits: 0 });
const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 3 });
const percents = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 2 });
const shares = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });
const bytesPerUnit = 1024;
const units = ['B', 'KB', 'MB', 'GB'] as const;

/** `12,345` */
export function countText(value: number): string {
  return counts.format(value);
}

/** `12.3K`: where there is little room. */
export function compactText(value: number): string {
  return compact.format(value);
}

/** A rate of 0..1 as `0.42%`; nothing to divide by: a dash. */
export function rateText(rate: number | null | undefined): string {
  return rate === null || rate === undefined ? '–' : percents.format(rate);
}

/** A share of 0..1 as `42.3%`. */
export function shareText(share: number): string {
  return shares.format(share);
}

/** An amount as the API gives it, exactly, with its currency. */
export function moneyText(money: { readonly amount: string; readonly currency: string } | null | undefined): string {
  return money === null || money === undefined ? '–' : `${money.currency} ${money.amount}`;
}

/** `1.4 MB` */
export function bytesText(bytes: number): string {
  const power = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log(bytes) / Math.log(bytesPerUnit)));
  const value = bytes / bytesPerUnit ** power;
  return `${power === 0 ? value : value.toFixed(value < 10 ? 1 : 0)} ${units[power]}`;
}

/** `1 booking`, `2 bookings` */
export function manyText(count: number, one: string, many = `${one}s`): string {
  return `${countText(count)} ${count === 1 ? one : many}`;
}
