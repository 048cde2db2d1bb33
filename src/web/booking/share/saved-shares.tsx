import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { bookingForecastQuery } from '../model/booking-queries.ts';
import { bookingValuesOf } from '../model/booking-values.ts';
import { SharePanel } from './share-panel.tsx';

/** The share of a saved booking. A booking that does not deliver is compared with the current shares. */
export function SavedShares({
  booking,
  label,
}: {
  readonly booking: Booking;
  /** Name of the region, on a page with several. Default: the title. */
  readonly label?: string;
}) {
  const values = useMemo(() => bookingValuesOf(booking), [booking]);
  const { data, isError } = useQuery(bookingForecastQuery(booking));
  return (
    <SharePanel
      values={values}
      bookingId={booking.id}
      forecast={isError ? null : data}
      comparison={booking.status === 'running' ? 'none' : 'booking'}
      zone={booking.timeZones[0]}
      label={label}
    />
  );
}
