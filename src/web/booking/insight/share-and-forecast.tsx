/*
 * Delivery of a booking: shares, forecasts, delivery issues and the funnel.
 *
 * - `share-panel.tsx`, `simulated-shares.tsx`, `simulation-panel.tsx`, `share-and-forecast.tsx`: shares of a draft.
 * - `draft-forecast-panel.tsx`, `draft-warnings.tsx`, `use-draft-warnings.ts`, `forecast-warnings.ts`,
 *   `use-draft-forecast.ts`: availability, forecast and warnings of a draft.
 * - `forecast-panel.tsx`, `forecast-figures.tsx`: forecasts. `delivery-chart.tsx`, `plan-per-day.ts`: delivered and
 *   planned impressions.
 * - `diagnosis-panel.tsx`, `delivery-issues.ts`, `remedy-button.tsx`: delivery issues and remedies.
 * - `funnel-panel.tsx`, `funnel-steps.ts`: from requests to impressions.
 */

import { lazy, Suspense } from 'react';
import { hasInventory } from '../model/booking-values.ts';
import { DraftForecastPanel } from './draft-forecast-panel.tsx';
import { SharePanel } from './share-panel.tsx';
import type { EditedBooking } from './use-draft-forecast.ts';

/** Loaded on demand: few users run simulations. */
const SimulationPanel = lazy(async () => ({ default: (await import('./simulation-panel.tsx')).SimulationPanel }));

/** Share, availability and forecast of an edited booking, computed at once, and a simulation on demand. */
export function ShareAndForecast({ zone, ...props }: EditedBooking & { readonly zone: string }) {
  return (
    <>
      <DraftForecastPanel {...props} zone={zone} />
      <SharePanel {...props} />
      {hasInventory(props.values) && (
        <Suspense fallback={null}>
          <SimulationPanel {...props} />
        </Suspense>
      )}
    </>
  );
}
