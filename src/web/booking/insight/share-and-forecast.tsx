/*
 * Delivery of a booking: shares, forecasts, delivery issues and the funnel.
 *
 * - `share-panel.tsx`, `simulated-shares.tsx`, `simulation-panel.tsx`, `share-and-forecast.tsx`: shares of a draft.
 * - `forecast-panel.tsx`, `forecast-figures.tsx`: forecasts. `delivery-chart.tsx`, `plan-per-day.ts`: delivered and
 *   planned impressions.
 * - `diagnosis-panel.tsx`, `delivery-issues.ts`, `remedy-button.tsx`: delivery issues and remedies.
 * - `funnel-panel.tsx`, `funnel-steps.ts`: from requests to impressions.
 */

import { lazy, Suspense } from 'react';
import type { BookingValues } from '../model/booking-values.ts';
import { SharePanel } from './share-panel.tsx';

/** Loaded on demand: few users run simulations. */
const SimulationPanel = lazy(async () => ({ default: (await import('./simulation-panel.tsx')).SimulationPanel }));

/** Share of an edited booking, computed at once, and a simulation with recorded requests on demand. */
export function ShareAndForecast(props: { readonly values: BookingValues; readonly bookingId: number | null }) {
  const { positionIds, locationIds, publicationIds, publisherIds } = props.values;
  const hasInventory = [positionIds, locationIds, publicationIds, publisherIds].some((ids) => ids.length > 0);
  return (
    <>
      <SharePanel {...props} />
      {hasInventory && (
        <Suspense fallback={null}>
          <SimulationPanel {...props} />
        </Suspense>
      )}
    </>
  );
}
