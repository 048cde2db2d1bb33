/*
 * Several ads of one position: `/m/stack` and `/e/stack`.
 *
 * - `answer-stack.ts`: the endpoint. `stack-slots.ts`, `decide-stack-slot.ts`: a stack as slots of one decision.
 * - `page-view.ts`, `stack-selections.ts`, `sent-selection.ts`: requests of one page view (`rn`) get the same ads.
 * - `present-stack.ts`: the response.
 *
 * See docs/decisions/0159-stacks-of-one-page-view.md.
 */

import { isOpen } from '../../../core/loop/opening-hours.ts';
import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { defaultStackAds, maxStackAds, stackCeiling } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { defaultPlayerSupport } from '../../answer/player-support.ts';
import { asciiJson } from '../../answer/text/ascii-json.ts';
import type { SnapshotFollower } from '../../decide/snapshot/snapshot-follower.ts';
import type { HttpExchange } from '../../listener/http-exchange.ts';
import { sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import type { ContextSources } from '../../request/context-sources.ts';
import { readPathRequest } from '../../request/read-path-request.ts';
import { withSession } from '../../request/request-context.ts';
import { jsonHeaders, sendNotReady } from '../ad-path/answer-ads.ts';
import type { DecideStack } from '../ad-path/decide-ads.ts';
import { pageViewOf } from './page-view.ts';
import { stackEntries } from './present-stack.ts';
import { slotsOfStack } from './stack-slots.ts';

export type StackServices = {
  readonly holder: Pick<SnapshotFollower, 'current'>;
  readonly decideStack: DecideStack;
  readonly contextSources: ContextSources;
  readonly deliveryUrl: string;
  readonly now: () => number;
};

/**
 * Handles `/m/stack/sl<slot>/...?max_ads=&max_per_brand=` and `/e/stack/sl<slot>/...`: several different ads of the
 * first named position. Source: wire-protocol 5.5 and 8; product decisions 8;
 * docs/decisions/0159-stacks-of-one-page-view.md.
 */
export async function answerStack(exchange: HttpExchange, path: string, services: StackServices): Promise<void> {
  const [, list, , ...segments] = path.split('/');
  if (!/^\/[me]\/stack(?:\/|$)/.test(path)) return sendNotFound(exchange);
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
  const request = readPathRequest(segments.join('/'));
  const snapshot = services.holder.current();
  if (snapshot === null) return sendNotReady(exchange);
  const [slot] = request.slots;
  const asked = queryOf(exchange.target);
  const ads = list === 'e' ? stackCeiling : Math.min(numberIn(asked, 'max_ads') ?? defaultStackAds, maxStackAds);
  const slots =
    slot === undefined || isClosed(slot.slotName, snapshot, services.now()) ? [] : slotsOfStack(slot, ads, snapshot);
  const maxPerBrand = numberIn(asked, 'max_per_brand');
  const limited = { ...request, slots, ...(maxPerBrand !== null && { maxPerBrand }) };
  const { session, inContext } = withSession(limited, exchange, services.contextSources);
  const pageView = list === 'm' ? pageViewOf(exchange, request.parameters, services.contextSources) : null;
  const selected = services.decideStack(snapshot, inContext, defaultPlayerSupport, pageView);
  const body = asciiJson({ ads: stackEntries(selected, snapshot, services.deliveryUrl) });
  exchange.send({ status: 200, headers: jsonHeaders(session), body, latin1: true });
}

/** A screen gets no ads outside its opening hours. */
function isClosed(slotName: string, snapshot: Snapshot, nowMs: number): boolean {
  const position = snapshot.positionBySlotName.get(slotName);
  return position !== undefined && !isOpen(position.openingHours, position.clock.momentAt(nowMs));
}

function queryOf(target: string): URLSearchParams {
  const query = target.indexOf('?');
  return new URLSearchParams(query === -1 ? '' : target.slice(query));
}

/** Returns a number of ads, or null if the value is invalid. */
function numberIn(query: URLSearchParams, name: string): number | null {
  const given = query.get(name);
  const number = given !== null && /^\d{1,6}$/.test(given) ? Number(given) : 0;
  return number === 0 ? null : number;
}
