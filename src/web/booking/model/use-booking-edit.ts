import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { getBooking, updateBooking } from '../../../client/generated/sdk.gen.ts';
import type { Booking, BookingPatch } from '../../../client/generated/types.gen.ts';
import { PlacardProblem } from '../../../client/placard-problem.ts';
import { client, dataOf, objectWithEtag, problemOfError } from '../../api/client.ts';
import { conflictsOf } from '../../api/field-conflicts.ts';
import { invalidateResources } from '../../api/invalidate-resources.ts';
import { t } from '../../i18n/t.ts';
import { notifyProblem, notifySuccess } from '../../ui/notice/notify.ts';
import { notifyWithUndo } from '../../ui/notice/notify-with-undo.tsx';

/** A change of one field: its label, the change and the change that restores the previous value, as merge patches. */
type BookingEdit = { readonly field: string; readonly change: BookingPatch; readonly undo: BookingPatch };

/** Saves a change of a booking. null: the user may not edit bookings. */
export type EditBooking = ((booking: Booking, edit: BookingEdit) => Promise<void>) | null;

const attempts = 3;

/** Returns a function that saves a change made in the list, and offers to undo it. */
export function useBookingEdit() {
  const queries = useQueryClient();
  return useCallback(
    async (booking: Booking, { field, change, undo }: BookingEdit): Promise<void> => {
      const refresh = () => invalidateResources(queries, ['bookings', 'campaigns']);
      const restore = (saved: Booking) =>
        save(saved, undo, field)
          .then(() => notifySuccess(t('booking.notice.undone')), notifyProblem)
          .then(refresh);
      try {
        const saved = await save(booking, change, field);
        notifyWithUndo(t('booking.notice.changed', { name: booking.name, field }), () => void restore(saved));
      } catch (error) {
        notifyProblem(error);
      }
      await refresh();
    },
    [queries],
  );
}

/** Saves a change of a booking as the list shows it. Fails if another user has changed the same field since. */
async function save(shown: Booking, change: BookingPatch, field: string): Promise<Booking> {
  const path = { id: shown.id };
  for (let attempt = 1; ; attempt += 1) {
    const { object, etag } = await objectWithEtag(getBooking({ client, path }));
    if (conflictsOf(change, shown, object).length > 0) throw changedByOther(shown.name, field);
    try {
      return await dataOf(updateBooking({ client, path, headers: { 'If-Match': etag }, body: change }));
    } catch (error) {
      if (problemOfError(error).code !== 'stale_version' || attempt === attempts) throw error;
    }
  }
}

function changedByOther(name: string, field: string): PlacardProblem {
  return new PlacardProblem({
    type: 'about:blank',
    status: 412,
    instance: '',
    code: 'stale_version',
    title: t('booking.error.changedTitle'),
    detail: t('booking.error.changedMeanwhile', { name, field }),
  });
}
