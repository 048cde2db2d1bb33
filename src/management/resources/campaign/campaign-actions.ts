import type { ActingParty } from '../../../core/booking/booking-facts.ts';
import { bookingStatus } from '../../../core/booking/booking-status.ts';
import { applyCampaignAction, availableCampaignActions } from '../../../core/booking/campaign-actions.ts';
import type { BookingAction, CampaignAction } from '../../../core/vocabulary/statuses.ts';
import { actingParty, decidedByAfter } from '../../access/acting-party.ts';
import { actionNotAllowed, type GivenWithAction } from '../../records/action-rules.ts';
import { requireLive } from '../../records/references.ts';
import type { WriteContext } from '../../records/resource.ts';
import type { ColumnChange } from '../../records/save-record.ts';
import { heldUntilOf, holdColumns } from '../booking/hold-columns.ts';
import { campaignFacts, readBookingFacts, type StoredBooking } from '../booking/read-booking-facts.ts';
import { storeBookingIntent } from '../booking/store-booking-intent.ts';
import { type StoredCampaign, waitingIn } from './present-campaign.ts';

type Write = WriteContext<'campaign'> & { readonly current: StoredCampaign };

/**
 * Returns the changes of a campaign action: of the campaign itself or, for submit, approve and reject, of each booking
 * that allows it. Accepting an offer and converting an option leave the bookings unchanged: approved ones deliver,
 * submitted ones stay submitted.
 */
export async function performCampaignAction(
  action: CampaignAction,
  write: Write,
  { nowMs, reason, hold }: GivenWithAction & { readonly nowMs: number },
): Promise<ColumnChange<'campaign'>> {
  const { current, transaction } = write;
  const bookings = await lockLiveBookings(write);
  const facts = await readBookingFacts(transaction, bookings);
  const listed = bookings.flatMap(({ id }) => facts.get(id) ?? []);
  const party = await partyFor(action, bookings, write);
  const own = campaignFacts(current);
  const outcome = applyCampaignAction(own, listed, action, nowMs, party, heldUntilOf(hold, nowMs));
  if (!outcome.allowed) {
    const forOthers = availableCampaignActions(own, listed, nowMs).includes(action);
    throw actionNotAllowed({
      action,
      noun: 'campaigns',
      currentStatus: outcome.status,
      availableActions: outcome.availableActions,
      ownSubmission: party.isSubmitter && forOthers,
      ofOperations: forOthers && !party.isSubmitter,
    });
  }
  if (action === 'unarchive') {
    const partners = [...new Set([current.advertiserCompanyId, current.invoiceCompanyId])];
    await requireLive(transaction, { table: 'mediaPartner', ids: partners, noun: 'media-partners' });
    await requireLive(transaction, { table: 'brand', ids: current.brandIds, noun: 'brands' });
  }
  const { campaign, bookings: intents } = outcome.intent;
  return {
    columns: {
      type: campaign.type,
      validUntil: campaign.type === 'campaign' ? null : current.validUntil,
      paused: campaign.paused,
      ...decidedByAfter(action, write.caller),
      ...holdColumns(action, campaign, { hold, note: current.holdNote }),
      cancelled: campaign.cancelled,
      archivedAt: campaign.archived ? (current.archivedAt ?? new Date()) : null,
    },
    async after() {
      for (const [index, booking] of bookings.entries()) {
        const [intent, was] = [intents[index], listed[index]];
        if (intent === undefined || was === undefined) continue;
        const is = { ...was, ...intent, campaign: { ...was.campaign, ...campaign } };
        const status = { before: bookingStatus(was, nowMs), after: bookingStatus(is, nowMs) };
        // Changes each booking by its own action.
        await storeBookingIntent(write, booking, { action: action as BookingAction, intent, status, reason });
      }
    },
  };
}

function lockLiveBookings(write: Write): Promise<StoredBooking[]> {
  return write.transaction
    .selectFrom('booking')
    .selectAll('booking')
    .where('booking.campaignId', '=', write.current.id)
    .where('booking.archivedAt', 'is', null)
    .orderBy('booking.id')
    .forUpdate()
    .execute();
}

/** A submitter of one of the submitted bookings cannot approve the whole campaign. */
function partyFor(action: CampaignAction, bookings: readonly StoredBooking[], write: Write): Promise<ActingParty> {
  return actingParty(write, {
    action,
    approveScope: 'bookings:approve',
    submittedBy: waitingIn(bookings),
    decided: write.current,
  });
}
