import type { RefusalReason } from '../../../core/vocabulary/reasons.ts';
import type { SkippedReason } from '../engine/skipped-lines.ts';
import type { SlotCause } from '../engine/zone-tally.ts';
import type { HomogeneityTest } from './chi-square.ts';

/** Why a campaign delivers more or less in Placard than in the log. */
export type DifferenceReason =
  | Exclude<SlotCause, 'WON'>
  /** The shares differ no more than by chance. */
  | 'WITHIN_VARIATION'
  /** No position of Placard is known for the zone. */
  | 'UNKNOWN_POSITION'
  /** No booking of Placard has the external ID of the campaign. */
  | 'NOT_IMPORTED'
  /** The booking or its campaign was archived in Placard. */
  | 'ARCHIVED'
  /** The log has no delivery of the booking at the zone. */
  | 'NOT_IN_LOG'
  /** The booking gets a higher share, because others get less. */
  | 'HIGHER_SHARE'
  /** The log has no request for the zone. */
  | 'NO_REQUESTS'
  /** The log does not contain what was delivered. */
  | 'NOT_COMPARED';

export type Difference = {
  readonly reason: DifferenceReason;
  /** Text for people. */
  readonly detail: string;
};

export type ReportedBooking = {
  readonly id: number;
  /** null: the database was not available. */
  readonly name: string | null;
  readonly externalId: string | null;
  readonly campaignId: number;
  readonly campaignName: string;
};

export type ReportedCause = {
  readonly bookingId: number;
  readonly reason: SlotCause;
  /** Estimated part of the requests of the zone, 0 to 1. */
  readonly share: number;
  readonly expected: string | null;
  readonly actual: string | null;
};

/** Delivery of a campaign of the other ad server, and of the bookings that were imported from it. */
export type ReportedRow = {
  /** External ID in the log; null: only Placard delivers it. */
  readonly campaign: string | null;
  readonly bookings: readonly ReportedBooking[];
  /** Impressions or responses in the log. */
  readonly delivered: number;
  /** Part of what the log delivers at the zone, 0 to 1; null: nothing. */
  readonly deliveredShare: number | null;
  /** Ads that Placard would deliver. */
  readonly shadow: number;
  readonly shadowShare: number | null;
  readonly clicks: number;
  readonly difference: Difference;
  /** Most frequent causes in the explained requests of the zone. Empty in the table of campaigns. */
  readonly causes: readonly ReportedCause[];
};

export type ComparedSource = 'impressions' | 'responses' | 'counts';

export type ReportedZone = {
  readonly zone: string;
  readonly slotName: string | null;
  readonly requests: number;
  /** Requested slots that repeat a position of the same request. */
  readonly repeated: number;
  readonly filled: number;
  readonly delivered: number;
  /** What `delivered` counts; null: the log contains nothing. */
  readonly source: ComparedSource | null;
  /** null: nothing to compare. */
  readonly test: HomogeneityTest | null;
  /** Why requests get no ad, most frequent first; parts of the requests, 0 to 1. */
  readonly empty: readonly { readonly reason: RefusalReason | 'NO_BOOKING'; readonly share: number }[];
  readonly rows: readonly ReportedRow[];
};

/** A creative of the other ad server that Placard does not have. */
export type UnknownCreative = {
  readonly creative: string;
  readonly campaign: string | null;
  readonly delivered: number;
};

export type ShadowReport = {
  readonly log: {
    readonly file: string;
    readonly format: string;
    readonly lines: number;
    readonly requests: number;
    readonly slots: number;
    readonly impressions: number;
    readonly responses: number;
    readonly clicks: number;
    /** Repeated impressions and clicks of one ad, which count once. */
    readonly repeated: number;
    readonly skippedLines: number;
    readonly skipped: readonly SkippedReason[];
    /** Requests by ad server. */
    readonly servers: Readonly<Record<string, number>>;
  };
  readonly configuration: { readonly revision: number; readonly builtAt: string };
  readonly period: { readonly from: string | null; readonly to: string | null; readonly shiftedByMs: number };
  readonly seed: number;
  /** Explained slots, from which reasons are estimated. */
  readonly explanations: number;
  readonly assumptions: readonly string[];
  readonly zones: readonly ReportedZone[];
  readonly campaigns: readonly ReportedRow[];
  readonly unknownCreatives: readonly UnknownCreative[];
};
