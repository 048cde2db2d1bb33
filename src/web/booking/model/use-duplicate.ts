import { useNavigate } from '@tanstack/react-router';
import { createBooking } from '../../../client/generated/sdk.gen.ts';
import type { Booking } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { bookingBodyOf, bookingValuesOf } from './booking-values.ts';

const maxNameLength = 255;

/** Creates a draft with all settings and creatives of a booking, and opens it in the editor with its name selected. */
export function useDuplicate() {
  const navigate = useNavigate();
  return useChange({
    nouns: ['bookings', 'campaigns'],
    change: (booking: Booking) =>
      dataOf(
        createBooking({ client, body: duplicateOf(booking, t('booking.format.copyName', { name: booking.name })) }),
      ),
    done: ({ name }) => t('booking.notice.duplicated', { name }),
    onDone: ({ id }) => void navigate({ to: `/bookings/${id}/edit`, search: { field: 'name' } }),
  });
}

/** The body of the copy. External IDs are unique, so the copy has none. */
export function duplicateOf(booking: Booking, name: string) {
  return bookingBodyOf({ ...bookingValuesOf(booking), name: name.slice(0, maxNameLength) });
}
