import { listBookings } from '../../../client/generated/sdk.gen.ts';
import type { Booking, BookingPatch, BulkBody, BulkItem, BulkResult } from '../../../client/generated/types.gen.ts';
import { client, dataOf } from '../../api/client.ts';
import { t } from '../../i18n/t.ts';
import { runBulk, succeededIds } from '../../ui/action/bulk-results.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { notifyProblem, notifySuccess } from '../../ui/notice/notify.ts';
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
      return { before, result: await runBulk(send, before.map(changingItem(change)), { dryRun: true }) };
    },
    onDone: onPreview,
  });
  const undo = useChange({
    nouns,
    change: (changed: readonly Changed[]) => runBulk(send, changed.map(restoringItem(change)), { dryRun: false }),
    onDone: ({ failed }) => {
      if (failed === 0) notifySuccess(t('booking.notice.undone'));
      else notifyProblem(new Error(t('booking.error.notRestored', { count: failed })));
    },
  });
  const apply = useChange({
    nouns,
    change: ({ before }: BulkEditPreview) => runBulk(send, before.map(changingItem(change)), { dryRun: false }),
    onDone: ({ results }, { before }) => {
      const changed = before.flatMap((booking, index) => {
        const etag = results[index]?.etag;
        return etag === undefined ? [] : [{ before: booking, etag }];
      });
      notifyWithUndo(t('booking.notice.bulkEdited', { count: changed.length }), () => undo.mutate(changed));
      onDone();
    },
  });
  return { attempt, apply };
}

/** A changed booking: its values before the change, and the version that the change stored. */
type Changed = { readonly before: Booking; readonly etag: string };

function changingItem(change: BookingPatch): (booking: Booking) => BulkItem {
  return ({ id }) => ({ id, patch: { ...change }, ifMatch: '*' });
}

/** The previous values of the changed fields. Refused if another user has changed the booking since. */
function restoringItem(change: BookingPatch): (changed: Changed) => BulkItem {
  return ({ before, etag }) => ({
    id: before.id,
    patch: Object.fromEntries(Object.keys(change).map((name) => [name, before[name as keyof Booking]])),
    ifMatch: etag,
  });
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
