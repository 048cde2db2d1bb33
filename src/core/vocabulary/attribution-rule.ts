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

/** Relations of a purchase to the advertised product, closest first: the same product, or the same brand. */
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

/** What a visitor did in a conversion. */
export const conversionCategories = ['purchase', 'sign_up', 'lead', 'visit', 'add_to_cart', 'other'] as const;
/** One of `conversionCategories`. */
export type ConversionCategory = (typeof conversionCategories)[number];

/** Conversions that count: each one, or the first of each visitor. */
export const conversionCountings = ['every', 'once'] as const;
/** One of `conversionCountings`. */
export type ConversionCounting = (typeof conversionCountings)[number];

/** Query parameter with which a click URL passes the click ID to the landing page. */
export const clickIdParameter = 'placard_click';

const clickIdPattern = /^[0-9a-f]{32}\.\d{1,3}$/;

/**
 * Returns the ID of a click, which the landing page receives: decision and slot. It identifies the ad and not the
 * visitor, and cannot be guessed.
 */
export function clickIdOf({
  decisionId,
  slotIndex,
}: {
  readonly decisionId: string;
  readonly slotIndex: number;
}): string {
  return `${decisionId}.${slotIndex}`;
}

/** Returns the ID of the counted event of a click. null: not a click ID. */
export function clickEventIdOf(clickId: string): string | null {
  return clickIdPattern.test(clickId) ? `${clickId}.click` : null;
}
