import type { AnyRootRoute } from '@tanstack/react-router';
import { pageRoute } from '../ui/page-routes.ts';

/** One booking: how it does, and its editor. */
export function bookingRoutes(root: AnyRootRoute) {
  return [
    pageRoute(root, '/bookings/new', () => import('./new-booking-page.tsx'), 'NewBookingPage'),
    pageRoute(root, '/bookings/$id', () => import('./booking-page.tsx'), 'BookingPage'),
    pageRoute(root, '/bookings/$id/edit', () => import('./edit-booking-page.tsx'), 'EditBookingPage'),
  ];
}
