import { dayMs } from '../time/durations.ts';

/** For how long an ad may have led to an order: days after its click, and after it was seen without one. */
export type AttributionRule = { readonly clickDays: number; readonly viewDays: number };

/** What holds unless an administrator says otherwise; what held stays with each order. Source: issue 9, item 2. */
export const attributionRule: AttributionRule = { clickDays: 14, viewDays: 1 };

/** What a shopper did with an ad. */
export const touchKinds = ['view', 'click'] as const;
/** One of `touchKinds`. */
export type TouchKind = (typeof touchKinds)[number];

/** How what was bought and what was advertised belong together, the closest first. */
export const attributionMatches = ['product', 'brand'] as const;
/** One of `attributionMatches`. */
export type AttributionMatch = (typeof attributionMatches)[number];

/**
 * What became of a candidate, in the order in which the rule asks: too long before the order, of the same brand while
 * another was of the product itself, seen while another was clicked, followed by another, or credited.
 */
export const candidateOutcomes = ['too_long_ago', 'other_product', 'not_clicked', 'not_last', 'credited'] as const;
/** One of `candidateOutcomes`. */
export type CandidateOutcome = (typeof candidateOutcomes)[number];

/** Milliseconds before an order in which a touch of this kind counts. */
export function windowMsOf(kind: TouchKind, { clickDays, viewDays }: AttributionRule): number {
  return (kind === 'click' ? clickDays : viewDays) * dayMs;
}

/** Milliseconds before an order in which there may be candidates. */
export function longestWindowMs({ clickDays, viewDays }: AttributionRule): number {
  return Math.max(clickDays, viewDays) * dayMs;
}
