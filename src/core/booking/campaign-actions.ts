import { type BookingAction, type CampaignAction, campaignActions, type Status } from '../vocabulary/statuses.ts';
import { type ActionOutcome, applyAction, availableActions } from './booking-actions.ts';
import {
  type ActingParty,
  type BookingFacts,
  type BookingIntent,
  type CampaignFacts,
  type CampaignIntent,
  isCampaignExpired,
  isReserving,
  operationsParty,
} from './booking-facts.ts';
import { bookingStatus } from './booking-status.ts';
import { campaignStatus } from './campaign-status.ts';

/** Changes by an action on a campaign: its intent and type, and the intent of each booking in the given order. */
export type CampaignChange = {
  readonly campaign: CampaignIntent & Pick<CampaignFacts, 'type'>;
  readonly bookings: readonly BookingIntent[];
};

/**
 * Returns the available actions of a campaign. `pause`, `resume`, `cancel`, `archive`, `unarchive`, `reopen` (after a
 * cancellation), `hold`, `confirm` and `release` change the campaign itself, and its bookings inherit the change. `submit`, `approve` and `reject`
 * apply to each booking that allows them, and are available when at least one does. `accept` turns an offer into a
 * campaign and `convert` an option. Both are available only before expiry. An expired offer or option can only be
 * ended.
 * Source: product decisions 4.
 * @param bookings facts of the campaign's bookings that are not archived; their `campaign` must be `campaign`
 * @param nowMs epoch ms
 */
export function availableCampaignActions(
  campaign: CampaignFacts,
  bookings: readonly BookingFacts[],
  nowMs: number,
  party: ActingParty = operationsParty,
): readonly CampaignAction[] {
  return campaignActions.filter((action) => {
    if (campaign.archived) return action === 'unarchive' && party.mayUnarchive;
    if (campaign.cancelled) return action === 'archive' || (action === 'reopen' && party.mayReopen);
    if (isCampaignExpired(campaign, nowMs)) return action === 'cancel' || action === 'archive';
    if (action === 'accept') return campaign.type === 'offer';
    if (action === 'convert') return campaign.type === 'option' && party.mayAllocate;
    if (action === 'submit' || action === 'approve' || action === 'reject') {
      return bookings.some((booking) => availableActions(booking, nowMs, party).includes(action));
    }
    if (action === 'pause') return !campaign.paused;
    if (action === 'hold') return party.mayAllocate;
    if (action === 'confirm') return party.mayAllocate && campaign.held;
    if (action === 'release') return party.mayAllocate && isReserving(campaign, nowMs);
    if (action === 'resume') return campaign.paused && party.mayResume;
    return action === 'cancel' || action === 'archive';
  });
}

/**
 * Returns the intents to store after an action on a campaign, or the refusal with the current status of the campaign.
 * Source: product decisions 4.
 * @param nowMs epoch ms
 * @param heldUntilMs for `hold`: end of the reservation in epoch ms, exclusive. null: no end
 */
export function applyCampaignAction(
  campaign: CampaignFacts,
  bookings: readonly BookingFacts[],
  action: CampaignAction,
  nowMs: number,
  party: ActingParty = operationsParty,
  heldUntilMs: number | null = null,
): ActionOutcome<CampaignChange, CampaignAction> {
  const available = availableCampaignActions(campaign, bookings, nowMs, party);
  if (!available.includes(action)) {
    const bookingStatuses: readonly Status[] = bookings.map((booking) => bookingStatus(booking, nowMs));
    return { allowed: false, status: campaignStatus(bookingStatuses, campaign, nowMs), availableActions: available };
  }
  const { type, paused, held, heldUntilMs: wasUntilMs, cancelled, archived } = campaign;
  const ownEffect = ownEffects[action]({ nowMs, heldUntilMs });
  const ofBookings = ownEffect === null ? (action as BookingAction) : null;
  return {
    allowed: true,
    intent: {
      campaign: { type, paused, held, heldUntilMs: wasUntilMs, cancelled, archived, ...ownEffect },
      bookings: bookings.map((booking) => bookingAfter(booking, ofBookings, nowMs, party)),
    },
  };
}

type HoldTimes = { readonly nowMs: number; readonly heldUntilMs: number | null };

/** null: the action applies to the bookings. */
const ownEffects: Readonly<Record<CampaignAction, (times: HoldTimes) => Partial<CampaignChange['campaign']> | null>> = {
  submit: () => null,
  approve: () => null,
  reject: () => null,
  pause: () => ({ paused: true }),
  resume: () => ({ paused: false }),
  cancel: () => ({ cancelled: true }),
  archive: () => ({ archived: true }),
  unarchive: () => ({ archived: false }),
  reopen: () => ({ cancelled: false }),
  hold: ({ heldUntilMs }) => ({ held: true, heldUntilMs }),
  confirm: () => ({ held: false, heldUntilMs: null }),
  release: ({ nowMs }) => ({ heldUntilMs: nowMs }),
  // An order that is placed needs no reservation of the campaign any more.
  accept: () => ({ type: 'campaign', held: false, heldUntilMs: null }),
  convert: () => ({ type: 'campaign', held: false, heldUntilMs: null }),
};

function bookingAfter(
  facts: BookingFacts,
  action: BookingAction | null,
  nowMs: number,
  party: ActingParty,
): BookingIntent {
  const { lifecycle, paused, held, heldUntilMs, archived } = facts;
  const unchanged: BookingIntent = { lifecycle, paused, held, heldUntilMs, archived };
  if (action === null) return unchanged;
  const outcome = applyAction(facts, action, nowMs, party);
  return outcome.allowed ? outcome.intent : unchanged;
}
