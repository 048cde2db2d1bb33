/*
 * Labels of enumerations, in one place.
 *
 * - `status-words.ts`, `reason-words.ts`, `booking-words.ts`, `role-words.ts`, `cap-words.ts`, `weekday-words.ts`:
 *   labels.
 * - `figures.ts`: numbers and amounts. `foresight-words.ts`, `plain-words.ts`: sentences that several pages use.
 */

import type { BlockingReason, LimitingReason } from '../../core/words/reasons.ts';
import type { CreativeState, Status } from '../../core/words/statuses.ts';

/** How something stands, at a glance. */
export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'quiet';

/** How well something delivers that should. */
export const healthWords = {
  ok: { text: 'On track', tone: 'good', means: 'It delivers what it should by now.' },
  at_risk: { text: 'At risk', tone: 'waiting', means: 'Something limits it, or it starts soon and is not ready.' },
  critical: { text: 'Critical', tone: 'bad', means: 'It delivers far less than it should by now, or nothing at all.' },
} as const satisfies Record<string, Explained>;

type Explained = { readonly text: string; readonly tone: Tone; readonly means: string };

/** Each status of campaigns and bookings in words. The server computes them; nobody sets one. */
export const statusWords: Readonly<Record<Status, Explained>> = {
  running: { text: 'Running', tone: 'good', means: 'Takes part in ad requests now.' },
  planned: { text: 'Planned', tone: 'busy', means: 'Ready, and begins at its start date.' },
  not_ready: { text: 'Not ready', tone: 'bad', means: 'Approved, but something is missing before it can deliver.' },
  pending_approval: { text: 'Waiting for review', tone: 'waiting', means: 'Submitted; a reviewer decides.' },
  draft: { text: 'Draft', tone: 'quiet', means: 'Not submitted yet. Nothing of it is delivered.' },
  rejected: {
    text: 'Rejected',
    tone: 'bad',
    means: 'A reviewer refused it. Change it and submit it again.',
  },
  held: { text: 'Held', tone: 'waiting', means: 'Kept from delivering until somebody lets it go.' },
  paused: { text: 'Paused', tone: 'waiting', means: 'Stopped by hand; resume it at any time.' },
  finished: { text: 'Finished', tone: 'quiet', means: 'Its end date or its goal is reached.' },
  cancelled: { text: 'Cancelled', tone: 'quiet', means: 'Ended for good before its time.' },
  archived: { text: 'Archived', tone: 'quiet', means: 'Out of the way; its reports stay.' },
};

/** Each state of a creative in words. */
export const stateWords: Readonly<Record<CreativeState, Explained>> = {
  approved: { text: 'Approved', tone: 'good', means: 'May be shown wherever a booking has it.' },
  processing: { text: 'Processing', tone: 'busy', means: 'Its files are being made ready.' },
  pending_review: { text: 'Waiting for review', tone: 'waiting', means: 'A reviewer decides whether it may be shown.' },
  rejected: { text: 'Rejected', tone: 'bad', means: 'A reviewer refused it and said why.' },
  suspended: { text: 'Suspended', tone: 'waiting', means: 'Taken out of delivery by hand.' },
  archived: { text: 'Archived', tone: 'quiet', means: 'Out of the way; its reports stay.' },
};

/** A reason, and what to do about it. */
export type ReasonWords = { readonly text: string; readonly action: string };

/** Why something that should deliver cannot. */
export const blockingWords: Readonly<Record<BlockingReason, ReasonWords>> = {
  BOOKING_NOT_APPROVED: { text: 'The booking is not approved', action: 'Submit it, or have it reviewed.' },
  BOOKING_PAUSED: { text: 'The booking is paused', action: 'Resume it.' },
  BOOKING_HELD: { text: 'The booking is held', action: 'Ask who holds it to let it go.' },
  CAMPAIGN_NOT_DELIVERING: {
    text: 'The campaign does not deliver',
    action: 'It is paused, cancelled, archived, or an offer or option: resume, accept or convert the campaign.',
  },
  CAMPAIGN_EXPIRED: { text: 'The offer or option has expired', action: 'Make it valid for longer, or convert it.' },
  NO_POSITION: { text: 'It books no position', action: 'Pick positions, or a location that has some.' },
  NO_CREATIVE: { text: 'It has no creative', action: 'Add a creative in the format of a booked position.' },
  CREATIVE_NOT_APPROVED: { text: 'No creative is approved yet', action: 'Have one of its creatives reviewed.' },
  PRODUCTS_SOLD_OUT: {
    text: 'All its products are sold out',
    action: 'It goes on by itself when the catalogue says that one can be had; or book other products.',
  },
  NO_FITTING_CREATIVE: {
    text: 'No creative fits a booked position',
    action: 'Add a creative in the format of a position, or book positions of the format it has.',
  },
};

/** Why something that delivers gets less than it asks for. */
export const limitingWords: Readonly<Record<LimitingReason, ReasonWords>> = {
  OVERBOOKED_POSITION: {
    text: 'More is booked than the position has',
    action: 'Book more positions, raise the priority, lower the goal or move the end.',
  },
  BEHIND_GOAL: {
    text: 'It is behind its goal',
    action: 'Raise the priority, widen the targeting or book more positions.',
  },
  NO_DELIVERY: {
    text: 'It has not been shown for a while',
    action:
      'See whether its positions are asked for, its targeting fits what pages send, and its share is above nothing.',
  },
};
