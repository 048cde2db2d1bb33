import { z } from 'zod';
import { fieldMessage } from '../common/field-message.ts';

/** Days of a forecast without an end. */
export const forecastDays = 30;
/** Most days of a forecast. */
const maxForecastDays = 92;

/** Reasons why there is no forecast of a package. */
export const forecastGaps = ['NO_POSITIONS', 'TOO_FEW_DAYS', 'NO_AVAILABILITY', 'TARGETING', 'CAPS', 'LOOP'] as const;
export type ForecastGap = (typeof forecastGaps)[number];

/** Query of `GET /product-packages/{id}/forecast`. */
export const packageForecastQuery = z.strictObject({
  days: z.coerce
    .number({ error: fieldMessage('integerRange', { min: 1, max: maxForecastDays }) })
    .int({ error: fieldMessage('integerRange', { min: 1, max: maxForecastDays }) })
    .min(1, { error: fieldMessage('integerRange', { min: 1, max: maxForecastDays }) })
    .max(maxForecastDays, { error: fieldMessage('integerRange', { min: 1, max: maxForecastDays }) })
    .default(forecastDays)
    .meta({ description: 'Length of the forecast period in days from now', example: forecastDays }),
});
export type PackageForecastQuery = z.output<typeof packageForecastQuery>;

const instant = (description: string) => z.string().meta({ description, example: '2026-12-01T00:00:00.000Z' });
const count = (description: string) => z.number().meta({ description, example: 124_000 });

/** Expected delivery of a package. Source: docs/decisions/0251-package-forecasts.md. */
export const packageForecastView = z
  .strictObject({
    from: instant('Start of the forecast period'),
    to: instant('End of the forecast period (exclusive)'),
    impressions: z
      .strictObject({
        expected: count('Expected impressions'),
        low: count('Lower bound of the 95 % interval'),
        high: count('Upper bound of the 95 % interval'),
      })
      .nullable()
      .meta({
        description:
          'Impressions that one booking of the package would get in the period next to the approved and held bookings, without a limit by its budget. Null if there is no forecast.',
      }),
    sharePercent: z.number().nullable().meta({
      description: 'Percentage of the ad requests of the positions that the booking would win. Null: no forecast.',
      example: 23.5,
    }),
    positionCount: z.number().meta({ description: 'Number of positions of the package', example: 3 }),
    recordedDays: z.number().meta({
      description: 'Number of days with recorded ad requests on which the forecast is based',
      example: 42,
    }),
    gap: z.enum(forecastGaps).nullable().meta({
      description:
        'Why there is no forecast. `NO_POSITIONS`: no position fits the template. `TOO_FEW_DAYS`: fewer than 7 days of ad requests are recorded. `NO_AVAILABILITY`: no ad requests are left. `TARGETING`, `CAPS`, `LOOP`: the template has targeting that depends on the request, caps, or screens with a loop, which the forecast does not include. Null: there is a forecast.',
      example: null,
    }),
  })
  .meta({ id: 'ProductPackageForecast' });
/** An object of `packageForecastView`. */
export type PackageForecast = z.output<typeof packageForecastView>;
