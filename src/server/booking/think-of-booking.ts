import type { Kysely, Transaction } from 'kysely';
import type { BookingBody } from '../../contract/booking.ts';
import type { BookingRow, CreativeRow } from '../../core/snapshot/snapshot-rows.ts';
import type { Database } from '../db/schema.ts';
import type { Call } from '../http/answer-once.ts';
import { callerOf } from '../http/authenticate-call.ts';
import { invalidField } from '../http/problem.ts';
import { readRow } from '../http/resource.ts';
import { readSnapshotBookings } from '../revision/snapshot-bookings.ts';
import { readSnapshotCreatives } from '../revision/snapshot-creatives.ts';
import { bookingColumns, replaceAds } from './booking-rules.ts';
import type { StoredBooking } from './read-booking-facts.ts';
import { adsOfBody } from './sponsored-rules.ts';

/** A booking that nobody has saved, as delivery would see it. */
export type ThoughtBookingRows = {
  readonly row: BookingRow;
  /** Those of its creatives that may be shown. */
  readonly creatives: readonly CreativeRow[];
  /** True: it delivers now, by its lifecycle. */
  readonly wasApproved: boolean;
};

/**
 * What would stand in a snapshot if a booking were saved, by the way that a save takes: the same rules and problems, in a
 * transaction that is taken back. It raises no revision and writes nothing down.
 * @param bookingId which saved one it would replace; null: a new one
 * @throws the `Problem` that saving it would
 */
export async function thinkOfBooking(
  { services, request }: Pick<Call, 'services' | 'request'>,
  body: BookingBody,
  bookingId: number | null,
): Promise<ThoughtBookingRows> {
  const caller = callerOf(request);
  const transaction = await services.database.startTransaction().execute();
  try {
    const current =
      bookingId === null
        ? null
        : ((await readRow(transaction, { table: 'booking', id: bookingId, reach: caller.reach })) ?? null);
    if (bookingId !== null && current === null) {
      throw invalidField('/bookingId', 'reference_not_found', `there is no booking ${bookingId}`);
    }
    const columns = await bookingColumns(body, {
      transaction,
      caller,
      requestId: request.id,
      services,
      current,
      also: [],
    });
    const { id } =
      current === null
        ? await transaction.insertInto('booking').values(columns).returning('booking.id').executeTakeFirstOrThrow()
        : current;
    if (current !== null) {
      const columnsNow = { ...columns, archivedAt: null };
      await transaction.updateTable('booking').set(columnsNow).where('booking.id', '=', id).execute();
    }
    await replaceAds(transaction, id, await adsOfBody(transaction, body));
    const rows = await readRows(transaction, id);
    if (rows === null) throw new Error(`booking ${id} was thought of and is not there`);
    return { ...rows, wasApproved: current?.lifecycle === 'approved' };
  } finally {
    await transaction.rollback().execute();
  }
}

/** A saved booking in the same form; null: it is archived. */
export function readSavedBooking(
  database: Kysely<Database>,
  { id, lifecycle }: StoredBooking,
): Promise<ThoughtBookingRows | null> {
  return database.transaction().execute(async (transaction) => {
    const rows = await readRows(transaction, id);
    return rows === null ? null : { ...rows, wasApproved: lifecycle === 'approved' };
  });
}

async function readRows(
  transaction: Transaction<Database>,
  id: number,
): Promise<Omit<ThoughtBookingRows, 'wasApproved'> | null> {
  const [row] = await readSnapshotBookings(transaction, { ids: [id] });
  if (row === undefined) return null;
  const ids = row.ads.map(({ creativeId }) => creativeId);
  return { row, creatives: await readSnapshotCreatives(transaction, { ids }) };
}
