import type { DiagnosedReason } from '../../client/generated/types.gen.ts';
import type { BlockingReason, LimitingReason, RefusalReason } from '../../core/words/reasons.ts';
import { blockingWords, limitingWords, type ReasonWords } from './status-words.ts';

type RequestReason = Exclude<RefusalReason, BlockingReason | LimitingReason> | 'NO_REQUESTS';

/** Why a request was not given a booking that is otherwise able to deliver. */
export const refusalWords: Readonly<Record<RequestReason, ReasonWords>> = {
  POSITION_NOT_BOOKED: { text: 'The booking does not cover the position', action: 'Book the position.' },
  BEFORE_START: { text: 'It has not begun', action: 'It begins by itself; move its start to begin at once.' },
  AFTER_END: { text: 'Its end is past', action: 'Move its end.' },
  DAY_NOT_ACTIVE: { text: 'Today is not one of its days', action: 'It goes on by itself on its next active day.' },
  OUTSIDE_DAY_PART: {
    text: 'It is outside its hours',
    action: 'It goes on by itself in its next part of the day.',
  },
  TARGETING_NOT_MET: {
    text: 'Only requests that its targeting fits get it',
    action: 'Widen the targeting if it is shown too little.',
  },
  CONSENT_MISSING: {
    text: 'The viewer has not consented',
    action: 'Targeting by segment, and caps for each viewer, need consent.',
  },
  LABEL_BLOCKED: {
    text: 'The position refuses one of its exclusion labels',
    action: 'Remove the label from the booking, or from those that the position refuses.',
  },
  BELOW_FLOOR: {
    text: 'Its price is below the floor of the position',
    action: 'Raise its price per thousand, or lower the floor of the position.',
  },
  REQUEST_TERMS_NOT_MET: {
    text: 'The request asks for something else',
    action: 'A request may limit what it takes: its price, size, advertisers or duration.',
  },
  CAP_REACHED: { text: 'Its caps limit how often it is shown', action: 'Raise the caps if it is shown too little.' },
  GOAL_REACHED: { text: 'Its goal is reached', action: 'Raise the goal to go on.' },
  BUDGET_SPENT: { text: 'Its budget is spent', action: 'Raise the budget to go on.' },
  PACED: { text: 'It waits for its turn', action: 'Its goal is spread over the time that is left.' },
  EXCLUSION_LABEL: {
    text: 'A booking with the same exclusion label is on the page',
    action: 'Bookings with a common label never stand together.',
  },
  ALREADY_IN_REQUEST: {
    text: 'It is on the page already',
    action: 'Allow that it fills several slots of one page.',
  },
  BRAND_LIMIT_REACHED: {
    text: 'The answer has as many ads of its brand as it may',
    action: 'Raise how many ads of one brand the position shows.',
  },
  FILL_NOT_NEEDED: {
    text: 'Others are shown there',
    action: 'It fills only what they leave; choose another delivery.',
  },
  NO_REQUESTS: {
    text: 'Nobody asks for the position',
    action: 'Pages or players have to ask for it by its slot name.',
  },
};

/** Everything that may be in the way of a booking, in words. */
export const reasonWords: Readonly<Record<DiagnosedReason['code'], ReasonWords>> = {
  ...refusalWords,
  ...blockingWords,
  ...limitingWords,
};
