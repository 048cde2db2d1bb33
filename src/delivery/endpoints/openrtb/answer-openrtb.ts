/*
 * OpenRTB 2.x: bid requests and bids.
 *
 * - `bid-request.ts`, `bid-context.ts`, `bid-terms.ts`: from a bid request to an ad request with terms.
 * - `bid-price.ts`, `exchange-rates.ts`, `parse-rate-file.ts`: floors, prices and currencies.
 * - `bid-pod.ts`: ad pods.
 * - `bid-video.ts`, `native-markup.ts`, `present-bid.ts`: the bid. `unzip-body.ts`: compressed requests.
 *
 * Every request without a bid is explained in `/decisions`. See docs/decisions/0158-exchange-rates.md.
 */

import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Snapshot, SnapshotBooking } from '../../../core/snapshot/snapshot.ts';
import type { BookingId, CreativeId } from '../../../core/vocabulary/ids.ts';
import type { PlayerSupport } from '../../answer/player-support.ts';
import type { TrackedAd } from '../../answer/present-json.ts';
import { asciiJson } from '../../answer/text/ascii-json.ts';
import { noAudience } from '../../decide/audience/segment-follower.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { decodeOnce } from '../../request/read-path-request.ts';
import { withContext } from '../../request/request-context.ts';
import { noParameters } from '../../request/request-parameters.ts';
import type { ReadRequest } from '../../request/viewer-key.ts';
import { withPodPositions } from '../ad-break/break-parameters.ts';
import { type AdServices, noStoreJson, sendNotReady } from '../ad-path/answer-ads.ts';
import type { DecideStack } from '../ad-path/decide-ads.ts';
import type { TraceableRequest } from '../debug/note-decision.ts';
import { slotsOfStack } from '../stack/stack-slots.ts';
import { bidContext } from './bid-context.ts';
import { type PodWinner, podWinnerOf, termsOfPod } from './bid-pod.ts';
import { bidPrice } from './bid-price.ts';
import { type BidRequest, readBidRequest } from './bid-request.ts';
import type { CreateBidTerms } from './bid-terms.ts';
import { vastVersionOf } from './bid-video.ts';
import type { ExchangeRates } from './exchange-rates.ts';
import { bidResponse, presentBid } from './present-bid.ts';

export type BidServices = AdServices & {
  readonly bidTerms: CreateBidTerms;
  readonly exchangeRates: Pick<ExchangeRates, 'convert' | 'version'>;
  readonly decideStack: DecideStack;
};

/**
 * Handles `POST /openrtb2`: one bid for the first impression, bids for all impressions of its ad pod, or 204. A booking
 * that cannot bid is not drawn, so that another one can be. For a caller with a debug key, the header `placard-no-bid`
 * contains the reason why there is no bid. Source: wire-protocol 5.2; docs/decisions/0233-openrtb-pods.md.
 */
export function answerBidRequest(exchange: DeliveryExchange, body: Buffer, services: BidServices): void {
  const request = readBidRequest(body);
  const snapshot = services.holder.current();
  if (snapshot === null) {
    sendNotReady(exchange);
    return;
  }
  const bids =
    request.pod === null
      ? singleBid(request, { exchange, snapshot, services })
      : podBids(request, { exchange, snapshot, services });
  const [first] = bids;
  if (first === undefined) exchange.send({ status: 204, headers: noBidHeaders(exchange, request, snapshot) });
  else {
    const answer = bidResponse(
      request,
      first.currency,
      bids.map(({ bid }) => bid),
    );
    exchange.send({ status: 200, headers: noStoreJson, body: asciiJson(answer), latin1: true });
  }
}

type Bidding = {
  readonly exchange: DeliveryExchange;
  readonly snapshot: Snapshot;
  readonly services: BidServices;
};

type PricedBid = { readonly bid: object; readonly currency: string };

function singleBid(request: BidRequest, bidding: Bidding): readonly PricedBid[] {
  const { snapshot, services } = bidding;
  const { slotName, format, versionFor } = askedOf(request, snapshot);
  const slots = [{ slotName, parameters: noParameters }];
  const terms = format === undefined ? undefined : services.bidTerms(request, format);
  const asked = inContext({ ...request.ofAll, slots, terms }, request, bidding);
  const [ad] = services.decideStack(snapshot, asked, { versionFor, keep: null });
  const bid = ad === undefined ? null : bidWith(ad, request, bidding);
  return bid === null ? [] : [bid];
}

/**
 * Returns the bids of an ad pod in the order of its impressions. Each impression is a decision, whose terms separate its
 * ads from those of earlier impressions. All prices have the currency of the first bid.
 */
function podBids(first: BidRequest, bidding: Bidding): readonly PricedBid[] {
  const { snapshot, services } = bidding;
  const bids: PricedBid[] = [];
  const taken: PodWinner[] = [];
  for (const [index, one] of [first, ...first.further].entries()) {
    const currency = bids[0]?.currency ?? one.currencies?.[0];
    const request = currency === undefined ? one : { ...one, currencies: [currency] };
    const { slotName, format, versionFor } = askedOf(request, snapshot);
    if (format === undefined) continue;
    const slot = { slotName, parameters: noParameters };
    const slots = withPodPositions(slotsOfStack(slot, request.pod?.dynamic?.maxAds ?? 1, snapshot), index + 1);
    const terms = termsOfPod(services.bidTerms(request, format), request, taken, services.exchangeRates);
    const asked = inContext({ ...request.ofAll, slots, terms, maxPerBrand: 1 }, request, bidding);
    for (const ad of services.decideStack(snapshot, asked, { versionFor, keep: null })) {
      const inOneCurrency = bids[0] === undefined ? request : { ...request, currencies: [bids[0].currency] };
      const bid = bidWith(ad, inOneCurrency, bidding);
      if (bid === null) continue;
      bids.push(bid);
      const brandId = snapshot.creativeById.get(Number(ad.libId) as CreativeId)?.brandId;
      if (brandId !== undefined) taken.push(podWinnerOf(snapshot, Number(ad.adspaceId) as BookingId, brandId));
    }
  }
  return bids;
}

function askedOf({ slotName: sent, mediumFields }: BidRequest, { positionBySlotName }: Snapshot) {
  // Prebid Server (Java) encodes the parts of the name, Prebid Server (Go) does not.
  const text = sent ?? '';
  const slotName = [text, decodeOnce(text)].find((name) => positionBySlotName.has(name)) ?? text;
  const versionFor: PlayerSupport['versionFor'] = (kind) => vastVersionOf(mediumFields, kind);
  return { slotName, format: positionBySlotName.get(slotName)?.format, versionFor };
}

function inContext(
  asked: ReadRequest,
  { device, isOfPartner }: BidRequest,
  { exchange, services }: Bidding,
): TraceableRequest {
  const sources = isOfPartner ? { ...services.contextSources, audience: noAudience } : services.contextSources;
  const viewer = bidContext(device, exchange.target, sources);
  return withContext(asked, { ...viewer.exchange, noteDecision: exchange.noteDecision }, viewer.sources);
}

/** Returns true for the path of bid requests. */
export function isBidEndpoint(path: string): boolean {
  return path === '/openrtb2' || path === '/openrtb2/';
}

/** Returns the bid with an ad that was drawn under the terms of its request. */
function bidWith(ad: TrackedAd, request: BidRequest, { snapshot, services }: Bidding): PricedBid | null {
  const { row } = snapshot.bookingById.get(Number(ad.adspaceId) as BookingId) as SnapshotBooking;
  const creative = snapshot.creativeById.get(Number(ad.libId) as CreativeId);
  const price = bidPrice(request, row.cpm, services.exchangeRates);
  if (creative === undefined || 'refusal' in price) return null;
  const format = snapshot.formatById.get(creative.formatId);
  const bid = presentBid(request, {
    ad,
    creative: unpackCreative(creative),
    format,
    price,
    deliveryUrl: services.deliveryUrl,
  });
  return bid === null ? null : { bid, currency: price.currency };
}

/** Returns headers for callers with a debug key only. Others get no information about bookings. */
function noBidHeaders({ noteDecision }: DeliveryExchange, request: BidRequest, snapshot: Snapshot): string[] {
  if (noteDecision === undefined) return [];
  const { slotName } = request;
  const { format } = askedOf(request, snapshot);
  const reason =
    slotName === null
      ? 'imp[0] has neither ext.adhese.SL nor tagid'
      : format === undefined
        ? 'no position has the slot name of imp[0]'
        : 'no booking can bid; the header placard-trace has the reason of each';
  return ['placard-no-bid', reason];
}
