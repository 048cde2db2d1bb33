/*
 * Shared vocabulary: enumerations, limits and small value types.
 *
 * Every plane and the interface import it, so it contains no domain logic. Names that appear in the API, in stored
 * files and in the interface are defined here once: statuses, reasons, event types, cap subjects, IDs, money. Stored
 * numbers are pinned by `test/walls/stored-numbers.test.ts`.
 */

/** User decisions about a booking. All other parts of its state are computed. Source: product decisions 4. */
export const lifecycles = ['draft', 'submitted', 'approved', 'rejected', 'cancelled'] as const;
export type Lifecycle = (typeof lifecycles)[number];

/** Computed status of a booking or campaign. In the order of the rules: the first match wins. */
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

/** Health of a booking or campaign, best first. Source: product decisions 4. */
export const healths = ['ok', 'at_risk', 'critical'] as const;
export type DeliveryHealth = (typeof healths)[number];

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

/**
 * Actions of bookings and campaigns: `hold` reserves inventory until a given time, `confirm` turns the reservation into
 * delivery, `release` ends it. Source: docs/decisions/0218-holds.md.
 */
export const bookingActions = [...actions, 'hold', 'confirm', 'release'] as const;
export type BookingAction = (typeof bookingActions)[number];

/**
 * Actions of campaigns only: an offer is accepted by its recipient, an option is converted by its creator or by the
 * owner of the inventory. Source: docs/decisions/0055-offers-and-options.md.
 */
export const campaignActions = [...bookingActions, 'accept', 'convert'] as const;
export type CampaignAction = (typeof campaignActions)[number];

/** A campaign that may deliver, an option that only reserves inventory, and an offer that never delivers. */
export const campaignTypes = ['campaign', 'option', 'offer'] as const;
export type CampaignType = (typeof campaignTypes)[number];

/** Types of bookings. Source: the specification, booking types. */
export const bookingTypes = ['display', 'in_store', 'sponsored_products'] as const;
export type BookingType = (typeof bookingTypes)[number];

/** States of a creative; only `approved` delivers. Source: product decisions 4. */
export const creativeStates = [
  'processing',
  'pending_review',
  'approved',
  'rejected',
  'suspended',
  'archived',
] as const;
export type CreativeState = (typeof creativeStates)[number];

/** Days of the week, Monday first (ISO 8601). */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];
