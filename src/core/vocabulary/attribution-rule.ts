import { dayMs } from '../time/durations.ts';

/** Attribution windows: days after a click, and after a view without a click. */
export type AttributionRule = { readonly clickDays: number; readonly viewDays: number };

/**
 * Default unless an administrator changes it. Each order stores the rule that applied to it. Source: issue 9, item 2.
 */
export const attributionRule: AttributionRule = { clickDays: 14, viewDays: 1 };

/** Kinds of interactions of a shopper with an ad. */
export const touchKinds = ['view', 'click'] as const;
export type TouchKind = (typeof touchKinds)[number];

/** Relations of the purchased product to the advertised one, closest first. */
export const attributionMatches = ['product', 'brand'] as const;
export type AttributionMatch = (typeof attributionMatches)[number];

/**
 * Outcomes of candidates, in the order of the checks: too long before the order, same brand while another was of the
 * product itself, viewed while another was clicked, not the last, or credited.
 */
export const candidateOutcomes = ['too_long_ago', 'other_product', 'not_clicked', 'not_last', 'credited'] as const;
export type CandidateOutcome = (typeof candidateOutcomes)[number];

/** Returns the attribution window of a kind of touch in ms. */
export function windowMsOf(kind: TouchKind, { clickDays, viewDays }: AttributionRule): number {
  return (kind === 'click' ? clickDays : viewDays) * dayMs;
}

/** Returns the longest attribution window in ms. */
export function longestWindowMs({ clickDays, viewDays }: AttributionRule): number {
  return Math.max(clickDays, viewDays) * dayMs;
}
