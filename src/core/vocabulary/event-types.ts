import type { CampaignAction } from './statuses.ts';

/** Past participles of actions for event types: `booking.approved`. */
export const participles = {
  submit: 'submitted',
  approve: 'approved',
  reject: 'rejected',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
  archive: 'archived',
  unarchive: 'unarchived',
  reopen: 'reopened',
  hold: 'held',
  confirm: 'confirmed',
  release: 'released',
  accept: 'accepted',
  convert: 'converted',
} as const satisfies Record<CampaignAction, string>;

/**
 * All event types of webhooks, as `<object>.<event>`. Source: docs/decisions/0050-webhooks.md; Standard Webhooks,
 * "Event types".
 */
export const eventTypes = [
  'campaign.submitted',
  'campaign.approved',
  'campaign.rejected',
  'campaign.paused',
  'campaign.resumed',
  'campaign.cancelled',
  'campaign.archived',
  'campaign.unarchived',
  'campaign.reopened',
  'campaign.held',
  'campaign.confirmed',
  'campaign.released',
  'campaign.accepted',
  'campaign.converted',
  'booking.submitted',
  'booking.review_requested',
  'booking.approved',
  'booking.rejected',
  'booking.paused',
  'booking.resumed',
  'booking.cancelled',
  'booking.archived',
  'booking.unarchived',
  'booking.reopened',
  'booking.held',
  'booking.confirmed',
  'booking.released',
  'booking.started',
  'booking.finished',
  'booking.health_changed',
  'creative.submitted',
  'creative.review_requested',
  'creative.approved',
  'creative.rejected',
  'creative.paused',
  'creative.resumed',
  'creative.archived',
  'creative.unarchived',
  'report.ready',
  'segment_delivery.accepted',
  'segment_delivery.refused',
] as const;
export type EventType = (typeof eventTypes)[number];

/** Sent only by the test button, to its webhook. */
export const testEventType = 'webhook.test';

export function isEventType(text: string): text is EventType {
  return (eventTypes as readonly string[]).includes(text);
}
