import { z } from 'zod';
import { defaultDebugKeySeconds, maxDebugKeySeconds } from '../../core/words/limits.ts';
import { integerText } from '../common/common.ts';

/** A key that lives for less would be over before it is used. */
const minDebugKeySeconds = 60;

/** The query of `GET /debug-key`. */
export const debugKeyQuery = z.strictObject({
  lifeSeconds: integerText(minDebugKeySeconds, maxDebugKeySeconds)
    .default(defaultDebugKeySeconds)
    .meta({ description: 'How long the key works', example: defaultDebugKeySeconds, integerText: true }),
});
/** A valid `debugKeyQuery`. */
export type DebugKeyQuery = z.output<typeof debugKeyQuery>;

/** What lets its holder see why ads were chosen. Source: wire-protocol 4. */
export const debugKeyView = z
  .strictObject({
    debugKey: z.string().meta({
      description: 'Value of the cookie `debugKey`, which ad requests are to have',
      example: 'MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    url: z.string().meta({
      description: 'Opened in a browser it sets that cookie for the delivery address',
      example: 'http://localhost:8081/debug?key=MTc5NQ.2fX8q0mJ1uVwKc3nZrT5YQ',
    }),
    expiresAt: z.string().meta({ description: 'Until when', example: '2026-11-21T10:00:00.000Z' }),
  })
  .meta({ id: 'DebugKey' });
/** An object of `debugKeyView`. */
export type DebugKeyView = z.output<typeof debugKeyView>;
