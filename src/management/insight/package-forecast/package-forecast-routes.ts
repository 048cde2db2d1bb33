import type { FastifyInstance } from 'fastify';
import {
  type PackageForecastQuery,
  packageForecastQuery,
  packageForecastView,
} from '../../../contract/selling/package-forecast.ts';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { microsFromDecimal } from '../../../core/vocabulary/money.ts';
import { percentOf } from '../../../core/vocabulary/percent.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { idOfPath, idParams } from '../../api/resource/register-resource.ts';
import { requireObject } from '../../api/resource/require-object.ts';
import { packageForecasts } from './kept-forecasts.ts';

const scope = 'inventory:read';

/** Registers `/product-packages/{id}/forecast`. Source: docs/decisions/0251-package-forecasts.md. */
export function registerPackageForecastRoutes(app: FastifyInstance, services: ManagementServices): void {
  const { database, nowMs = Date.now } = services;
  const forecasts = packageForecasts(services);
  app.get('/product-packages/:id/forecast', {
    config: { scope },
    schema: operationSchema({
      tag: 'Selling',
      operationId: 'getProductPackageForecast',
      summary: 'Forecast a product package',
      description:
        'Expected impressions of one booking of the package from the current hour on, with a 95 % interval, as buyer agents see them. It is based on the ad requests of the last six weeks and on the approved and held bookings. Cached for up to ten minutes.',
      scope,
      params: idParams('product package'),
      querystring: packageForecastQuery,
      answers: 'reading',
      view: packageForecastView,
    }),
    async handler(request) {
      const { days } = request.query as PackageForecastQuery;
      const reference = { table: 'productPackage', id: idOfPath(request.params), noun: 'product-packages' } as const;
      const { bookingTemplateId, deliveryType, pricingOptions } = await requireObject({ services, request }, reference);
      const { settings } = await database
        .selectFrom('bookingTemplate')
        .select('bookingTemplate.settings')
        .where('bookingTemplate.id', '=', bookingTemplateId)
        .executeTakeFirstOrThrow();
      const flight = flightFrom(nowMs(), days);
      const [option] = pricingOptions;
      const price =
        option === undefined
          ? null
          : {
              model: option.model,
              micros: microsFromDecimal(option.rate.amount) ?? 0,
              currency: option.rate.currency,
            };
      const [kept] = await forecasts.read([{ settings, deliveryType, price }], flight);
      if (!kept) throw new Error('the forecast of the package failed');
      const { impressions, gap, share, positionCount, recordedDays } = kept.result;
      return packageForecastView.parse({
        from: new Date(flight.fromMs).toISOString(),
        to: new Date(flight.toMs).toISOString(),
        impressions,
        sharePercent: impressions === null ? null : percentOf(share),
        positionCount,
        recordedDays,
        gap,
      });
    },
  });
}

/** Returns the flight of the next days from the current hour, so that forecasts within an hour can be kept. */
export function flightFrom(nowMs: number, days: number) {
  const fromMs = Math.floor(nowMs / hourMs) * hourMs;
  return { fromMs, toMs: fromMs + days * dayMs };
}
