import type { Kysely, Transaction } from 'kysely';
import type { BookingBody } from '../../../contract/booking/booking.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { BookingRow, CreativeRow } from '../../../core/snapshot/snapshot-rows.ts';
import { readSnapshotBookings } from '../../../exchange/rows/snapshot-bookings.ts';
import { readSnapshotCreatives } from '../../../exchange/rows/snapshot-creatives.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { dryRun, type RecordCall } from '../../records/change.ts';
import { nounOf } from '../../records/detail-message.ts';
import { invalidField } from '../../records/domain-error.ts';
import { readRow } from '../../records/resource.ts';
import { changeRecord, createRecord, type RecordChange } from '../../records/save-record.ts';
import type { BookingResource } from './booking.ts';
import { bookingColumns } from './booking-rules.ts';
import type { StoredBooking } from './read-booking-facts.ts';

/** A booking as a snapshot would contain it. */
export type BookingPreview = {
  readonly row: BookingRow;
  /** Its approved creatives. */
  readonly creatives: readonly CreativeRow[];
  /** Whether it is currently approved. */
  readonly wasApproved: boolean;
};

/**
 * Returns the booking as a snapshot would contain it after a save. Runs the save as a dry run with the same rules and
 * errors.
 * @param bookingId the stored booking that it would replace; null: a new one
 * @throws DomainError that the save would throw
 */
export function previewBooking(
  call: RecordCall,
  resource: BookingResource,
  body: BookingBody,
  bookingId: number | null,
): Promise<BookingPreview> {
  return dryRun(call, async (change) => {
    const { transaction, caller } = change;
    if (bookingId === null) {
      const { view } = await createRecord(change, resource, body);
      return { ...(await requireRows(transaction, view.id)), wasApproved: false };
    }
    const current = await readRow(transaction, { table: 'booking', id: bookingId, reach: caller.reach });
    if (current === undefined) {
      throw invalidField(
        '/bookingId',
        'reference_not_found',
        fieldMessage('objectNotFound', { object: nounOf('bookings'), id: bookingId }),
      );
    }
    const replace: RecordChange<'booking'> = {
      id: bookingId,
      action: 'update',
      version: 'optional',
      change: async (write) => ({
        columns: { ...(await bookingColumns(body, write)), archivedAt: null },
        after: async (row) => resource.afterWrite?.(row, body, write),
      }),
    };
    await changeRecord(change, resource, replace, null);
    return { ...(await requireRows(transaction, bookingId)), wasApproved: current.lifecycle === 'approved' };
  });
}

async function requireRows(transaction: Transaction<Database>, id: number) {
  const rows = await readRows(transaction, id);
  if (rows === null) throw new Error(`booking ${id} was saved in a dry run but is missing in the snapshot rows`);
  return rows;
}

/** Returns a saved booking in the same form. null if it is archived. */
export function readSavedBooking(
  database: Kysely<Database>,
  { id, lifecycle }: StoredBooking,
): Promise<BookingPreview | null> {
  return database.transaction().execute(async (transaction) => {
    const rows = await readRows(transaction, id);
    return rows === null ? null : { ...rows, wasApproved: lifecycle === 'approved' };
  });
}

async function readRows(
  transaction: Transaction<Database>,
  id: number,
): Promise<Omit<BookingPreview, 'wasApproved'> | null> {
  const [row] = await readSnapshotBookings(transaction, { ids: [id] });
  if (row === undefined) return null;
  const ids = row.ads.map(({ creativeId }) => creativeId);
  return { row, creatives: await readSnapshotCreatives(transaction, { ids }) };
}
