/*
 * Targeting trees: what bookings require of a request.
 *
 * - `targeting.ts`: the tree. `value-facts.ts`: the facts that it can name, with the numbers that stored files contain.
 * - `targeting-index.ts`: all trees of a snapshot, compiled to numbers. `evaluate.ts`: whether a tree holds.
 * - `signature.ts`: what a trial compares before it reads a tree.
 * - `request-facts.ts`: the facts of a request. `fold.ts`: how texts are compared.
 * - `describe.ts`: a tree, and why it does not hold, in words.
 *
 * The reference engine evaluates trees in another way: `test/oracle/reference/reference-targeting.ts`.
 */

import type { DayPart } from '../time/day-part.ts';
import type { FactMember, ValueFact } from './value-facts.ts';

/**
 * Whom a booking is for: a tree of `all`, `any` and `not` over leaves, as plain JSON. At most `maxTargetingLeaves` leaves
 * and `maxTargetingDepth` levels, a lone leaf being one level.
 * Source: product decisions 6.
 */
export type Targeting =
  | { readonly all: readonly Targeting[] }
  | { readonly any: readonly Targeting[] }
  | { readonly not: Targeting }
  | TargetingLeaf;

export type TargetingLeaf =
  | ValueLeaf
  /** A request parameter, two characters, or a named key. */
  | { readonly key: string; readonly values: readonly string[] }
  /** The page address contains one of the parts. */
  | { readonly urlParts: readonly string[] }
  /** The viewer is within so many metres of a place. */
  | { readonly near: GeoPoint & { readonly metres: number } }
  /** A part of the day by the position's wall clock. */
  | { readonly dayPart: DayPart };

/** Holds when the request has one of the values for the fact; values compare folded. */
export type ValueLeaf = { readonly fact: ValueFact; readonly values: readonly string[] };

/** Degrees: latitude -90 to 90, longitude -180 to 180. */
export type GeoPoint = { readonly latitude: number; readonly longitude: number };

/** One value, or every form of it that a tree may name: `nl-BE` and `nl`. */
export type FactValues = string | readonly string[];

/**
 * What is known of a request and its viewer besides its parameters; what is left out is not known. Segments count only
 * where consent is `granted`. A field may be read when it is asked for, so ask only for what is needed.
 * Source: product decisions 6 and 10.
 */
export type RequestContext = { readonly [Member in Exclude<FactMember, 'consent'>]?: FactValues | undefined } & {
  readonly consent?: 'granted' | 'denied' | undefined;
  readonly pageUrl?: string | undefined;
  readonly coordinates?: GeoPoint | undefined;
  /** What tells one viewer from another for frequency caps; left out: nobody knows, as of all that follow. */
  readonly viewerKey?: string | undefined;
  /** The same user of the publisher's own accounts. */
  readonly firstPartyKey?: string | undefined;
  /** The same session of a client. */
  readonly sessionKey?: string | undefined;
  readonly householdKey?: string | undefined;
  readonly storeKey?: string | undefined;
  readonly screenKey?: string | undefined;
  /** The same user as `firstPartyKey`, where they agreed that orders are attributed to ads. */
  readonly shopper?: string | undefined;
};
