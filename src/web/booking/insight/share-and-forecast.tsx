/*
 * Delivery of a booking: forecasts, delivery issues and the funnel. Shares are in `../share`.
 *
 * - `share-and-forecast.tsx`: the panels next to the editor.
 * - `draft-forecast-panel.tsx`, `draft-warnings.tsx`, `use-draft-warnings.ts`, `forecast-warnings.ts`:
 *   availability, forecast and warnings of a draft.
 * - `forecast-accuracy.tsx`, `forecast-figures.tsx`: forecasts. `delivery-chart.tsx`, `plan-per-day.ts`: delivered and
 *   planned impressions.
 * - `diagnosis-panel.tsx`, `delivery-issues.ts`, `remedy-button.tsx`: delivery issues and remedies.
 * - `funnel-panel.tsx`, `funnel-steps.ts`: from requests to impressions.
 */

import { lazy, Suspense } from 'react';
import { hasInventory } from '../model/booking-values.ts';
import { type EditedBooking, unmetRequirement, useDraftForecast } from '../model/use-draft-forecast.ts';
import type { ShareComparison } from '../share/other-bookings.tsx';
import { SharePanel } from '../share/share-panel.tsx';
import { DraftForecastPanel } from './draft-forecast-panel.tsx';

/** Loaded on demand: few users run simulations. */
const SimulationPanel = lazy(async () => ({
  default: (await import('../share/simulation-panel.tsx')).SimulationPanel,
}));

type ShareAndForecastProps = EditedBooking & { readonly zone: string; readonly comparison: ShareComparison };

/** Share, availability and forecast of an edited booking, computed at once, and a simulation on demand. */
export function ShareAndForecast({ zone, comparison, ...props }: ShareAndForecastProps) {
  const { data, isError } = useDraftForecast(props);
  const isUnavailable = isError || unmetRequirement(props.values) !== null;
  return (
    <>
      <DraftForecastPanel {...props} zone={zone} />
      <SharePanel {...props} forecast={isUnavailable ? null : data} comparison={comparison} zone={zone} />
      {hasInventory(props.values) && (
        <Suspense fallback={null}>
          <SimulationPanel {...props} />
        </Suspense>
      )}
    </>
  );
}
