import type { RequestContext } from '../targeting/targeting.ts';

/** What every form of ad request (JSON body, path, OpenRTB, ...) is read into before anything is decided. */
export type AdRequest = {
  /** At most `maxSlotsPerRequest`; each slot name once, first mention wins. */
  readonly slots: readonly RequestedSlot[];
  /** Parameters for all slots. */
  readonly parameters: RequestParameters;
  /** What is known besides the parameters; left out: nothing. */
  readonly context?: RequestContext;
};

export type RequestedSlot = {
  /** Exactly as requested, without the `sl` prefix of the path form. */
  readonly slotName: string;
  /** Parameters for this slot only; they come before the common ones of the same key. */
  readonly parameters: RequestParameters;
};

/** Two-character parameter keys to their values as sent; empty values are left out. */
export type RequestParameters = ReadonlyMap<string, readonly string[]>;
