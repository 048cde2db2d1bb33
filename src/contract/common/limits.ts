import { z } from 'zod';

const count = (description: string, example: number) => z.number().meta({ description, example });

/** What a caller may do how often, and how large it may be. Source: product decisions 2. */
export const limitsView = z
  .strictObject({
    calls: z
      .strictObject({
        limit: count('Calls of one caller in a window, per management process', 12_000),
        windowSeconds: count('Length of a window', 60),
        remaining: count('Calls that the caller has left in this one', 11_999),
        resetSeconds: count('Until the next one', 60),
      })
      .meta({ description: 'As the `RateLimit` and `RateLimit-Policy` headers of every answer say' }),
    page: z
      .strictObject({
        default: count('Objects of one page when `limit` is left out', 50),
        largest: count('The largest `limit`', 500),
      })
      .meta({ description: 'Lists' }),
    bodyBytes: count('Bytes of a JSON body', 1_048_576),
    uploadBytes: count('Bytes of an uploaded file', 26_214_400),
    bulkItems: count('Changes in one bulk call', 200),
    idempotencyKeySeconds: count('How long an `Idempotency-Key` is remembered', 86_400),
    accessTokenSeconds: count('How long an access token lives', 300),
    reportRows: count('Rows of one report', 50_000),
    targetingLeaves: count('Leaves of one targeting tree', 800),
    targetingDepth: count('Depth of one targeting tree', 8),
  })
  .meta({ id: 'Limits' });
/** An object of `limitsView`. */
export type LimitsView = z.output<typeof limitsView>;
