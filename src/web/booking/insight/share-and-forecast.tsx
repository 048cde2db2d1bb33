/*
 * What the interface says about the delivery of a booking.
 *
 * - `share-panel.tsx`, `simulated-shares.tsx`, `simulation-panel.tsx`, `share-and-forecast.tsx`: shares of a draft.
 * - `forecast-panel.tsx`, `forecast-figures.tsx`: forecasts. `delivery-chart.tsx`, `plan-per-day.ts`: delivered and
 *   planned.
 * - `diagnosis-panel.tsx`, `delivery-issues.ts`, `remedy-button.tsx`: why it delivers little, and what to do.
 * - `funnel-panel.tsx`, `funnel-steps.ts`: from requests to impressions.
 */

import { lazy, Suspense } from 'react';
import type { BookingValues } from '../model/booking-values.ts';
import { SharePanel } from './share-panel.tsx';

/** It is asked for by few, and by a button. */
const ForesightPanel = lazy(async () => ({ default: (await import('./simulation-panel.tsx')).SimulationPanel }));

/** Beside a booking that is being written: its share by the rule at once, and by recorded requests when it is asked for. */
export function ShareAndForecast(props: { readonly values: BookingValues; readonly bookingId: number | null }) {
  const { positionIds, locationIds, publicationIds, publisherIds } = props.values;
  const hasPlace = [positionIds, locationIds, publicationIds, publisherIds].some((ids) => ids.length > 0);
  return (
    <>
      <SharePanel {...props} />
      {hasPlace && (
        <Suspense fallback={null}>
          <ForesightPanel {...props} />
        </Suspense>
      )}
    </>
  );
}
