/*
 * Formats of numbers and amounts, and labels that several folders use. Labels of enumerations are messages:
 * `t(`labels.status.${status}`)`.
 *
 * - `figures.ts`: numbers, percentages, amounts. `generic-field.ts`: fields of audit entries that have no label.
 * - `status-labels.ts`: colors of statuses. `reason-labels.ts`: reasons and what to do about them.
 * - `booking-labels.ts`, `cap-labels.ts`, `delivery-facts.ts`: texts about bookings.
 */

import type { CreativeState, DeliveryHealth, Status } from '../../core/vocabulary/statuses.ts';

/** The color of a badge. */
export type Tone = 'good' | 'busy' | 'waiting' | 'bad' | 'quiet';

export const healthTones: Readonly<Record<DeliveryHealth, Tone>> = { ok: 'good', at_risk: 'waiting', critical: 'bad' };

export const statusTones: Readonly<Record<Status, Tone>> = {
  running: 'good',
  planned: 'busy',
  not_ready: 'bad',
  pending_approval: 'waiting',
  draft: 'quiet',
  rejected: 'bad',
  held: 'waiting',
  paused: 'waiting',
  finished: 'quiet',
  cancelled: 'quiet',
  archived: 'quiet',
};

export const creativeStateTones: Readonly<Record<CreativeState, Tone>> = {
  approved: 'good',
  processing: 'busy',
  pending_review: 'waiting',
  rejected: 'bad',
  suspended: 'waiting',
  archived: 'quiet',
};
