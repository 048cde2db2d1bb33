import { type BookingAction, bookingActions, type Status } from '../vocabulary/statuses.ts';
import {
  type ActingParty,
  type BookingFacts,
  type BookingIntent,
  type CampaignFacts,
  isCampaignExpired,
  isReserving,
  operationsParty,
} from './booking-facts.ts';
import { bookingStatus } from './booking-status.ts';

/** Stored intent after an allowed action, or the reason for a refusal (409). */
export type ActionOutcome<Intent, Name = BookingAction> =
  | { readonly allowed: true; readonly intent: Intent }
  | { readonly allowed: false; readonly status: Status; readonly availableActions: readonly Name[] };

/**
 * Returns the actions that `applyAction` accepts now, in the order of `bookingActions`. They follow from the intent of the
 * booking itself: a booking of a paused campaign can still be paused. A booking of an archived, cancelled or expired
 * campaign can only be archived or unarchived. Only ad operations can undo a pause, cancellation or archiving by ad
 * operations. Only they decide about holds, of drafts also only if they may approve them. A hold can be changed, and
 * renewed after its expiry.
 * Source: product decisions 4.
 * @param nowMs epoch ms
 */
export function availableActions(
  facts: BookingFacts,
  nowMs: number,
  party: ActingParty = operationsParty,
): readonly BookingAction[] {
  const ownStatus = bookingStatus({ ...facts, campaign: untouchedCampaign }, nowMs);
  return bookingActions
    .filter((action) => {
      if (!actionsByStatus[ownStatus].includes(action)) return false;
      if (action === 'pause') return !facts.paused;
      if (action === 'resume') return facts.paused && party.mayResume;
      if (action === 'reopen') return facts.lifecycle !== 'cancelled' || party.mayReopen;
      if (action === 'unarchive') return party.mayUnarchive;
      if (action === 'approve' || action === 'reject') return party.mayApprove && !party.isSubmitter;
      if (isAboutHold(action)) return party.mayAllocate && holdAllows(action, facts, nowMs, party);
      return true;
    })
    .filter((action) => !campaignIsOver(facts.campaign, nowMs) || action === 'archive' || action === 'unarchive');
}

/**
 * Returns the intent to store after `action`, or the refusal with the current status. `submit` by a party that may
 * approve also approves, unless the four-eyes setting is on.
 * Source: product decisions 4.
 * @param nowMs epoch ms
 * @param heldUntilMs for `hold`: end of the reservation in epoch ms, exclusive. null: no end
 */
export function applyAction(
  facts: BookingFacts,
  action: BookingAction,
  nowMs: number,
  party: ActingParty = operationsParty,
  heldUntilMs: number | null = null,
): ActionOutcome<BookingIntent> {
  const available = availableActions(facts, nowMs, party);
  if (!available.includes(action)) {
    return { allowed: false, status: bookingStatus(facts, nowMs), availableActions: available };
  }
  const { lifecycle, paused, held, heldUntilMs: wasUntilMs, archived } = facts;
  const unchanged: BookingIntent = { lifecycle, paused, held, heldUntilMs: wasUntilMs, archived };
  return { allowed: true, intent: { ...unchanged, ...effects[action]({ party, nowMs, heldUntilMs }) } };
}

function isAboutHold(action: BookingAction): action is 'hold' | 'confirm' | 'release' {
  return action === 'hold' || action === 'confirm' || action === 'release';
}

function holdAllows(
  action: 'hold' | 'confirm' | 'release',
  facts: BookingFacts,
  nowMs: number,
  party: ActingParty,
): boolean {
  if (action === 'release') return isReserving(facts, nowMs);
  if (action === 'confirm') return facts.held;
  // A held draft is approved, and one that has ended is held again only if its hold expired.
  if (facts.lifecycle === 'draft') return party.mayApprove && !party.fourEyes;
  return facts.held || facts.endMs === null || nowMs < facts.endMs;
}

const untouchedCampaign: CampaignFacts = {
  type: 'campaign',
  validUntilMs: null,
  paused: false,
  held: false,
  heldUntilMs: null,
  cancelled: false,
  archived: false,
};

/**
 * Actions by status. Archiving is always possible because `DELETE` archives (product decisions 2). `reopen` returns a
 * booking to draft: withdrawn before review, or revised after a rejection or cancellation.
 */
const actionsByStatus: Readonly<Record<Status, readonly BookingAction[]>> = {
  archived: ['unarchive'],
  cancelled: ['reopen', 'archive'],
  rejected: ['reopen', 'archive'],
  draft: ['submit', 'cancel', 'archive', 'hold'],
  pending_approval: ['approve', 'reject', 'reopen', 'cancel', 'archive'],
  held: ['pause', 'resume', 'cancel', 'archive', 'hold', 'confirm', 'release'],
  finished: ['archive', 'hold', 'confirm'],
  paused: ['resume', 'cancel', 'archive', 'hold'],
  not_ready: ['pause', 'cancel', 'archive', 'hold'],
  planned: ['pause', 'cancel', 'archive', 'hold'],
  running: ['pause', 'cancel', 'archive', 'hold'],
};

type ActionInputs = {
  readonly party: ActingParty;
  readonly nowMs: number;
  readonly heldUntilMs: number | null;
};

const effects: Readonly<Record<BookingAction, (given: ActionInputs) => Partial<BookingIntent>>> = {
  submit: ({ party }) => ({ lifecycle: party.mayApprove && !party.fourEyes ? 'approved' : 'submitted' }),
  approve: () => ({ lifecycle: 'approved' }),
  reject: () => ({ lifecycle: 'rejected' }),
  pause: () => ({ paused: true }),
  resume: () => ({ paused: false }),
  cancel: () => ({ lifecycle: 'cancelled' }),
  archive: () => ({ archived: true }),
  unarchive: () => ({ archived: false }),
  reopen: () => ({ lifecycle: 'draft' }),
  hold: ({ heldUntilMs }) => ({ lifecycle: 'approved', held: true, heldUntilMs }),
  confirm: () => ({ held: false, heldUntilMs: null }),
  release: ({ nowMs }) => ({ heldUntilMs: nowMs }),
};

function campaignIsOver(campaign: CampaignFacts, nowMs: number): boolean {
  return campaign.archived || campaign.cancelled || isCampaignExpired(campaign, nowMs);
}
