import type { z } from 'zod';
import type { moneySchema } from '../../../contract/common/common.ts';
import { decimalFromMicros } from '../../../core/vocabulary/money.ts';

/** An amount as the API shows it, of the two columns that hold it; null: there is none. */
export function moneyOf(micros: number | null, currency: string | null): z.infer<typeof moneySchema> | null {
  return micros === null || currency === null ? null : { amount: decimalFromMicros(micros), currency };
}
