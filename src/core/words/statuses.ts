/**
 * What somebody decided about a booking; everything else about its state is computed.
 * Source: product decisions 4.
 */
export const lifecycles = ['draft', 'submitted', 'approved', 'rejected', 'cancelled'] as const;
export type Lifecycle = (typeof lifecycles)[number];

/** Computed status of a booking or campaign. The order is the order of the rules: the first match wins. */
export const statuses = [
  'archived',
  'cancelled',
  'rejected',
  'draft',
  'pending_approval',
  'held',
  'finished',
  'paused',
  'not_ready',
  'planned',
  'running',
] as const;
export type Status = (typeof statuses)[number];

/** Actions on campaigns, bookings and creatives: `POST /v1/{kind}/{id}/actions/{action}`. */
export const actions = [
  'submit',
  'approve',
  'reject',
  'pause',
  'resume',
  'cancel',
  'archive',
  'unarchive',
  'reopen',
] as const;
export type Action = (typeof actions)[number];

/** A campaign that may deliver, one that only keeps inventory in mind, and one that is still an offer and never delivers. */
export const campaignTypes = ['campaign', 'option', 'offer'] as const;
export type CampaignType = (typeof campaignTypes)[number];

export const bookingTypes = ['display', 'in_store', 'sponsored_products'] as const;
export type BookingType = (typeof bookingTypes)[number];

export const creativeStates = [
  'processing',
  'pending_review',
  'approved',
  'rejected',
  'suspended',
  'archived',
] as const;
export type CreativeState = (typeof creativeStates)[number];

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];
