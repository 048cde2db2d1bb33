import { z } from 'zod';
import { counters } from '../../core/pricing/billable-events.ts';

const day = z.strictObject({
  day: z.string().meta({ description: 'Local day of the publication', example: '2026-11-26' }),
  ...Object.fromEntries(
    counters.map((counter) => [
      counter,
      z
        .number()
        .int()
        .meta({ description: `Counted ${counter}`, example: 1_204 }),
    ]),
  ),
});

/** Counted events of the most recent days. */
export const liveDeliveryView = z
  .strictObject({
    asOf: z
      .string()
      .nullable()
      .meta({ description: 'All events up to this time are counted. Null before the first count.' }),
    days: z.array(day).meta({ description: 'The most recent local days with deliveries, oldest first' }),
  })
  .meta({ id: 'LiveDelivery', description: 'Counted events of the most recent days' });

/** An object of `liveDeliveryView`. */
export type LiveDelivery = {
  readonly asOf: string | null;
  readonly days: readonly ({ readonly day: string } & Readonly<Record<(typeof counters)[number], number>>)[];
};
