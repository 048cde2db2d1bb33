import type { ActingParty } from '../../core/booking/booking-facts.ts';
import { applyCampaignAction, availableCampaignActions } from '../../core/booking/campaign-actions.ts';
import type { Action } from '../../core/words/statuses.ts';
import { actingParty, pausedByAfter } from '../access/acting-party.ts';
import { campaignFacts, readBookingFacts, type StoredBooking } from '../booking/read-booking-facts.ts';
import { storeBookingIntent } from '../booking/store-booking-intent.ts';
import type { ColumnChange } from '../http/change-resource.ts';
import { requireLive } from '../http/references.ts';
import { actionNotAllowed } from '../http/register-actions.ts';
import type { WriteContext } from '../http/resource.ts';
import type { StoredCampaign } from './present-campaign.ts';

type Write = WriteContext<'campaign'> & { readonly current: StoredCampaign };

/**
 * What an action on a campaign changes: the campaign itself, or, for submit, approve and reject, each of its bookings
 * that allows it.
 */
export async function performCampaignAction(
  action: Action,
  write: Write,
  nowMs: number,
): Promise<ColumnChange<'campaign'>> {
  const { current, transaction } = write;
  const bookings = await lockLiveBookings(write);
  const facts = await readBookingFacts(transaction, bookings);
  const listed = bookings.flatMap(({ id }) => facts.get(id) ?? []);
  const party = partyFor(action, bookings, write);
  const own = campaignFacts(current);
  const outcome = applyCampaignAction(own, listed, action, nowMs, party);
  if (!outcome.allowed) {
    const forOthers = availableCampaignActions(own, listed, nowMs).includes(action);
    throw actionNotAllowed({
      action,
      what: 'campaign',
      currentStatus: outcome.status,
      availableActions: outcome.availableActions,
      ownSubmission: party.isSubmitter && forOthers,
      foreignPause: action === 'resume' && !party.mayResume && forOthers,
    });
  }
  if (action === 'unarchive') {
    const partners = [...new Set([current.advertiserCompanyId, current.invoiceCompanyId])];
    await requireLive(transaction, { table: 'mediaPartner', ids: partners, what: 'media partner' });
    await requireLive(transaction, { table: 'brand', ids: current.brandIds, what: 'brand' });
  }
  const { campaign, bookings: intents } = outcome.intent;
  return {
    columns: {
      paused: campaign.paused,
      ...pausedByAfter(action, write.caller),
      held: campaign.held,
      cancelled: campaign.cancelled,
      archivedAt: campaign.archived ? (current.archivedAt ?? new Date()) : null,
    },
    async after() {
      for (const [index, booking] of bookings.entries()) {
        const intent = intents[index];
        if (intent !== undefined) await storeBookingIntent(write, booking, { action, intent });
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

/** Somebody who submitted one of the waiting bookings cannot approve the campaign as a whole. */
function partyFor(action: Action, bookings: readonly StoredBooking[], write: Write): ActingParty {
  const own = bookings.find(
    (booking) => booking.lifecycle === 'submitted' && booking.submittedBy === write.caller.actor,
  );
  const submittedBy = own?.submittedBy ?? null;
  const { pausedBy } = write.current;
  return actingParty(write.caller, { action, approveScope: 'bookings:approve', submittedBy, pausedBy });
}
