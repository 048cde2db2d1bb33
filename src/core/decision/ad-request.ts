import type { SnapshotAd } from '../snapshot/snapshot.ts';
import type { RequestContext } from '../targeting/targeting.ts';

/** Common form of all ad requests (JSON body, path, OpenRTB and others) for the decision. */
export type AdRequest = {
  /**
   * At most `maxSlotsPerRequest` as parsed. A repeated slot name counts once (first occurrence). Further ads of a stack
   * are additional.
   */
  readonly slots: readonly RequestedSlot[];
  /** Parameters for all slots. */
  readonly parameters: RequestParameters;
  /** Context in addition to the parameters; omitted: none. */
  readonly context?: RequestContext;
  /** Terms that ads must meet; omitted: any ad. */
  readonly terms?: AdTerms | undefined;
  /** Most ads of one brand in the response for each position; omitted: the limit of the position. */
  readonly maxPerBrand?: number | undefined;
};

/**
 * Terms of a request that depend on the ad: price, currency, playable files, blocked advertisers. A booking without an
 * acceptable ad does not take part, so another booking is drawn instead.
 */
export type AdTerms = {
  /** Must be stable for an ad while the request is decided. */
  readonly accepts: (ad: SnapshotAd) => boolean;
  /** Reason why an ad is not accepted, for traces. Omitted: unknown. */
  readonly refusal?: (ad: SnapshotAd) => string;
  /** Description of the terms, for traces. */
  readonly inWords: () => string;
  /** Cache key: equal only for terms that accept the same ads. Omitted: not cacheable. */
  readonly key?: () => string;
  /** Limit of the total duration of the ads of a stack. Omitted: none. */
  readonly breakTime?: BreakTime | undefined;
};

/** Duration of an ad break, which the ads of one stack share. Source: docs/decisions/0216-ad-pods.md. */
export type BreakTime = {
  /** Most milliseconds of all ads of the stack. */
  readonly maxMs: number;
  /** Returns the milliseconds of an ad that the terms accept; 0: unknown, not counted. */
  readonly durationMs: (ad: SnapshotAd) => number;
};

export type RequestedSlot = {
  /** As requested, without the `sl` prefix of the path form. */
  readonly slotName: string;
  /** Parameters for this slot only. They precede the common parameters of the same key. */
  readonly parameters: RequestParameters;
  /**
   * True: a further ad of the previous slot, with the same name, for a stack. Omitted: a separate slot. Source:
   * docs/decisions/0022-stacks.md.
   */
  readonly isFurther?: true;
};

/** Values as sent by two-character parameter key. Empty values are omitted. */
export type RequestParameters = ReadonlyMap<string, readonly string[]>;
