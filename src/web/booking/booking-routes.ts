/*
 * Bookings: the page, the editor, and the form of a new booking.
 *
 * - `booking-page.tsx`, `booking-facts.tsx`, `booked-content.tsx`, `booking-changes.tsx`: one booking.
 * - `edit-booking-page.tsx`, `new-booking-page.tsx`, `booking-editor.tsx`: the editor, made of `sections/`.
 * - `list/`, `bulk/`: the list of all bookings, with edits in the table and of many bookings. `template/`: templates.
 * - `missing-field-list.tsx`, `pending-files.tsx`, `prepared-changes.tsx`: missing fields, files that are not uploaded,
 *   values that a link prepared.
 * - `insight/`: shares, forecasts, delivery. `model/`: values and texts.
 */

import type { AnyRootRoute } from '@tanstack/react-router';
import { hasAnyScope } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** Routes of bookings. */
export function bookingRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/bookings', loadBookingListPage, 'BookingListPage'),
    pageRoute(
      root,
      '/bookings/new',
      () => import('./new-booking-page.tsx'),
      'NewBookingPage',
      hasAnyScope('bookings:write'),
    ),
    pageRoute(root, '/bookings/templates', () => import('./template/template-list-page.tsx'), 'TemplateListPage'),
    pageRoute(root, '/bookings/$id', loadBookingPage, 'BookingPage'),
    pageRoute(root, '/bookings/$id/edit', loadEditBookingPage, 'EditBookingPage', hasAnyScope('bookings:write')),
  ];
}

async function loadBookingListPage() {
  const { BookingListPage, prefetchBookingList } = await import('./list/booking-list-page.tsx');
  return { BookingListPage, prefetch: prefetchBookingList };
}

async function loadBookingPage() {
  const { BookingPage, prefetchBooking } = await import('./booking-page.tsx');
  return { BookingPage, prefetch: prefetchBooking };
}

async function loadEditBookingPage() {
  const { EditBookingPage, prefetchBookingEdit } = await import('./edit-booking-page.tsx');
  return { EditBookingPage, prefetch: prefetchBookingEdit };
}
