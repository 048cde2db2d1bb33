/*
 * The shared vocabulary: enumerations, limits and small value types.
 *
 * Every plane and the interface import it, so it contains no logic of a subject. Names that appear in the API, in
 * stored files and in the interface are defined here once: statuses, reasons, event types, cap subjects, ids, money.
 * Numbers that are stored are pinned by `test/walls/stored-numbers.test.ts`.
 */

/**
 * What somebody decided about a booking; everything else about its state is computed.
 * Source: product decisions 4.
 */
export const lifecycles = ['draft', 'submitted', 'approved', 'rejected', 'cancelled'] as const;
/** One of `lifecycles`. */
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
/** One of `statuses`. */
export type Status = (typeof statuses)[number];

/** How a booking or campaign is doing, the best first. Source: product decisions 4. */
export const healths = ['ok', 'at_risk', 'critical'] as const;
/** One of `healths`. */
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
/** One of `actions`. */
export type Action = (typeof actions)[number];

/**
 * Actions on campaigns alone: an offer is accepted by whom it was made to, an option is turned into a campaign by who
 * made it or keeps the places.
 * Source: docs/decisions/0055-offers-and-options.md.
 */
export const campaignActions = [...actions, 'accept', 'convert'] as const;
/** One of `campaignActions`. */
export type CampaignAction = (typeof campaignActions)[number];

/** A campaign that may deliver, one that only keeps inventory in mind, and one that is still an offer and never delivers. */
export const campaignTypes = ['campaign', 'option', 'offer'] as const;
/** One of `campaignTypes`. */
export type CampaignType = (typeof campaignTypes)[number];

/** What a booking is for. Source: the specification, booking types. */
export const bookingTypes = ['display', 'in_store', 'sponsored_products'] as const;
/** One of `bookingTypes`. */
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
/** One of `creativeStates`. */
export type CreativeState = (typeof creativeStates)[number];

/** Days of the week, Monday first (ISO 8601). */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
/** One of `weekdays`. */
export type Weekday = (typeof weekdays)[number];
