/*
 * Calls of ad servers.
 *
 * - `read-call.ts`: finds the ad server of a call. `shadow-request.ts`: the common form of requests and deliveries.
 * - `path-calls.ts`: Placard and Adhese. `revive-calls.ts`: Revive Adserver. `google-calls.ts`: Google Ad Manager.
 *   `kevel-calls.ts`: Kevel. `auction-calls.ts`: OpenRTB.
 */

import { normalizedPath } from '../../../delivery/listener/request-path.ts';
import type { LoggedCall } from '../log/logged-call.ts';
import { parseFields } from '../log/parse-json-line.ts';
import { readAuction } from './auction-calls.ts';
import { isGooglePath, readGoogleCall } from './google-calls.ts';
import { readKevelCall } from './kevel-calls.ts';
import { isPathCall, type PlacardTokens, readPathCall } from './path-calls.ts';
import { readReviveCall, reviveScriptOf } from './revive-calls.ts';
import { type CallMeaning, notAnAdCall } from './shadow-request.ts';

/** Reads a call of any ad server. Calls that were not answered, or have another purpose, are skipped with the reason. */
export function readCall(call: LoggedCall, tokens: PlacardTokens): CallMeaning {
  const { method, status } = call;
  if (method !== 'GET' && method !== 'POST') return { skipped: `method ${method.slice(0, 10)}` };
  const path = normalizedPath(call.target);
  const read = readerOf(path, tokens);
  if (read === null) return { skipped: notAnAdCall };
  if (status !== null && status >= 400) return { skipped: `the response was an error (status ${status})` };
  return read(call);
}

function readerOf(path: string, tokens: PlacardTokens): ((call: LoggedCall) => CallMeaning) | null {
  const script = path.endsWith('.php') ? reviveScriptOf(path) : null;
  if (script !== null) return (call) => readReviveCall(script, call);
  if (isPathCall(path)) return (call) => readPathCall(call, tokens);
  if (path.includes('/gampad/') && isGooglePath(path)) return (call) => readGoogleCall(path, call);
  if (/^\/api\/v2\/?$/.test(path)) return readKevelCall;
  if (/^\/openrtb2\/?$/.test(path)) return readBidCall;
  return null;
}

function readBidCall({ atMs, requestBody, responseBody }: LoggedCall): CallMeaning {
  if (requestBody === null) return { skipped: 'the body of the request is not in the log' };
  const request = parseFields(requestBody);
  if (request === null) return { skipped: 'the body of the request is not a JSON object' };
  return readAuction({ atMs, request, response: responseBody === null ? null : parseFields(responseBody) });
}
