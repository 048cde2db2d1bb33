import { randomInt } from 'node:crypto';
import type { AdRequest } from '../../../core/decision/ad-request.ts';
import { isFrom, type VastVersion } from '../../../core/vast/vast-version.ts';
import { type BreakOffset, type VmapBreak, writeVmap } from '../../../core/vast/write-vmap.ts';
import { videoOptionsOfTarget } from '../../answer/player-support.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendMethodNotAllowed } from '../../listener/send.ts';
import { readPathRequest } from '../../request/read-path-request.ts';
import { positionInContent } from './break-parameters.ts';
import { type LabelGroup, labelGroupName, labelGroupText } from './label-group.ts';
import { breakParameters, readAdBreak } from './read-ad-break.ts';
import { isLimit, type RequestedBreak, readBreaks } from './read-breaks.ts';

/** First segment of the path. */
export const vmapEndpoint = 'vmap';

/**
 * Handles `/vmap/sl<slot>/<parameters>?break=...`: the ad breaks of a content item as VMAP 1.0. It decides nothing: each
 * break has the URL of an ad pod with the parameters of the request, which the player requests when the break is due.
 * Source: docs/decisions/0217-vmap.md.
 */
export function answerVmap(exchange: DeliveryExchange, path: string, deliveryUrl: string): void {
  const { method, target } = exchange;
  if (method !== 'GET' && method !== 'HEAD') {
    sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
    return;
  }
  const request = readPathRequest(path.slice(`/${vmapEndpoint}`.length));
  const mark = target.indexOf('?');
  const query = new URLSearchParams(mark === -1 ? '' : target.slice(mark));
  const asked = { request, query, version: videoOptionsOfTarget(target).version, deliveryUrl };
  const requested = readBreaks(query);
  const groups = labelGroups(query, requested.length);
  const breaks = requested.map((one, index) =>
    breakOf(one, String(index + 1), { ...asked, labels: groups?.(index) ?? null }),
  );
  exchange.send({
    status: 200,
    headers: [
      'content-type',
      'application/xml; charset=utf-8',
      'cache-control',
      'no-store',
      'x-content-type-options',
      'nosniff',
    ],
    body: writeVmap(breaks),
  });
}

type Asked = {
  readonly request: AdRequest;
  readonly query: URLSearchParams;
  readonly version: VastVersion;
  readonly deliveryUrl: string;
  /** null: competitors may be in several breaks. */
  readonly labels: LabelGroup | null;
};

/** Value of the parameter `separate` for competitors that must not be in different breaks. */
const separateParameter = 'separate';
const separateBreaks = 'breaks';

/**
 * Returns the group of exclusion labels of each break; null: they are not separated. The groups change from document to
 * document, so that no label is always in the last break.
 */
function labelGroups(query: URLSearchParams, breaks: number): ((index: number) => LabelGroup) | null {
  if (query.get(separateParameter) !== separateBreaks || breaks < 2) return null;
  const first = randomInt(breaks);
  return (index) => ({ group: (first + index) % breaks, of: breaks });
}

function breakOf({ offset, slotName, limits }: RequestedBreak, id: string, asked: Asked): VmapBreak {
  const { request, query, version, deliveryUrl, labels } = asked;
  const given = new URLSearchParams();
  for (const name of Object.values(breakParameters)) {
    const value = limits.get(name) ?? query.get(name) ?? '';
    if (isLimit(value)) given.set(name, value);
  }
  if (labels !== null) given.set(labelGroupName, labelGroupText(labels));
  given.set('vastVersion', version);
  const slot = encodeURIComponent(slotName ?? request.slots[0]?.slotName ?? '');
  const tag = `/ad/sl${slot}/${parameterSegments(request, offset)}?${given}`;
  return {
    id,
    offset,
    tagUrl: deliveryUrl + tag,
    isPod: typeof readAdBreak(tag)?.maxAds === 'number',
    template: isFrom(version, '4.0') ? 'vast4' : 'vast3',
  };
}

/** Returns the parameters of the request as path segments, with the position of the break in the content. */
function parameterSegments({ parameters }: AdRequest, offset: BreakOffset): string {
  const all = new Map([...parameters, positionInContent(offset)]);
  return [...all].map(([key, values]) => `${key}${values.map(encodeURIComponent).join(';')}/`).join('');
}
