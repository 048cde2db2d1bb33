import { queryOptions } from '@tanstack/react-query';
import {
  approveBooking,
  archiveBooking,
  cancelBooking,
  getBooking,
  pauseBooking,
  rejectBooking,
  reopenBooking,
  resumeBooking,
  submitBooking,
  unarchiveBooking,
} from '../../client/generated/sdk.gen.ts';
import { client, take, takeObject } from '../api/client.ts';

/** One booking, with its ETag. */
export function bookingQuery(id: number) {
  return queryOptions({
    queryKey: ['bookings', 'one', id],
    queryFn: () => takeObject(getBooking({ client, path: { id } })),
  });
}

const actionsOfBooking = {
  reject: rejectBooking,
  submit: submitBooking,
  approve: approveBooking,
  pause: pauseBooking,
  resume: resumeBooking,
  cancel: cancelBooking,
  archive: archiveBooking,
  unarchive: unarchiveBooking,
  reopen: reopenBooking,
} as const;

/** Does what a button says with a booking. */
export function actOnBooking(id: number, action: keyof typeof actionsOfBooking) {
  return take(actionsOfBooking[action]({ client, path: { id } }));
}
