import type { z } from 'zod';
import type { moneySchema } from '../../../contract/common/common.ts';
import { decimalFromMicros } from '../../../core/vocabulary/money.ts';

/** Returns an amount in the form of the API from its two columns. null if there is none. */
export function moneyOf(micros: number | null, currency: string | null): z.infer<typeof moneySchema> | null {
  return micros === null || currency === null ? null : { amount: decimalFromMicros(micros), currency };
}
