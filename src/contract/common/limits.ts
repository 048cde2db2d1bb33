import { z } from 'zod';

const count = (description: string, example: number) => z.number().meta({ description, example });

/** Limits of a caller: rates and sizes. Source: product decisions 2. */
export const limitsView = z
  .strictObject({
    calls: z
      .strictObject({
        limit: count('Number of calls of one caller per window and management process', 12_000),
        windowSeconds: count('Length of a window in seconds', 60),
        remaining: count('Number of calls that remain in the current window', 11_999),
        resetSeconds: count('Seconds until the next window', 60),
      })
      .meta({ description: 'Same values as in the `RateLimit` and `RateLimit-Policy` headers of every response' }),
    page: z
      .strictObject({
        default: count('Number of objects per page if `limit` is omitted', 50),
        largest: count('Largest value of `limit`', 500),
      })
      .meta({ description: 'Page sizes of lists' }),
    bodyBytes: count('Largest size of a JSON body in bytes', 1_048_576),
    uploadBytes: count('Largest size of an uploaded file in bytes', 26_214_400),
    bulkItems: count('Largest number of changes in a bulk call', 200),
    idempotencyKeySeconds: count('Lifetime of an `Idempotency-Key` in seconds', 86_400),
    accessTokenSeconds: count('Lifetime of an access token in seconds', 300),
    reportRows: count('Largest number of rows of a report', 50_000),
    targetingLeaves: count('Largest number of conditions of a targeting tree', 800),
    targetingDepth: count('Largest number of levels of a targeting tree', 8),
  })
  .meta({ id: 'Limits' });
/** An object of `limitsView`. */
export type LimitsView = z.output<typeof limitsView>;
