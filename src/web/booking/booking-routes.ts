import type { AnyRootRoute } from '@tanstack/react-router';
import { mayAny } from '../api/person.ts';
import { pageRoute } from '../ui/page/page-routes.tsx';

/** One booking: how it does, and its editor. */
export function bookingRoutes(root: AnyRootRoute) {
  return [
    pageRoute(
      root,
      '/bookings/new',
      () => import('./new-booking-page.tsx'),
      'NewBookingPage',
      mayAny('bookings:write'),
    ),
    pageRoute(root, '/bookings/$id', () => import('./booking-page.tsx'), 'BookingPage'),
    pageRoute(
      root,
      '/bookings/$id/edit',
      () => import('./edit-booking-page.tsx'),
      'EditBookingPage',
      mayAny('bookings:write'),
    ),
  ];
}
