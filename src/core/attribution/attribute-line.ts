import {
  type AttributionMatch,
  type AttributionRule,
  type CandidateOutcome,
  longestWindowMs,
  type TouchKind,
  windowMsOf,
} from '../words/attribution-rule.ts';

/** Something that a shopper did with an ad of a product. */
export type Touch = {
  /** Of the event that counted; no two touches share one. */
  readonly eventId: string;
  readonly kind: TouchKind;
  /** Epoch ms. */
  readonly atMs: number;
  readonly productId: number;
  readonly brandId: number;
};

/** One line of an order: a product that was bought, by a shopper whose touches are known. */
export type BoughtLine = {
  /** Epoch ms of the order. */
  readonly atMs: number;
  readonly productId: number;
  readonly brandId: number;
};

/** A touch that could have led to the order, and what the rule made of it. */
export type AttributionCandidate<Known extends Touch> = {
  readonly touch: Known;
  readonly match: AttributionMatch;
  readonly outcome: CandidateOutcome;
};

/** Who is credited with a line, and every candidate, the last touch first; null: nobody. */
export type LineAttribution<Known extends Touch> = {
  readonly credited: AttributionCandidate<Known> | null;
  readonly candidates: readonly AttributionCandidate<Known>[];
};

/**
 * Credits one line of an order to the touch that led to it, or to none. Candidates are touches of the same product or the same brand,
 * at most the longest window old and not after the order. Of those within their own window (the age of a touch is at least 0
 * and below the window), one of the product goes before one of the brand, then a click before a view, then the last; of two at the
 * same millisecond the one whose event id is greater, as text. Depends on nothing else, so whoever has the touches finds
 * the same. Source: docs/decisions/0131-attribution.md.
 * @param touches of the shopper, in any order
 * @example a click on the product 13 days ago goes before a view of it an hour ago, and before a click on its brand's other product today
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
  if (touch.productId === line.productId) return 'product';
  return touch.brandId === line.brandId ? 'brand' : null;
}

function laterFirst(one: Touch, other: Touch): number {
  if (one.atMs !== other.atMs) return other.atMs - one.atMs;
  return one.eventId < other.eventId ? 1 : -1;
}
