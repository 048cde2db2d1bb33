import { z } from 'zod';
import { counters } from '../../core/pricing/billable-events.ts';
import { moneySchema } from '../common/common.ts';
import { calendarDay } from './report-table-fields.ts';

/** Query of `GET /api/v1/delivery/daily`. */
export const dailyDeliveryQuery = z.strictObject({
  from: calendarDay.meta({ description: 'First local day of the publication (inclusive)', example: '2026-11-01' }),
  to: calendarDay
    .optional()
    .meta({ description: 'End of the period as a local day of the publication (exclusive)', example: '2026-12-01' }),
});

/** A valid `dailyDeliveryQuery`. */
export type DailyDeliveryQuery = z.output<typeof dailyDeliveryQuery>;

const count = z.number().int();

/** Delivery by day. */
export const dailyDeliveryView = z
  .strictObject({
    asOf: z
      .string()
      .nullable()
      .meta({ description: 'All events up to this time are counted. Null before the first count.' }),
    days: z
      .array(
        z.strictObject({
          day: z.string().meta({ description: 'Local day of the publication', example: '2026-11-26' }),
          ...(Object.fromEntries(
            counters.map((counter) => [counter, count.meta({ description: `Counted ${counter}`, example: 1_204 })]),
          ) as Record<(typeof counters)[number], typeof count>),
          spend: z.array(moneySchema).meta({ description: 'Spend by currency' }),
        }),
      )
      .meta({ description: 'Days with deliveries, oldest first' }),
  })
  .meta({ id: 'DailyDelivery', description: 'Counted events and spend by day' });

/** An object of `dailyDeliveryView`. */
export type DailyDelivery = z.output<typeof dailyDeliveryView>;
