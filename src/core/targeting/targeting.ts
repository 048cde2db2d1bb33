/*
 * Targeting trees: conditions of bookings on a request.
 *
 * - `targeting.ts`: the tree. `value-facts.ts`: its facts, with the numbers used in stored files.
 * - `targeting-index.ts`: all trees of a snapshot in compiled form. `evaluate.ts`: evaluation of a tree.
 * - `signature.ts`: comparison before a trial reads a tree.
 * - `request-facts.ts`: the facts of a request. `screen-facts.ts`: those of its position. `fold.ts`: comparison of
 *   texts.
 * - `describe.ts`: description of a tree, and of the reason why it is not met.
 *
 * The reference engine evaluates trees in another way: `test/oracle/reference/reference-targeting.ts`.
 */

import type { DayPart } from '../time/day-part.ts';
import type { FactMember, ValueFact } from './value-facts.ts';

/**
 * Targeting of a booking: a tree of `all`, `any` and `not` over conditions, as plain JSON. At most `maxTargetingLeaves`
 * leaves and `maxTargetingDepth` levels. A single leaf is one level. Source: product decisions 6.
 */
export type Targeting =
  | { readonly all: readonly Targeting[] }
  | { readonly any: readonly Targeting[] }
  | { readonly not: Targeting }
  | TargetingLeaf;

export type TargetingLeaf =
  | ValueLeaf
  /** A request parameter (two characters) or a named key. */
  | { readonly key: string; readonly values: readonly string[] }
  /** The page URL contains one of the parts. */
  | { readonly urlParts: readonly string[] }
  /** The viewer is within a distance in meters of a point. */
  | { readonly near: GeoPoint & { readonly metres: number } }
  /** A daypart in the local time of the position. */
  | { readonly dayPart: DayPart };

/** Met if the request or its position has one of the values for the fact. Values are compared in folded form. */
export type ValueLeaf = { readonly fact: ValueFact; readonly values: readonly string[] };

/** Degrees: latitude -90 to 90, longitude -180 to 180. */
export type GeoPoint = { readonly latitude: number; readonly longitude: number };

/** One value, or all forms of it that a tree may name: `nl-BE` and `nl`. */
export type FactValues = string | readonly string[];

/**
 * Known properties of a request and its viewer in addition to the parameters; omitted: unknown. Segments count only if
 * consent is `granted`. A field may be computed on access, so read only the required ones. Source: product decisions 6
 * and 10.
 */
export type RequestContext = { readonly [Member in Exclude<FactMember, 'consent'>]?: FactValues | undefined } & {
  readonly consent?: 'granted' | 'denied' | undefined;
  readonly pageUrl?: string | undefined;
  readonly coordinates?: GeoPoint | undefined;
  /** Identifies a viewer for frequency caps; omitted: unknown, as for all following keys. */
  readonly viewerKey?: string | undefined;
  /** Identifies the viewer of `viewerKey` if they consented to the measurement of reach. */
  readonly reachKey?: string | undefined;
  /** Identifies a user of the publisher's accounts. */
  readonly firstPartyKey?: string | undefined;
  /** Identifies a session of a client. */
  readonly sessionKey?: string | undefined;
  readonly householdKey?: string | undefined;
  readonly storeKey?: string | undefined;
  readonly screenKey?: string | undefined;
  /** The user of `firstPartyKey` if they consented to the attribution of orders to ads. */
  readonly shopper?: string | undefined;
  /**
   * Group of the viewer in the experiment of each booking, by booking ID, of a recorded request. Omitted: computed from
   * `shopper`.
   */
  readonly experimentBuckets?: ReadonlyMap<number, number> | undefined;
};
