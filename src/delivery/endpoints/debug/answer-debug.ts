import { escapeHtml } from '../../../platform/http/escape-html.ts';
import { readDebugKey } from '../../../platform/keys/signed-debug-key.ts';
import { pageHeaders } from '../../answer/page-headers.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendMethodNotAllowed } from '../../listener/send.ts';
import { cookieRules } from '../user-sync/sync-cookies.ts';
import type { DebugServices } from './debug-exchange.ts';

const headers = pageHeaders("default-src 'none'; base-uri 'none'; form-action 'none'");

/**
 * Handles `/debug?key=`: sets the debug cookie of the browser for the lifetime of the key. Without a valid key, it
 * deletes the cookie.
 */
export async function answerDebug(
  exchange: DeliveryExchange,
  { debugSigner, now, deliveryUrl }: DebugServices & { readonly deliveryUrl: string },
): Promise<void> {
  if (exchange.method !== 'GET' && exchange.method !== 'HEAD')
    return sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
  const query = exchange.target.indexOf('?');
  const text = new URLSearchParams(query === -1 ? '' : exchange.target.slice(query)).get('key') ?? '';
  const nowMs = now();
  const key = readDebugKey(debugSigner, text, nowMs);
  const seconds = key === null ? 0 : key.expiresAt - Math.floor(nowMs / 1000);
  const cookie = `debugKey=${key === null ? '' : text}; Max-Age=${seconds}${cookieRules(deliveryUrl)}`;
  const said =
    key === null
      ? 'Debugging is disabled in this browser.'
      : `Debugging is enabled in this browser until ${new Date(key.expiresAt * 1000).toUTCString()}. Responses to its ad requests have the header placard-trace.`;
  exchange.send({
    status: 200,
    headers: [...headers, 'set-cookie', cookie],
    body: `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Debugging</title></head><body><p>${escapeHtml(said)}</p></body></html>`,
  });
}
