import { randomUUID } from 'node:crypto';
import { hasUse } from '../../core/consent/consent-table.ts';
import type { ConversionRecord } from '../../exchange/journal/conversion-record.ts';
import { type ShopperKeys, shopperKeysAt } from '../../platform/keys/shopper-keys.ts';
import type { TextSigner } from '../../platform/keys/signed-text.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../listener/send.ts';
import { readConsent } from '../request/consent/read-consent.ts';
import type { ContextSources } from '../request/context-sources.ts';
import { readFirstPartyKey } from '../request/viewer-key.ts';
import type { EventIntake } from './event-intake.ts';
import { isBotAgent } from './is-bot.ts';
import { isPrefetch } from './is-prefetch.ts';
import { InvalidConversionError, readPixelParameters } from './read-pixel-parameters.ts';
import { sendPixel } from './send-pixel.ts';
import { sendUnavailable } from './track.ts';

/** Path of the pixel on the delivery address. Pages contain it, so it never changes. */
export const conversionEndpoint = 'conversion';

export type ConversionServices = {
  readonly intake: Pick<EventIntake, 'note'>;
  readonly conversionSigner: Pick<TextSigner, 'open'>;
  readonly shopperKeys: ShopperKeys;
  readonly contextSources: Pick<ContextSources, 'tcfVendorId'>;
  readonly now: () => number;
};

/**
 * Handles `/conversion/<signed action ID>?order=...&value=...&currency=...&ui=...&click=...`: the pixel of a conversion
 * action. A conversion is on disk before the 200. The visitor and the click are read only with consent to attribution.
 * HEAD, crawlers and prefetching get the same response and are not counted. Source:
 * docs/decisions/0223-conversion-actions.md.
 */
export async function answerConversion(
  exchange: DeliveryExchange,
  path: string,
  services: ConversionServices,
): Promise<void> {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST') {
    return sendMethodNotAllowed(exchange, 'GET, HEAD, POST');
  }
  const actionId = Number(services.conversionSigner.open(path.split('/')[2] ?? '') ?? Number.NaN);
  if (!Number.isSafeInteger(actionId)) return sendNotFound(exchange);
  let record: ConversionRecord;
  try {
    record = recordOf(exchange, actionId, services);
  } catch (error) {
    if (!(error instanceof InvalidConversionError)) throw error;
    return sendDeliveryProblem(exchange, { status: 400, title: 'Invalid conversion', detail: error.message });
  }
  if (method === 'HEAD' || isBotAgent(exchange.header('user-agent')) || isPrefetch(exchange))
    return sendPixel(exchange);
  try {
    await services.intake.note(record);
  } catch {
    // Counted and logged by the journal. The client is asked to retry.
    return sendUnavailable(exchange);
  }
  sendPixel(exchange);
}

function recordOf(
  exchange: DeliveryExchange,
  actionId: number,
  { shopperKeys, contextSources, now }: ConversionServices,
): ConversionRecord {
  const parameters = parametersOf(exchange.target);
  const { orderId, value, clickEventId } = readPixelParameters(parameters);
  const { uses } = readConsent({ parameters, exchange }, contextSources.tcfVendorId);
  const isAgreed = hasUse(uses, 'attribution');
  const atMs = now();
  return {
    record: 'conversion',
    actionId,
    // Random, so that no two conversions have the same.
    orderId: orderId ?? randomUUID(),
    atMs,
    value,
    shopperKeys: isAgreed ? shopperKeysAt(shopperKeys, readFirstPartyKey(parameters, undefined), atMs) : [],
    clickEventId: isAgreed ? clickEventId : null,
  };
}

function parametersOf(target: string): ReadonlyMap<string, readonly string[]> {
  const query = target.indexOf('?');
  const sent = new URLSearchParams(query === -1 ? '' : target.slice(query));
  return new Map([...sent.keys()].map((name) => [name, sent.getAll(name)]));
}
