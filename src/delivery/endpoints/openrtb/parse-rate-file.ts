import { SaxesParser } from 'saxes';
import { isObject } from '../../request/read-request.ts';

/** Exchange rates by base currency and currency: units of the currency per unit of the base. */
export type RateTable = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** A file that contains no exchange rates. */
export class RateFileError extends Error {}

const currencyCode = /^[A-Z]{3}$/;

/**
 * Reads a file of exchange rates in one of two formats:
 * - JSON as Prebid.js and Prebid Server read it: `{ "conversions": { "USD": { "EUR": 0.92 } } }`
 * - XML of the European Central Bank (`eurofxref-daily.xml`), whose base is EUR
 * @throws RateFileError if the text has another format or contains no rate
 */
export function parseRateFile(text: string): RateTable {
  const table = text.trimStart().startsWith('<') ? readCentralBank(text) : readConversions(text);
  if (![...table.values()].some((rates) => rates.size > 0)) throw new RateFileError('The file contains no rates');
  return table;
}

function readConversions(text: string): RateTable {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch {
    throw new RateFileError('The file is neither JSON nor XML');
  }
  const conversions = isObject(content) ? content['conversions'] : undefined;
  if (!isObject(conversions)) throw new RateFileError('The file has no object "conversions"');
  const table = new Map<string, Map<string, number>>();
  for (const [base, rates] of Object.entries(conversions)) {
    if (!currencyCode.test(base) || !isObject(rates)) throw new RateFileError(`"conversions" has no currency ${base}`);
    table.set(base, new Map(Object.entries(rates).map(([code, rate]) => rateEntry(code, rate))));
  }
  return table;
}

function readCentralBank(text: string): RateTable {
  const rates = new Map<string, number>();
  const parser = new SaxesParser();
  parser.on('opentag', ({ attributes }) => {
    const { currency, rate } = attributes;
    if (currency === undefined || rate === undefined) return;
    const [code, value] = rateEntry(currency, Number(rate));
    rates.set(code, value);
  });
  try {
    parser.write(text).close();
  } catch (error) {
    throw error instanceof RateFileError ? error : new RateFileError('The XML is malformed');
  }
  return new Map([['EUR', rates]]);
}

function rateEntry(code: string, rate: unknown): readonly [string, number] {
  if (currencyCode.test(code) && typeof rate === 'number' && Number.isFinite(rate) && rate > 0) return [code, rate];
  throw new RateFileError(`The rate of ${code} is ${String(rate)}. It must be a positive number`);
}
