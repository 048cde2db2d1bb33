import { readClickAddress } from '../../../delivery/answer/signed-address/click-address.ts';
import { type EventToken, type EventTokens, isPreview } from '../../../delivery/answer/signed-address/event-token.ts';
import { textOfId } from '../../../delivery/endpoints/openrtb/bid-request.ts';
import { trackedEvent } from '../../../delivery/events/track.ts';
import { endpointOf, normalizedPath } from '../../../delivery/listener/request-path.ts';
import { decodeOnce, readPathRequest } from '../../../delivery/request/read-path-request.ts';
import { readJsonRequest } from '../../../delivery/request/read-request.ts';
import { RequestError } from '../../../delivery/request/request-error.ts';
import type { ReadRequest } from '../../../delivery/request/viewer-key.ts';
import type { LoggedCall } from '../log/logged-call.ts';
import { isFields } from '../log/parse-json-line.ts';
import {
  type CallMeaning,
  type LoggedDelivery,
  notAnAdCall,
  queryOfTarget,
  type ShadowRequest,
} from './shadow-request.ts';

/** Verifies the event tokens of this installation; null: its secret is not available. */
export type PlacardTokens = Pick<EventTokens, 'verify'> | null;

const pathEndpoints = new Set(['json', 'jsonp', 'ad', 'm', 'e', 'track', 'raylene']);
/** Most ads of a stack without a number, and of lists for screens. */
const allAds = 1_000;

/** Reports whether a path has the form that Placard and Adhese share. */
export function isPathCall(path: string): boolean {
  return pathEndpoints.has(endpointOf(path));
}

/**
 * Reads a call in the form that Placard and Adhese share: ad requests in the path or in a JSON body, impressions and
 * clicks. Events that this installation signed name the booking of Placard, others that of Adhese.
 */
export function readPathCall(call: LoggedCall, tokens: PlacardTokens): CallMeaning {
  const path = normalizedPath(call.target);
  switch (endpointOf(path)) {
    case 'track':
      return readImpression(path, tokens);
    case 'raylene':
      return readClick(call.target, tokens);
    default:
      return readAdRequest(path, call, tokens);
  }
}

function readAdRequest(path: string, call: LoggedCall, tokens: PlacardTokens): CallMeaning {
  try {
    const request = requestIn(path, call);
    if (request === null) return { skipped: 'the body of the request is not in the log' };
    const deliveries = deliveriesIn(call.responseBody, tokens);
    return { requests: [shadowRequest(request, path, call)], deliveries };
  } catch (error) {
    if (error instanceof RequestError) return { skipped: error.message };
    throw error;
  }
}

/** Returns null for a body that is not in the log. */
function requestIn(path: string, { method, requestBody }: LoggedCall): ReadRequest | null {
  const [, endpoint = '', ...segments] = path.split('/');
  if (endpoint === 'json' && method === 'POST') {
    return requestBody === null ? null : readJsonRequest(Buffer.from(requestBody));
  }
  const skipped = endpoint === 'jsonp' || endpoint === 'm' || endpoint === 'e' ? 1 : 0;
  return readPathRequest(segments.slice(skipped).join('/'));
}

function shadowRequest(request: ReadRequest, path: string, { target }: LoggedCall): ShadowRequest {
  const { parameters, user, regs } = request;
  const endpoint = endpointOf(path);
  const isSingle = endpoint === 'ad' || endpoint === 'm' || endpoint === 'e';
  const slots = (isSingle ? request.slots.slice(0, 1) : request.slots).map(({ slotName, parameters: own }) => ({
    zone: slotName,
    parameters: own,
  }));
  const maxAds = endpoint === 'm' ? Number(queryOfTarget(target).get('max_ads') ?? '') : 0;
  const stackAds = endpoint === 'e' || endpoint === 'ad' ? allAds : maxAds > 0 ? maxAds : undefined;
  return { server: 'placard', slots, parameters, user, regs, ...(stackAds !== undefined && { stackAds }) };
}

/** Source: wire-protocol 6. */
function readImpression(path: string, tokens: PlacardTokens): CallMeaning {
  const tracked = tokens === null ? null : trackedEvent(path, tokens as EventTokens);
  if (tracked !== null && tracked !== 'no_name') {
    if (tracked.event === null || isPreview(tracked.token)) return { skipped: 'an event that is not counted' };
    if (tracked.event.kind !== 'impression') return { skipped: 'an event that is not an impression' };
    return { requests: [], deliveries: [ofToken(tracked.token, 'impression')] };
  }
  const [, , adSegment = ''] = path.split('/');
  if (adSegment.includes('-')) return { skipped: 'an event that is not an impression' };
  if (!/^\d+$/.test(adSegment)) return { skipped: notAnAdCall };
  return { requests: [], deliveries: [ofAdhese(path, adSegment, 'impression')] };
}

function readClick(target: string, tokens: PlacardTokens): CallMeaning {
  const address = readClickAddress(target);
  const token = address === null ? null : (tokens?.verify(address.token) ?? null);
  if (token !== null) return { requests: [], deliveries: [ofToken(token, 'click')] };
  const adId = /\/ad(\d+)-\d+/.exec(target)?.[1];
  if (adId === undefined) return { skipped: 'the click names no ad' };
  return { requests: [], deliveries: [ofAdhese(target, adId, 'click')] };
}

function ofToken(token: EventToken, source: LoggedDelivery['source']): LoggedDelivery {
  const { bookingId, creativeId, positionId, decisionId, slotIndex } = token;
  return {
    id: `${source} ${decisionId} ${slotIndex}`,
    server: 'placard',
    source,
    zone: `placard:position:${positionId}`,
    campaign: `placard:booking:${bookingId}`,
    creative: `placard:creative:${creativeId}`,
  };
}

/** Tracking URLs of Adhese have the slot name in the segment `SL`, and only the ID of the ad. */
function ofAdhese(path: string, adId: string, source: LoggedDelivery['source']): LoggedDelivery {
  const slotName = /\/SL([^/]+)/.exec(path)?.[1];
  return {
    server: 'adhese',
    source,
    zone: slotName === undefined ? null : decodeOnce(slotName),
    campaign: `adhese:ad:${adId}`,
    creative: null,
  };
}

/** Reads the ads of a JSON response. Those of Placard have trackers with a token that this installation signed. */
function deliveriesIn(body: string | null, tokens: PlacardTokens): readonly LoggedDelivery[] {
  if (body === null || !body.trimStart().startsWith('[')) return [];
  let ads: unknown;
  try {
    ads = JSON.parse(body);
  } catch {
    return [];
  }
  return (Array.isArray(ads) ? ads : []).flatMap((ad: unknown) => {
    if (!isFields(ad) || typeof ad['slotName'] !== 'string') return [];
    const tracker = textOfId(ad['tracker']) || textOfId(ad['impressionCounter']);
    const token = /\/II([\w-]+)/.exec(tracker)?.[1] ?? '';
    const verified = tokens?.verify(token) ?? null;
    if (verified !== null) return [ofToken(verified, 'response')];
    const [booking, creative] = [textOfId(ad['adspaceId']), textOfId(ad['libId'])];
    return [
      {
        server: 'adhese' as const,
        source: 'response' as const,
        zone: ad['slotName'],
        campaign: booking === '' ? null : `adhese:booking:${booking}`,
        creative: creative === '' ? null : `adhese:creative:${creative}`,
      },
    ];
  });
}
