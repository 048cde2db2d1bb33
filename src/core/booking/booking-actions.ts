import { type Action, actions, type Status } from '../vocabulary/statuses.ts';
import {
  type ActingParty,
  type BookingFacts,
  type BookingIntent,
  type CampaignFacts,
  isCampaignExpired,
  operationsParty,
} from './booking-facts.ts';
import { bookingStatus } from './booking-status.ts';

/** Stored intent after an allowed action, or the reason for a refusal (409). */
export type ActionOutcome<Intent, Name = Action> =
  | { readonly allowed: true; readonly intent: Intent }
  | { readonly allowed: false; readonly status: Status; readonly availableActions: readonly Name[] };

/**
 * Returns the actions that `applyAction` accepts now, in the order of `actions`. They follow from the intent of the
 * booking itself: a booking of a paused campaign can still be paused. A booking of an archived, cancelled or expired
 * campaign can only be archived or unarchived. Only ad operations can undo a pause, cancellation or archiving by ad
 * operations.
 * Source: product decisions 4.
 * @param nowMs epoch ms
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
 * Returns the intent to store after `action`, or the refusal with the current status. `submit` by a party that may
 * approve also approves, unless the four-eyes setting is on.
 * Source: product decisions 4.
 * @param nowMs epoch ms
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
 * Actions by status. Archiving is always possible because `DELETE` archives (product decisions 2). `reopen` returns a
 * booking to draft: withdrawn before review, or revised after a rejection or cancellation.
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
