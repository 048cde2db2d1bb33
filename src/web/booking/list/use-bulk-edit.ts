import { listBookings } from '../../../client/generated/sdk.gen.ts';
import type { Booking, BookingPatch, BulkBody, BulkResult } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { runBulk, succeededIds } from '../../ui/action/bulk-results.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { notifyWithUndo } from '../../ui/notice/notify-with-undo.tsx';

export type SendBulk = (body: BulkBody) => Promise<BulkResult>;
/** The result of a dry run, and the bookings before the change. */
export type BulkEditPreview = { readonly before: readonly Booking[]; readonly result: BulkResult };

/** The most ids of one list call. */
const idsPerCall = 100;
const nouns = ['bookings', 'campaigns'];

/** The dry run and the change of many bookings, with one undo for all. */
export function useBulkEdit(options: {
  readonly ids: readonly number[];
  readonly send: SendBulk;
  readonly change: BookingPatch;
  readonly onPreview: (preview: BulkEditPreview) => void;
  readonly onDone: () => void;
}) {
  const { ids, send, change, onPreview, onDone } = options;
  const attempt = useChange({
    nouns: [],
    change: async () => {
      const before = await bookingsOf(ids);
      return {
        change,
        before,
        result: await runBulk(
          send,
          patchesOf(before, () => change),
          { dryRun: true },
        ),
      };
    },
    onDone: onPreview,
  });
  const undo = useChange({
    nouns,
    change: (before: readonly Booking[]) =>
      runBulk(
        send,
        patchesOf(before, (booking) => previousOf(booking, change)),
        { dryRun: false },
      ),
    done: t('booking.notice.undone'),
  });
  const apply = useChange({
    nouns,
    change: ({ before }: BulkEditPreview) =>
      runBulk(
        send,
        patchesOf(before, () => change),
        { dryRun: false },
      ),
    onDone: (result, { before }) => {
      const changed = succeeded(before, result);
      notifyWithUndo(t('booking.notice.bulkEdited', { count: changed.length }), () => undo.mutate(changed));
      onDone();
    },
  });
  return { attempt, apply };
}

/** The change that restores the fields of another change. */
function previousOf(booking: Booking, change: BookingPatch): BookingPatch {
  return Object.fromEntries(Object.keys(change).map((name) => [name, booking[name as keyof Booking]]));
}

function patchesOf(bookings: readonly Booking[], changeFor: (booking: Booking) => BookingPatch): BulkBody['items'] {
  return bookings.map((booking) => ({ id: booking.id, patch: { ...changeFor(booking) }, ifMatch: '*' }));
}

/** The bookings whose items of a bulk call have no problem. */
export function succeeded(bookings: readonly Booking[], result: BulkResult): readonly Booking[] {
  const done = new Set(
    succeededIds(
      result,
      bookings.map(({ id }) => id),
    ),
  );
  return bookings.filter(({ id }) => done.has(id));
}

async function bookingsOf(ids: readonly number[]): Promise<readonly Booking[]> {
  const found: Booking[] = [];
  for (let start = 0; start < ids.length; start += idsPerCall) {
    const id = ids.slice(start, start + idsPerCall);
    found.push(...(await dataOf(listBookings({ client, query: { id, limit: id.length } }))));
  }
  return found;
}
