import type { Snapshot } from '../../../core/snapshot/snapshot.ts';
import { isCountedInMarkup, withImpressionInMarkup } from '../../answer/impression-in-markup.ts';
import { type PlayerSupport, videoOptionsOfTarget } from '../../answer/player-support.ts';
import { asciiJson, scriptHeaders } from '../../answer/text/ascii-json.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendMethodNotAllowed } from '../../listener/send.ts';
import { decodeOnce, readPathRequest } from '../../request/read-path-request.ts';
import { withContext } from '../../request/request-context.ts';
import { RequestError } from '../../request/request-error.ts';
import { pageViewOf } from '../stack/page-view.ts';
import { withStacks } from '../stack/stack-slots.ts';
import { type AdServices, sendNotReady } from './answer-ads.ts';

/** JavaScript names separated by dots, so that the result can only be a call. */
const callbackName = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*$/;
/**
 * Callback of old video players, which wait indefinitely for the end of an ad of another server. Source: wire-protocol
 * 5.8.
 */
const diesOfWrappers = /(?:^|\.)parseVastJson$/;
/** Most characters of a callback, longer than the names that libraries generate. */
const maxCallbackLength = 128;

/**
 * Handles `/jsonp/<callback>/sl<slot>/...`: the array of `/json` as a call of the page's function. The array is never
 * empty, because old video players always read its first element. Source: wire-protocol 5.8 and 12(c) 31.
 */
export function answerJsonp(
  exchange: DeliveryExchange,
  path: string,
  { holder, decideAds, contextSources }: AdServices,
): void {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD') {
    sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
    return;
  }
  const [, , callbackSegment = '', ...segments] = path.split('/');
  const callback = decodeOnce(callbackSegment);
  if (callback.length > maxCallbackLength || !callbackName.test(callback)) {
    throw new RequestError({
      status: 400,
      pointer: '/callback',
      message: 'The path contains no callback: /jsonp/<callback>/sl<slot name>',
    });
  }
  const request = readPathRequest(segments.join('/'));
  const snapshot = holder.current();
  if (snapshot === null) {
    sendNotReady(exchange);
    return;
  }
  const { version } = videoOptionsOfTarget(exchange.target);
  const versionFor: PlayerSupport['versionFor'] = (kind) =>
    kind === 'wrapper' && diesOfWrappers.test(callback) ? null : version;
  const withStackSlots = withStacks(request, snapshot);
  const pageView = withStackSlots === request ? null : pageViewOf(exchange, request.parameters, contextSources);
  const inContext = withContext(withStackSlots, exchange, contextSources);
  const decided = decideAds(snapshot, inContext, { versionFor, keep: null }, pageView);
  const ads = isCountedInMarkup(request) ? withImpressionInMarkup(decided) : decided;
  const body = ads === '[]' ? asciiJson([nothingToShow(snapshot, request.slots[0]?.slotName ?? '')]) : ads;
  exchange.send({ status: 200, headers: scriptHeaders, body: `${callback}(${body});`, latin1: true });
}

/** Returns an element whose markup is an empty video response. It has no URLs, so no events are counted. */
function nothingToShow(snapshot: Snapshot, slotName: string) {
  const position = snapshot.positionBySlotName.get(slotName);
  const format = position?.format.code ?? slotName.slice(slotName.lastIndexOf('-') + 1);
  return {
    slotName,
    slotID: String(position?.row.id ?? ''),
    adType: format,
    adFormat: format,
    origin: 'JERLICIA',
    originData: {},
    tag: '<VAST version="3.0"/>',
    extension: { mediaType: 'video' },
  };
}
