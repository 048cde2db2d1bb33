import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { forecastDelivery, previewShares } from '../../../client/generated/sdk.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { isTargetingComplete } from '../../targeting/targeting-model.ts';
import { type BookingValues, bookingBodyOf, hasInventory } from './booking-values.ts';
import { shareBodyOf } from './share-body.ts';

const shareDebounceMs = 350;
/** A forecast replays recorded requests and takes longer. */
const forecastDebounceMs = 700;
const staleMs = 60_000;

/** An edited booking. */
export type EditedBooking = { readonly values: BookingValues; readonly bookingId: number | null };

/** Shares of an edited booking and its competitors, updated after each change. */
export function useSharePreview({ values, bookingId }: EditedBooking) {
  const [settled] = useDebouncedValue(values, shareDebounceMs);
  const body = shareBodyOf(settled, bookingId);
  return useQuery({
    queryKey: ['shares', body],
    queryFn: () => dataOf(previewShares({ client, body })),
    enabled: hasInventory(settled),
    placeholderData: keepPreviousData,
  });
}

/** What a draft must have before its forecast. */
export type ForecastRequirement = 'inventory' | 'campaign' | 'targeting';

/** The first requirement of a forecast that an edited booking does not meet. */
export function unmetRequirement(values: BookingValues): ForecastRequirement | null {
  if (!hasInventory(values)) return 'inventory';
  if (values.campaignId === null) return 'campaign';
  return isTargetingComplete(values.targeting) ? null : 'targeting';
}

/** Forecast of an edited booking, updated after each change, as soon as the booking meets its requirements. */
export function useDraftForecast({ values, bookingId }: EditedBooking) {
  const [settled] = useDebouncedValue(values, forecastDebounceMs);
  const draft = draftOf({ values: settled, bookingId });
  return useQuery({
    queryKey: ['forecasts', draft],
    queryFn: () => dataOf(forecastDelivery({ client, body: { draft } })),
    enabled: unmetRequirement(settled) === null,
    placeholderData: keepPreviousData,
    staleTime: staleMs,
  });
}

/** The body of a simulation or forecast. The name has no effect on it, so a change of the name needs no new one. */
export function draftOf({ values, bookingId }: EditedBooking) {
  return { ...bookingBodyOf(values), name: t('booking.title.new'), bookingId };
}
