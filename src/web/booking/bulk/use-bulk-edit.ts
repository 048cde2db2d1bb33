import { useQueryClient } from '@tanstack/react-query';
import type { BookingPatch, BulkBody, BulkItem, BulkResult } from '../../../client/generated/types.gen.ts';
import { mergePatchOf } from '../../api/merge-patch.ts';
import { t } from '../../i18n/t.ts';
import { reasonOfProblem, runBulk } from '../../ui/action/bulk-results.ts';
import { useChange } from '../../ui/action/use-change.ts';
import { notifyProblem, notifySuccess } from '../../ui/notice/notify.ts';
import { notifyWithUndo } from '../../ui/notice/notify-with-undo.tsx';
import { bookingValuesOf } from '../model/booking-values.ts';
import { type PlannedChange, plannedChange } from './bulk-change.ts';
import { addedCreatives, type BulkDraft } from './bulk-draft.ts';
import { readBookings, readBulkFacts } from './read-bulk-facts.ts';

export type SendBulk = (body: BulkBody) => Promise<BulkResult>;

/** The planned change of one booking, and why the server refused it in the dry run. null: accepted, or not sent. */
export type PreviewedChange = PlannedChange & { readonly problem: string | null };

const nouns = ['bookings', 'campaigns'];

/**
 * The dry run and the change of many bookings, with one undo for all. Every change and every undo names the version that it
 * was computed from, so that a booking which another user changes meanwhile stays as it is.
 */
export function useBulkEdit(options: {
  readonly ids: readonly number[];
  readonly send: SendBulk;
  readonly draft: BulkDraft;
  /** Of the times in the draft. */
  readonly timeZone: string;
  readonly onPreview: (preview: readonly PreviewedChange[]) => void;
  readonly onDone: () => void;
}) {
  const { ids, send, draft, timeZone, onPreview, onDone } = options;
  const queries = useQueryClient();
  const attempt = useChange({
    nouns: [],
    change: async () => {
      const bookings = await readBookings(ids);
      const facts = await readBulkFacts(queries, bookings, addedCreatives(draft));
      return await previewOf(
        send,
        bookings.map((booking) => plannedChange(booking, draft, { facts, timeZone })),
      );
    },
    onDone: onPreview,
  });
  const undo = useChange({
    nouns,
    change: (changed: readonly Changed[]) => runBulk(send, changed.map(restoringItem), { dryRun: false }),
    onDone: ({ failed }) => {
      if (failed === 0) notifySuccess(t('booking.notice.undone'));
      else notifyProblem(new Error(t('booking.error.notRestored', { count: failed })));
    },
  });
  const apply = useChange({
    nouns,
    change: (preview: readonly PreviewedChange[]) =>
      runBulk(send, changeableOf(preview).map(changingItem), { dryRun: false }),
    onDone: ({ results, failed }, preview) => {
      const changed = changeableOf(preview).flatMap((planned, index) => {
        const etag = results[index]?.etag;
        return etag === undefined ? [] : [{ planned, etag }];
      });
      if (changed.length > 0) {
        notifyWithUndo(t('booking.notice.bulkEdited', { count: changed.length }), () => undo.mutate(changed));
      }
      if (failed > 0) notifyProblem(new Error(t('bulkEdit.error.notChanged', { count: failed })));
      onDone();
    },
  });
  return { attempt, apply };
}

/** The bookings that a preview would change. */
export function changeableOf(preview: readonly PreviewedChange[]): readonly PreviewedChange[] {
  return preview.filter(({ values, problem }) => problem === null && Object.keys(values).length > 0);
}

/** A changed booking: its values before and after the change, and the version that the change stored. */
type Changed = { readonly planned: PlannedChange; readonly etag: string };

async function previewOf(send: SendBulk, planned: readonly PlannedChange[]): Promise<readonly PreviewedChange[]> {
  const sent = planned.filter(({ values }) => Object.keys(values).length > 0);
  const { results } = await runBulk(send, sent.map(changingItem), { dryRun: true });
  const problems = new Map(sent.map(({ booking: { id } }, index) => [id, results[index]?.problem]));
  return planned.map((change) => {
    const problem = problems.get(change.booking.id);
    return { ...change, problem: problem === undefined ? null : reasonOfProblem(problem) };
  });
}

function changingItem({ booking, values }: PlannedChange): BulkItem {
  const { id, version } = booking;
  // The server compares only the version of an ETag.
  return { id, patch: patchOf(bookingValuesOf(booking), values), ifMatch: `"${version}"` };
}

/** The previous values of the changed fields. */
function restoringItem({ planned: { booking, values }, etag }: Changed): BulkItem {
  const before = bookingValuesOf(booking);
  const names = Object.keys(values) as (keyof typeof values)[];
  const previous = Object.fromEntries(names.map((name) => [name, before[name]]));
  return { id: booking.id, patch: patchOf(values, previous), ifMatch: etag };
}

function patchOf(from: Readonly<Record<string, unknown>>, to: Readonly<Record<string, unknown>>): BookingPatch {
  return mergePatchOf(from, to) as BookingPatch;
}
