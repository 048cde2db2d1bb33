import { z } from 'zod';
import { defaultDebugKeySeconds, maxDebugKeySeconds } from '../../core/vocabulary/limits/delivery-limits.ts';
import { integerText } from '../common/common.ts';

/** Shortest lifetime of a debug key in seconds. A shorter key could expire before it is used. */
const minDebugKeySeconds = 60;

/** Query of `GET /debug-key`. */
export const debugKeyQuery = z.strictObject({
  lifeSeconds: integerText(minDebugKeySeconds, maxDebugKeySeconds)
    .default(defaultDebugKeySeconds)
    .meta({ description: 'Lifetime of the key in seconds', example: defaultDebugKeySeconds, integerText: true }),
});
/** A valid `debugKeyQuery`. */
export type DebugKeyQuery = z.output<typeof debugKeyQuery>;

/** A key that enables traces in ad responses. Source: wire-protocol 4. */
export const debugKeyView = z
  .strictObject({
    debugKey: z.string().meta({
      description: 'Value of the cookie `debugKey` for ad requests',
      example: 'MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    url: z.string().meta({
      description: 'URL that sets the cookie for the delivery address when it is opened in a browser',
      example: 'http://localhost:8081/debug?key=MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    expiresAt: z.string().meta({ description: 'Expiry of the key', example: '2026-11-21T10:00:00.000Z' }),
  })
  .meta({ id: 'DebugKey' });
/** An object of `debugKeyView`. */
export type DebugKeyView = z.output<typeof debugKeyView>;
