import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

/** Source of exchange rates: the setting itself, or a file that is read again when it changes. */
export type ExchangeRateSource =
  | { readonly kind: 'list'; readonly table: ReadonlyMap<string, ReadonlyMap<string, number>> }
  | { readonly kind: 'file'; readonly path: string };

const entry = /^([A-Z]{3})\/([A-Z]{3})=(\d+(?:\.\d+)?)$/;

/**
 * Parses `EUR/USD=1.08 EUR/GBP=0.83` (units of the second currency per unit of the first), or the path of an existing
 * file. Returns null for any other text.
 */
export function readExchangeRates(text: string): ExchangeRateSource | null {
  const entries = text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((part) => entry.exec(part));
  if (entries.some((match) => match === null)) {
    return existsSync(text) ? { kind: 'file', path: resolve(text) } : null;
  }
  const table = new Map<string, Map<string, number>>();
  for (const match of entries) {
    const [, base = '', code = '', rate = ''] = match ?? [];
    if (Number(rate) === 0) return null;
    const rates = table.get(base) ?? new Map<string, number>();
    table.set(base, rates.set(code, Number(rate)));
  }
  return { kind: 'list', table };
}
