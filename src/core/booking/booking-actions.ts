import { type Action, actions, type Status } from '../words/statuses.ts';
import {
  type ActingParty,
  type BookingFacts,
  type BookingIntent,
  type CampaignFacts,
  isCampaignExpired,
  operationsParty,
} from './booking-facts.ts';
import { bookingStatus } from './booking-status.ts';

/** The stored intent after an allowed action, or why it was not allowed: what a 409 answers. */
export type ActionOutcome<Intent, Name = Action> =
  | { readonly allowed: true; readonly intent: Intent }
  | { readonly allowed: false; readonly status: Status; readonly availableActions: readonly Name[] };

/**
 * Actions that `applyAction` would accept now, in the order of `actions`. They follow from the booking's own intent: a
 * booking whose campaign is paused can still be paused itself; below an archived, cancelled or expired campaign it can
 * only be archived or unarchived. What ad operations paused, cancelled or archived is theirs to take back.
 * @param nowMs epoch ms
 * Source: product decisions 4.
 */
export function availableActions(
  facts: BookingFacts,
  nowMs: number,
  party: ActingParty = operationsParty,
): readonly Action[] {
  const ownStatus = bookingStatus({ ...facts, campaign: untouchedCampaign }, nowMs);
  return actions
    .filter((action) => {
      if (!actionsByStatus[ownStatus].includes(action)) return false;
      if (action === 'pause') return !facts.paused;
      if (action === 'resume') return facts.paused && party.mayResume;
      if (action === 'reopen') return facts.lifecycle !== 'cancelled' || party.mayReopen;
      if (action === 'unarchive') return party.mayUnarchive;
      if (action === 'approve' || action === 'reject') return party.mayApprove && !party.isSubmitter;
      return true;
    })
    .filter((action) => !campaignIsOver(facts.campaign, nowMs) || action === 'archive' || action === 'unarchive');
}

/**
 * The intent to store after `action`, or the refusal with the current status. `submit` by a party that may approve is
 * approved by that, unless the setting for four eyes is on.
 * @param nowMs epoch ms
 * Source: product decisions 4.
 */
export function applyAction(
  facts: BookingFacts,
  action: Action,
  nowMs: number,
  party: ActingParty = operationsParty,
): ActionOutcome<BookingIntent> {
  const available = availableActions(facts, nowMs, party);
  if (!available.includes(action)) {
    return { allowed: false, status: bookingStatus(facts, nowMs), availableActions: available };
  }
  const { lifecycle, paused, held, archived } = facts;
  return { allowed: true, intent: { lifecycle, paused, held, archived, ...effects[action](party) } };
}

const untouchedCampaign: CampaignFacts = {
  type: 'campaign',
  validUntilMs: null,
  paused: false,
  held: false,
  cancelled: false,
  archived: false,
};

/**
 * What may be done in which status. Archiving is possible everywhere because `DELETE` archives (product decisions 2);
 * `reopen` takes a booking back to draft: withdrawn before review, or tried again after a refusal or cancellation.
 */
const actionsByStatus: Readonly<Record<Status, readonly Action[]>> = {
  archived: ['unarchive'],
  cancelled: ['reopen', 'archive'],
  rejected: ['reopen', 'archive'],
  draft: ['submit', 'cancel', 'archive'],
  pending_approval: ['approve', 'reject', 'reopen', 'cancel', 'archive'],
  held: ['pause', 'resume', 'cancel', 'archive'],
  finished: ['archive'],
  paused: ['resume', 'cancel', 'archive'],
  not_ready: ['pause', 'cancel', 'archive'],
  planned: ['pause', 'cancel', 'archive'],
  running: ['pause', 'cancel', 'archive'],
};

const effects: Readonly<Record<Action, (party: ActingParty) => Partial<BookingIntent>>> = {
  submit: (party) => ({ lifecycle: party.mayApprove && !party.fourEyes ? 'approved' : 'submitted' }),
  approve: () => ({ lifecycle: 'approved' }),
  reject: () => ({ lifecycle: 'rejected' }),
  pause: () => ({ paused: true }),
  resume: () => ({ paused: false }),
  cancel: () => ({ lifecycle: 'cancelled' }),
  archive: () => ({ archived: true }),
  unarchive: () => ({ archived: false }),
  reopen: () => ({ lifecycle: 'draft' }),
};

function campaignIsOver(campaign: CampaignFacts, nowMs: number): boolean {
  return campaign.archived || campaign.cancelled || isCampaignExpired(campaign, nowMs);
}
