import type { Report } from '../../../contract/insight/report.ts';
import { decimalFromMicros } from '../../../core/vocabulary/money.ts';

/** Returns one amount per currency, sorted by code. */
export function amountsOf(microsByCurrency: Readonly<Record<string, number>>): Report['totals']['spend'] {
  return Object.entries(microsByCurrency)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([currency, micros]) => ({ amount: decimalFromMicros(micros), currency }));
}
