/*
 * OpenRTB 2.x: bid requests and bids.
 *
 * - `bid-request.ts`, `bid-context.ts`, `bid-terms.ts`: from a bid request to an ad request with terms.
 * - `bid-price.ts`, `exchange-rates.ts`, `parse-rate-file.ts`: floors, prices and currencies.
 * - `bid-video.ts`, `native-markup.ts`, `present-bid.ts`: the bid. `unzip-body.ts`: compressed requests.
 *
 * Every request without a bid is explained in `/decisions`. See docs/decisions/0158-exchange-rates.md.
 */

import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Snapshot, SnapshotBooking } from '../../../core/snapshot/snapshot.ts';
import type { FormatRow } from '../../../core/snapshot/snapshot-rows.ts';
import type { BookingId, CreativeId } from '../../../core/vocabulary/ids.ts';
import type { PlayerSupport } from '../../answer/player-support.ts';
import type { JsonAd } from '../../answer/present-json.ts';
import { asciiJson } from '../../answer/text/ascii-json.ts';
import { noAudience } from '../../decide/audience/segment-follower.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { decodeOnce } from '../../request/read-path-request.ts';
import { withContext } from '../../request/request-context.ts';
import { noParameters } from '../../request/request-parameters.ts';
import { type AdServices, noStoreJson, sendNotReady } from '../ad-path/answer-ads.ts';
import { bidContext } from './bid-context.ts';
import { bidPrice } from './bid-price.ts';
import { type BidRequest, readBidRequest } from './bid-request.ts';
import type { CreateBidTerms } from './bid-terms.ts';
import { vastVersionOf } from './bid-video.ts';
import type { ExchangeRates } from './exchange-rates.ts';
import { presentBid } from './present-bid.ts';

export type BidServices = AdServices & {
  readonly bidTerms: CreateBidTerms;
  readonly exchangeRates: Pick<ExchangeRates, 'convert'>;
};

/**
 * Handles `POST /openrtb2`: one bid for the first impression, or 204. A booking that cannot bid is not drawn, so that
 * another one can be. For a caller with a debug key, the header `placard-no-bid` contains the reason why there is no
 * bid. Source: wire-protocol 5.2.
 */
export function answerBidRequest(exchange: DeliveryExchange, body: Buffer, services: BidServices): void {
  const request = readBidRequest(body);
  const snapshot = services.holder.current();
  if (snapshot === null) {
    sendNotReady(exchange);
    return;
  }
  // Prebid Server (Java) encodes the parts of the name, Prebid Server (Go) does not.
  const sent = request.slotName ?? '';
  const names = [sent, decodeOnce(sent)];
  const slotName = names.find((name) => snapshot.positionBySlotName.has(name)) ?? sent;
  const format = snapshot.positionBySlotName.get(slotName)?.format;
  const sources = request.isOfPartner ? { ...services.contextSources, audience: noAudience } : services.contextSources;
  const viewer = bidContext(request.device, exchange.target, sources);
  const slots = [{ slotName, parameters: noParameters }];
  const terms = format === undefined ? undefined : services.bidTerms(request, format);
  const versionFor: PlayerSupport['versionFor'] = (kind) => vastVersionOf(request.mediumFields, kind);
  const asked = withContext(
    { ...request.ofAll, slots, terms },
    { ...viewer.exchange, noteDecision: exchange.noteDecision },
    viewer.sources,
  );
  const decided = services.decideAds(snapshot, asked, { versionFor, keep: null });
  const [ad] = JSON.parse(decided) as readonly JsonAd[];
  const answer = ad === undefined ? null : bidWith(ad, request, snapshot, services);
  if (answer === null) exchange.send({ status: 204, headers: noBidHeaders(exchange, request, format) });
  else exchange.send({ status: 200, headers: noStoreJson, body: asciiJson(answer), latin1: true });
}

/** Returns true for the path of bid requests. */
export function isBidEndpoint(path: string): boolean {
  return path === '/openrtb2' || path === '/openrtb2/';
}

/** Returns the bid with an ad that was drawn under the terms of its request. */
function bidWith(ad: JsonAd, request: BidRequest, snapshot: Snapshot, services: BidServices) {
  const { row } = snapshot.bookingById.get(Number(ad.adspaceId) as BookingId) as SnapshotBooking;
  const creative = snapshot.creativeById.get(Number(ad.libId) as CreativeId);
  const price = bidPrice(request, row.cpm, services.exchangeRates);
  if (creative === undefined || 'refusal' in price) return null;
  const format = snapshot.formatById.get(creative.formatId);
  return presentBid(request, {
    ad,
    creative: unpackCreative(creative),
    format,
    price,
    deliveryUrl: services.deliveryUrl,
  });
}

/**
 * Returns headers for callers with a debug key only. Others get no information about bookings. @param format format of
 * the position, undefined for an unknown slot
 */
function noBidHeaders(
  { noteDecision }: DeliveryExchange,
  { slotName }: BidRequest,
  format: FormatRow | undefined,
): string[] {
  if (noteDecision === undefined) return [];
  const reason =
    slotName === null
      ? 'imp[0] has neither ext.adhese.SL nor tagid'
      : format === undefined
        ? 'no position has the slot name of imp[0]'
        : 'no booking can bid; the header placard-trace has the reason of each';
  return ['placard-no-bid', reason];
}
