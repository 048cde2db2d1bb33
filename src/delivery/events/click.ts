import type { Logger } from 'pino';
import { unpackCreative } from '../../core/snapshot/packed-creative.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { CreativeRow, FormatRow } from '../../core/snapshot/snapshot-rows.ts';
import { clickIdOf, clickIdParameter } from '../../core/vocabulary/attribution-rule.ts';
import type { CreativeId } from '../../core/vocabulary/ids.ts';
import { isFilledTarget } from '../answer/macros/macro.ts';
import {
  type ClickAddress,
  isHostOn,
  normalTarget,
  readClickAddress,
  readTarget,
} from '../answer/signed-address/click-address.ts';
import { type EventToken, type EventTokens, hashTarget, isPreview } from '../answer/signed-address/event-token.ts';
import type { DeliveryExchange } from '../listener/exchange.ts';
import { sendDeliveryProblem, sendMethodNotAllowed, sendNotFound } from '../listener/send.ts';
import { type EventIntake, storeEvent } from './event-intake.ts';
import { sendUnavailable } from './track.ts';

const noStore = ['cache-control', 'no-store'];

export type ClickDependencies = {
  readonly tokens: EventTokens;
  readonly intake: EventIntake;
  readonly currentSnapshot: () => Snapshot | null;
  readonly log: Logger;
};

/**
 * Handles `/raylene/sl<position>/II<token>/ad<adId>-<libId>/UR<target>`. The click is on disk before the redirect. A
 * URL with any modified part is rejected (404). A target that is neither the creative's own nor on its domains is
 * rejected (400). Neither counts. Without a target, the click counts and the response is 200, as the Android client
 * expects. Browsers send POST for `<a ping>`. If the journal cannot be written, the click is lost (counted as refused
 * in the metrics) and the user is still redirected. Without a target, the response is 503. `target` is the request
 * target with its query, which may be part of the click's target. Source: wire-protocol 5.9 and 6, product decisions 8.
 */
export async function answerClick(
  exchange: DeliveryExchange,
  target: string,
  dependencies: ClickDependencies,
): Promise<void> {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD' && method !== 'POST')
    return sendMethodNotAllowed(exchange, 'GET, HEAD, POST');
  const address = readClickAddress(target);
  const token = address === null ? null : dependencies.tokens.verify(address.token);
  if (address === null || token === null || !isOf(token, address)) return sendNotFound(exchange);

  if (address.target === '') {
    const kept = await take(exchange, token, dependencies);
    return kept ? exchange.send({ status: 200, headers: noStore }) : sendUnavailable(exchange);
  }
  const destination = readTarget(address.target);
  if (destination === null || !isAllowed(destination, token, dependencies.currentSnapshot())) {
    return sendDeliveryProblem(exchange, {
      status: 400,
      title: 'The target of this click URL is not allowed',
      detail: 'The target after UR must be the creative’s own or on a domain of its brand.',
    });
  }
  await take(exchange, token, dependencies);
  const location = isTracked(token, dependencies.currentSnapshot()) ? withClickId(destination, token) : destination;
  exchange.send({ status: 302, headers: [...noStore, 'location', location] });
}

/** Returns true if the IDs next to the token equal those in the token. */
function isOf(token: EventToken, { positionId, adId, creativeId }: ClickAddress): boolean {
  return token.positionId === positionId && token.adId === adId && token.creativeId === creativeId;
}

/** Returns true if the click is on disk or must not be counted: link checkers use HEAD, and a preview is not an ad. */
async function take(
  exchange: DeliveryExchange,
  token: EventToken,
  { intake, log }: ClickDependencies,
): Promise<boolean> {
  if (exchange.method === 'HEAD' || isPreview(token)) return true;
  try {
    await storeEvent(intake, { what: { kind: 'click' }, token, sender: exchange });
    return true;
  } catch (error) {
    log.error({ err: error, adId: token.adId }, 'A click could not be stored');
    return false;
  }
}

/** Allows the creative's own target, as signed at the decision or as currently configured, and hosts on its domains. */
function isAllowed(destination: string, token: EventToken, snapshot: Snapshot | null): boolean {
  if (Buffer.compare(hashTarget(destination), token.targetHash) === 0) return true;
  const packed = snapshot?.creativeById.get(token.creativeId as CreativeId);
  if (packed === undefined) return false;
  const creative = unpackCreative(packed);
  const own = creative.clickUrl === null ? null : normalTarget(creative.clickUrl);
  if (own !== null && (own === destination || isFilledTarget(destination, own))) return true;
  if (isOfField(creative, snapshot?.formatById.get(packed.formatId), destination)) return true;
  const host = new URL(destination).hostname;
  return creative.domains.some((domain) => isHostOn(host, domain));
}

/** Returns true if conversions are attributed to the ad. A preview is not an ad. */
function isTracked(token: EventToken, snapshot: Snapshot | null): boolean {
  const packed = isPreview(token) ? undefined : snapshot?.creativeById.get(token.creativeId as CreativeId);
  return packed !== undefined && unpackCreative(packed).tracksConversions === true;
}

/** Returns the target with the ID of the click. The rest of its query is unchanged. */
function withClickId(destination: string, token: EventToken): string {
  const [address = '', fragment] = destination.split(/#(.*)/s, 2);
  const separator = address.includes('?') ? '&' : '?';
  const hash = fragment === undefined ? '' : `#${fragment}`;
  return `${address}${separator}${clickIdParameter}=${clickIdOf(token)}${hash}`;
}

/** Returns true for a URL in a URL field of its template. A text that looks like a URL is not a target. */
function isOfField({ fields = {} }: CreativeRow, format: FormatRow | undefined, destination: string): boolean {
  return (format?.templateFields ?? []).some(({ name, kind }) => {
    const value = kind === 'url' && Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value !== undefined && normalTarget(String(value)) === destination;
  });
}
