import type { Logger } from 'pino';
import { unpackCreative } from '../../core/snapshot/packed-creative.ts';
import type { Snapshot } from '../../core/snapshot/snapshot.ts';
import type { CreativeRow, FormatRow } from '../../core/snapshot/snapshot-rows.ts';
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
import type { EventIntake } from './event-intake.ts';
import { sendUnavailable } from './track.ts';

const noStore = ['cache-control', 'no-store'];

export type ClickDependencies = {
  readonly tokens: EventTokens;
  readonly intake: EventIntake;
  readonly currentSnapshot: () => Snapshot | null;
  readonly log: Logger;
};

/**
 * `/raylene/sl<position>/II<token>/ad<adId>-<libId>/UR<target>`: the click is on disk before the redirect. An address of
 * which any part is not as we made it is none of ours (404), and a target that is neither the creative's own nor on its
 * domains is refused (400); neither counts. Without a target the click counts and the answer is 200, which is how the
 * Android client asks. POST is what a browser sends for `<a ping>`. When the journal cannot write, a person who clicked is
 * still sent on and the click is lost (and counted as refused in the metrics); without a target the answer is 503.
 * `target` is the request target with its query, which may be part of the click's target.
 * Source: wire-protocol 5.9 and 6, product decisions 8.
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
      title: 'This address does not lead to the advertiser',
      detail: 'The target after UR must be the creative’s own or lie on a domain of its brand.',
    });
  }
  await take(exchange, token, dependencies);
  exchange.send({ status: 302, headers: [...noStore, 'location', destination] });
}

/** The ids beside the token say what it says. */
function isOf(token: EventToken, { positionId, adId, creativeId }: ClickAddress): boolean {
  return token.positionId === positionId && token.adId === adId && token.creativeId === creativeId;
}

/** True when the click is on disk, or was none: HEAD is how link checkers ask where an address leads, and a preview is no ad. */
async function take(
  exchange: DeliveryExchange,
  token: EventToken,
  { intake, log }: ClickDependencies,
): Promise<boolean> {
  if (exchange.method === 'HEAD' || isPreview(token)) return true;
  try {
    await intake.take({ kind: 'click' }, token, exchange);
    return true;
  } catch (error) {
    log.error({ err: error, adId: token.adId }, 'A click could not be kept');
    return false;
  }
}

/** The creative's own target, as signed at the decision or as it is now, or a host on one of its domains. */
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

/** A link in a field of its template; what happens to look like one in a text leads nowhere. */
function isOfField({ fields = {} }: CreativeRow, format: FormatRow | undefined, destination: string): boolean {
  return (format?.templateFields ?? []).some(({ name, kind }) => {
    const value = kind === 'url' && Object.hasOwn(fields, name) ? fields[name] : undefined;
    return value !== undefined && normalTarget(String(value)) === destination;
  });
}
