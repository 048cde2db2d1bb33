import { type DuplicateCampaignBody, maxDuplicatedBookings } from '../../../contract/booking/actions/duplicate.ts';
import type { BookingView } from '../../../contract/booking/booking.ts';
import type { CampaignView } from '../../../contract/booking/campaign.ts';
import { fieldMessage } from '../../../contract/common/field-message.ts';
import type { TransactionChange } from '../../records/change.ts';
import { invalidField } from '../../records/domain-error.ts';
import { parseBody } from '../../records/field-errors.ts';
import { presentRecord, writableOf } from '../../records/present-record.ts';
import { recordChanges } from '../../records/record-changes.ts';
import { requireScope } from '../../records/require-scope.ts';
import { type ChangeRecord, type Row, readRow } from '../../records/resource.ts';
import { createRecord, type SavedRecord } from '../../records/save-record.ts';
import { visibleRows } from '../../records/visible-rows.ts';
import type { BookingResource } from '../booking/booking.ts';
import type { CampaignResource } from '../campaign/campaign.ts';
import { copyOfBooking, nameOfCopy } from './copy-booking.ts';
import { readArchivedParts } from './read-archived.ts';

type Resources = { readonly campaigns: CampaignResource; readonly bookings: BookingResource };

/**
 * Creates a campaign with the terms of another one and duplicates of its bookings, all as drafts, in one revision.
 * @throws DomainError if a rule of a campaign or booking refuses a duplicate
 */
export async function duplicateCampaign(
  given: TransactionChange,
  { campaigns, bookings }: Resources,
  original: Row<'campaign'>,
  body: DuplicateCampaignBody,
): Promise<SavedRecord<CampaignView>> {
  const later: ChangeRecord[] = [];
  const change: TransactionChange = { ...given, later };
  const { transaction, caller } = change;
  const by = { database: transaction, caller };
  const view = await presentRecord(campaigns, original, by);
  const copied = await readBookings(change, bookings, { campaignId: original.id, ids: body.bookingIds ?? null });
  if (copied.length > 0) requireScope(change, 'bookings:write');
  const { externalId: _, validUntil: _end, ...terms } = writableOf(campaigns, view);
  const created = await createRecord(
    change,
    campaigns,
    parseBody(campaigns.body, { ...terms, name: body.name ?? nameOfCopy(view.name) }),
  );
  const archived = await readArchivedParts(transaction, copied);
  const earliest = Math.min(...copied.map(({ startDate }) => Date.parse(startDate)));
  const move = body.startDate ? { fromMs: earliest, toMs: Date.parse(body.startDate) } : null;
  for (const booking of copied) {
    const { name } = booking;
    const copy = { name, parts: body.parts, campaignId: created.view.id, move, archived };
    const document = copyOfBooking(booking, copy);
    await createRecord(change, bookings, parseBody(bookings.body, document));
  }
  const revision = await recordChanges(change, later, `duplicate campaigns ${original.id}`);
  const row = await readRow(transaction, { table: 'campaign', id: created.view.id, reach: caller.reach });
  return { ...created, revision, view: row === undefined ? created.view : await presentRecord(campaigns, row, by) };
}

/** Reads the bookings to duplicate in the order of their IDs. @param selected.ids null: all that are not archived */
async function readBookings(
  { transaction, caller }: TransactionChange,
  bookings: BookingResource,
  { campaignId, ids }: { readonly campaignId: number; readonly ids: readonly number[] | null },
): Promise<readonly BookingView[]> {
  const rows = await transaction
    .selectFrom('booking')
    .selectAll()
    .where('booking.campaignId', '=', campaignId)
    .where(visibleRows('booking', caller.reach))
    .$if(ids === null, (query) => query.where('booking.archivedAt', 'is', null))
    .$if(ids !== null, (query) => query.where('booking.id', 'in', [0, ...(ids ?? [])]))
    .orderBy('booking.id')
    .limit(maxDuplicatedBookings + 1)
    .execute();
  if (rows.length > maxDuplicatedBookings) {
    throw invalidField('/bookingIds', 'too_many', fieldMessage('maxEntries', { count: maxDuplicatedBookings }));
  }
  const missing = ids?.find((id) => rows.every((row) => row.id !== id));
  if (missing !== undefined) {
    const message = fieldMessage('bookingNotOfCampaign', { id: missing, campaignId });
    throw invalidField(`/bookingIds/${ids?.indexOf(missing)}`, 'reference_not_found', message);
  }
  return bookings.present(rows, transaction, caller);
}
