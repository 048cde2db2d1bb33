import type { RequestParameters } from '../../../core/decision/ad-request.ts';
import type { BidRequest } from '../../../delivery/endpoints/openrtb/bid-request.ts';

/** Ad servers whose requests are understood. */
export const adServers = ['placard', 'adhese', 'revive', 'google', 'kevel', 'openrtb'] as const;
export type AdServer = (typeof adServers)[number];

/** A requested ad, named as in the log. */
export type ShadowSlot = {
  /** Slot name, or the external ID of a zone: `revive:zone:7`. */
  readonly zone: string;
  readonly parameters: RequestParameters;
};

/** An ad request of a log, independent of the ad server that received it. */
export type ShadowRequest = {
  readonly server: AdServer;
  readonly slots: readonly ShadowSlot[];
  readonly parameters: RequestParameters;
  readonly user?: unknown;
  readonly regs?: unknown;
  /** Identifier of the viewer in the other ad server; undefined: the log has none. */
  readonly viewer?: string | undefined;
  /** Most ads of a stack; undefined: as the position. */
  readonly stackAds?: number;
  readonly bid?: BidRequest;
};

/** What the other ad server delivered, by external ID. */
export type LoggedDelivery = {
  /** Equal for repeated calls of one ad, which count once. Omitted: every call counts. */
  readonly id?: string;
  readonly server: AdServer;
  /** `impression` and `click`: the log has the call of the browser. `response`: the log has the response with the ad. */
  readonly source: 'impression' | 'response' | 'click';
  /** As in `ShadowSlot`; null: not in the log. */
  readonly zone: string | null;
  readonly campaign: string | null;
  readonly creative: string | null;
};

/** Meaning of a call, or the reason why it has none. */
export type CallMeaning =
  | { readonly requests: readonly ShadowRequest[]; readonly deliveries: readonly LoggedDelivery[] }
  | { readonly skipped: string };

export const notAnAdCall = 'not an ad request, an impression or a click';

/** Returns the parameters of an object of texts, without empty values. */
export function parametersFrom(entries: Iterable<readonly [string, readonly string[]]>): RequestParameters {
  const parameters = new Map<string, readonly string[]>();
  for (const [key, values] of entries) {
    const known = values.filter((value) => value !== '');
    if (known.length > 0) parameters.set(key, [...(parameters.get(key) ?? []), ...known]);
  }
  return parameters;
}

/** Returns the query of a target; empty: none. */
export function queryOfTarget(target: string): URLSearchParams {
  const at = target.indexOf('?');
  return new URLSearchParams(at === -1 ? '' : target.slice(at + 1));
}
