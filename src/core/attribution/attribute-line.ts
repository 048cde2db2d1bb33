import {
  type AttributionMatch,
  type AttributionRule,
  type CandidateOutcome,
  longestWindowMs,
  type TouchKind,
  windowMsOf,
} from '../vocabulary/attribution-rule.ts';

/** An interaction of a shopper with an ad. */
export type Touch = {
  /** ID of the counted event. Unique among touches. */
  readonly eventId: string;
  readonly kind: TouchKind;
  /** Epoch ms. */
  readonly atMs: number;
  /** null: an ad of another kind than a product. */
  readonly productId: number | null;
  readonly brandId: number;
};

/** One order line, a product bought by a shopper whose touches are known, or the conversion of an action. */
export type BoughtLine = {
  /** Epoch ms of the order. */
  readonly atMs: number;
  /** null: the conversion of an action, to which all ads of its brands can lead. */
  readonly productId: number | null;
  readonly brandIds: readonly number[];
};

/** A touch that could have led to the order, with the outcome of the rule. */
export type AttributionCandidate<Known extends Touch> = {
  readonly touch: Known;
  readonly match: AttributionMatch;
  readonly outcome: CandidateOutcome;
};

/** The credited candidate of a line (null: none) and all candidates, the last touch first. */
export type LineAttribution<Known extends Touch> = {
  readonly credited: AttributionCandidate<Known> | null;
  readonly candidates: readonly AttributionCandidate<Known>[];
};

/**
 * Attributes an order line to the touch that led to it, or to none. Candidates are touches of the same product or the
 * same brand, or of any ad of the brands of a conversion action, that are at most as old as the longest window and not after the order. A candidate is credited only within
 * its own window: its age is at least 0 and below the window. Product precedes brand, then click precedes view, then
 * the later touch wins. At the same millisecond, the greater event ID (compared as text) wins. The result depends only
 * on the arguments, so it can be recomputed from the touches.
 * Source: docs/decisions/0131-attribution.md.
 * @param touches of the shopper, in any order
 * @example a click on the product 13 days ago precedes a view of it an hour ago, and a click on another product of its
 * brand today
 */
export function attributeLine<Known extends Touch>(
  line: BoughtLine,
  touches: readonly Known[],
  rule: AttributionRule,
): LineAttribution<Known> {
  const known = touches.flatMap((touch) => {
    const match = matchOf(line, touch);
    const ageMs = line.atMs - touch.atMs;
    return match === null || ageMs < 0 || ageMs >= longestWindowMs(rule) ? [] : [{ touch, match }];
  });
  const last = known.toSorted((one, other) => laterFirst(one.touch, other.touch));
  const inTime = last.filter(({ touch }) => line.atMs - touch.atMs < windowMsOf(touch.kind, rule));
  const ofProduct = inTime.filter(({ match }) => match === 'product');
  const closest = ofProduct.length > 0 ? ofProduct : inTime;
  const clicks = closest.filter(({ touch }) => touch.kind === 'click');
  const [winner] = clicks.length > 0 ? clicks : closest;
  const outcomeOf = (one: (typeof known)[number]): CandidateOutcome => {
    if (!inTime.includes(one)) return 'too_long_ago';
    if (!closest.includes(one)) return 'other_product';
    if (clicks.length > 0 && !clicks.includes(one)) return 'not_clicked';
    return one === winner ? 'credited' : 'not_last';
  };
  const candidates = last.map((one) => ({ ...one, outcome: outcomeOf(one) }));
  return { credited: candidates.find(({ outcome }) => outcome === 'credited') ?? null, candidates };
}

function matchOf(line: BoughtLine, touch: Touch): AttributionMatch | null {
  const isOfBrand = line.brandIds.includes(touch.brandId);
  if (line.productId === null) return isOfBrand ? 'brand' : null;
  if (touch.productId === null) return null;
  if (touch.productId === line.productId) return 'product';
  return isOfBrand ? 'brand' : null;
}

function laterFirst(one: Touch, other: Touch): number {
  if (one.atMs !== other.atMs) return other.atMs - one.atMs;
  return one.eventId < other.eventId ? 1 : -1;
}
