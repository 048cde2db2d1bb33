import type { SnapshotAd } from '../snapshot/snapshot.ts';
import type { RequestContext } from '../targeting/targeting.ts';

/** What every form of ad request (JSON body, path, OpenRTB, ...) is read into before anything is decided. */
export type AdRequest = {
  /** As read at most `maxSlotsPerRequest`; each slot name once, first mention wins. Further ones come on top. */
  readonly slots: readonly RequestedSlot[];
  /** Parameters for all slots. */
  readonly parameters: RequestParameters;
  /** What is known besides the parameters; left out: nothing. */
  readonly context?: RequestContext;
  /** What the one who asks takes; left out: any ad. */
  readonly terms?: AdTerms | undefined;
  /** Most ads of one brand in the answer of each position; left out: what the position says. */
  readonly maxPerBrand?: number | undefined;
};

/**
 * Terms of a request that one ad meets and another does not: a price, a currency, a file that can be played, an advertiser
 * that is not shut out. Whatever has no ad that meets them takes no part, so that another booking is drawn in its place.
 */
export type AdTerms = {
  /** The same answer for the same ad as long as the request is decided. */
  readonly accepts: (ad: SnapshotAd) => boolean;
  /** Why an ad that is not accepted is refused, for explanations. Left out: nothing more is known. */
  readonly refusal?: (ad: SnapshotAd) => string;
  /** The terms in words, for an explanation. */
  readonly inWords: () => string;
  /** The same text only for terms that take the same ads. Left out: nobody knows. */
  readonly key?: () => string;
};

export type RequestedSlot = {
  /** Exactly as requested, without the `sl` prefix of the path form. */
  readonly slotName: string;
  /** Parameters for this slot only; they come before the common ones of the same key. */
  readonly parameters: RequestParameters;
  /**
   * True: one more ad of the slot before it, whose name it has, for a stack. Left out: a slot of its own.
   * Source: docs/decisions/0022-stacks.md.
   */
  readonly isFurther?: true;
};

/** Two-character parameter keys to their values as sent; empty values are left out. */
export type RequestParameters = ReadonlyMap<string, readonly string[]>;
