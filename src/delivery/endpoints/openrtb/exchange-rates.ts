import { readFile, stat } from 'node:fs/promises';
import type { Logger } from 'pino';
import type { ExchangeRateSource } from '../../../platform/config/read-exchange-rates.ts';
import { parseRateFile, type RateTable } from './parse-rate-file.ts';

/** Exchange rates for the currencies and floors of bid requests. */
export type ExchangeRates = {
  /**
   * @param micros amount in micro-units of `from`
   * @param from ISO 4217 code
   * @param to ISO 4217 code
   * @returns integer micro-units of `to`, or null if the table does not connect the two currencies
   */
  readonly convert: (micros: number, from: string, to: string) => number | null;
  /** Returns a number that changes whenever a conversion could have another result. */
  readonly version: () => number;
  /** Reads the file now if it has changed. */
  readonly look: () => Promise<void>;
  readonly close: () => void;
};

/** Interval in milliseconds of checking the file for changes. */
const lookMs = 60_000;

/**
 * Opens the exchange rates of `PLACARD_EXCHANGE_RATES`. A file is read again when it changes. If a new file cannot be
 * read, the previous rates remain in use. Source: docs/decisions/0158-exchange-rates.md.
 */
export async function openExchangeRates(source: ExchangeRateSource, log: Logger): Promise<ExchangeRates> {
  let table: RateTable = source.kind === 'list' ? source.table : new Map();
  let version = 1;
  let known = '';

  async function look(): Promise<void> {
    if (source.kind !== 'file') return;
    const { path } = source;
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const found = `${mtimeMs} ${size} ${ino}`;
      if (found === known) return;
      known = found;
      table = parseRateFile(await readFile(path, 'utf8'));
      version += 1;
      log.info({ path, currencies: currenciesOf(table) }, 'Exchange rates loaded');
    } catch (error) {
      log.error({ err: error, path }, 'Exchange rates cannot be read, the previous rates remain in use');
    }
  }

  await look();
  const timer = source.kind === 'file' ? setInterval(() => void look(), lookMs).unref() : undefined;
  return {
    convert(micros, from, to) {
      if (from === to) return micros;
      const rate = rateOf(table, from, to);
      return rate === null ? null : Math.round(micros * rate);
    },
    version: () => version,
    look,
    close: () => clearInterval(timer),
  };
}

/** Returns the rate in the table, its inverse, or the cross rate through a base currency that has both. */
function rateOf(table: RateTable, from: string, to: string): number | null {
  const direct = table.get(from)?.get(to);
  if (direct !== undefined) return direct;
  const inverse = table.get(to)?.get(from);
  if (inverse !== undefined) return 1 / inverse;
  for (const rates of table.values()) {
    const [first, second] = [rates.get(from), rates.get(to)];
    if (first !== undefined && second !== undefined) return second / first;
  }
  return null;
}

function currenciesOf(table: RateTable): number {
  return new Set([...table].flatMap(([base, rates]) => [base, ...rates.keys()])).size;
}
