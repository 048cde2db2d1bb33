import { type Action, actions, type Status } from '../words/statuses.ts';
import { type ActionOutcome, applyAction, availableActions } from './booking-actions.ts';
import type { ActingParty, BookingFacts, BookingIntent, CampaignFacts, CampaignIntent } from './booking-facts.ts';
import { operations } from './booking-facts.ts';
import { bookingStatus } from './booking-status.ts';
import { campaignStatus } from './campaign-status.ts';

/** What an action on a campaign changes: the campaign's own intent, and that of each booking, in the order given. */
export type CampaignChange = { readonly campaign: CampaignIntent; readonly bookings: readonly BookingIntent[] };

/**
 * Actions on a campaign. `pause`, `resume`, `cancel`, `archive`, `unarchive` and `reopen` (after a cancellation) change
 * the campaign itself, and its bookings inherit that. `submit`, `approve` and `reject` go to each booking that allows
 * them, and are available when at least one does.
 * @param bookings facts of the campaign's bookings that are not archived; their `campaign` must be `campaign`
 * @param nowMs epoch ms
 * Source: product decisions 4.
 */
export function availableCampaignActions(
  campaign: CampaignFacts,
  bookings: readonly BookingFacts[],
  nowMs: number,
  party: ActingParty = operations,
): readonly Action[] {
  return actions.filter((action) => {
    if (campaign.archived) return action === 'unarchive';
    if (campaign.cancelled) return action === 'reopen' || action === 'archive';
    if (action === 'submit' || action === 'approve' || action === 'reject') {
      return bookings.some((booking) => availableActions(booking, nowMs, party).includes(action));
    }
    if (action === 'pause') return !campaign.paused;
    if (action === 'resume') return campaign.paused && party.mayResume;
    return action === 'cancel' || action === 'archive';
  });
}

/**
 * The intents to store after an action on a campaign, or the refusal with the campaign's current status.
 * @param nowMs epoch ms
 * Source: product decisions 4.
 */
export function applyCampaignAction(
  campaign: CampaignFacts,
  bookings: readonly BookingFacts[],
  action: Action,
  nowMs: number,
  party: ActingParty = operations,
): ActionOutcome<CampaignChange> {
  const available = availableCampaignActions(campaign, bookings, nowMs, party);
  if (!available.includes(action)) {
    const bookingStatuses: readonly Status[] = bookings.map((booking) => bookingStatus(booking, nowMs));
    return { allowed: false, status: campaignStatus(bookingStatuses, campaign), availableActions: available };
  }
  const { paused, held, cancelled, archived } = campaign;
  const ownEffect = ownEffects[action];
  return {
    allowed: true,
    intent: {
      campaign: { paused, held, cancelled, archived, ...ownEffect },
      bookings: bookings.map((booking) => bookingAfter(booking, ownEffect === null ? action : null, nowMs, party)),
    },
  };
}

/** null: the action goes to the bookings. */
const ownEffects: Readonly<Record<Action, Partial<CampaignIntent> | null>> = {
  submit: null,
  approve: null,
  reject: null,
  pause: { paused: true },
  resume: { paused: false },
  cancel: { cancelled: true },
  archive: { archived: true },
  unarchive: { archived: false },
  reopen: { cancelled: false },
};

function bookingAfter(facts: BookingFacts, action: Action | null, nowMs: number, party: ActingParty): BookingIntent {
  const { lifecycle, paused, held, archived } = facts;
  const unchanged: BookingIntent = { lifecycle, paused, held, archived };
  if (action === null) return unchanged;
  const outcome = applyAction(facts, action, nowMs, party);
  return outcome.allowed ? outcome.intent : unchanged;
}
