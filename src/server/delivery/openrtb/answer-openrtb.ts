import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { Snapshot, SnapshotBooking } from '../../../core/snapshot/snapshot.ts';
import type { BookingId, CreativeId } from '../../../core/words/ids.ts';
import { type AdServices, noStoreJson, sendNotReady } from '../ad-path/answer-ads.ts';
import type { JsonAd } from '../answers/present-json.ts';
import type { VideoWish } from '../answers/video-wish.ts';
import { noAudience } from '../audience/segment-holder.ts';
import type { Exchange } from '../listener/exchange.ts';
import { decodeOnce } from '../requests/read-path-request.ts';
import { withContext } from '../requests/request-context.ts';
import { noParameters } from '../requests/request-parameters.ts';
import { asciiJson } from '../text/ascii-json.ts';
import { bidContext } from './bid-context.ts';
import { type BidRequest, readBidRequest } from './bid-request.ts';
import { bidPrice, createBidTerms } from './bid-terms.ts';
import { vastVersionOf } from './bid-video.ts';
import { presentBid } from './present-bid.ts';

const bidTerms = createBidTerms();

/**
 * `POST /openrtb2`: one bid for the first impression, or 204. What could not bid is not drawn, so that another booking is.
 * Source: wire-protocol 5.2.
 */
export function answerBidRequest(exchange: Exchange, body: Buffer, services: AdServices): void {
  const request = readBidRequest(body);
  const snapshot = services.holder.current();
  if (snapshot === null) {
    sendNotReady(exchange);
    return;
  }
  // Prebid Server in Java encodes the parts of the name, the one in Go does not.
  const names = [request.slotName, decodeOnce(request.slotName)];
  const slotName = names.find((name) => snapshot.positionBySlotName.has(name)) ?? request.slotName;
  const format = snapshot.positionBySlotName.get(slotName)?.format;
  const sources = request.isOfPartner ? { ...services.contextSources, audience: noAudience } : services.contextSources;
  const viewer = bidContext(request.device, exchange.target, sources);
  const slots = [{ slotName, parameters: noParameters }];
  const terms = format === undefined ? undefined : bidTerms(request, format);
  const versionFor: VideoWish['versionFor'] = (kind) => vastVersionOf(request.mediumFields, kind);
  const asked = withContext(
    { ...request.ofAll, slots, terms },
    { ...viewer.exchange, noteDecision: exchange.noteDecision },
    viewer.sources,
  );
  const decided = services.decideAds(snapshot, asked, { versionFor, keep: null });
  const [ad] = JSON.parse(decided) as readonly JsonAd[];
  const answer = ad === undefined ? null : bidWith(ad, request, snapshot, services.deliveryUrl);
  if (answer === null) exchange.send({ status: 204 });
  else exchange.send({ status: 200, headers: noStoreJson, body: asciiJson(answer), latin1: true });
}

/** True for the path of bid requests. */
export function isBidEndpoint(path: string): boolean {
  return path === '/openrtb2' || path === '/openrtb2/';
}

/** The bid with an ad that was drawn under the terms of its request. */
function bidWith(ad: JsonAd, request: BidRequest, snapshot: Snapshot, deliveryUrl: string) {
  const { row } = snapshot.bookingById.get(Number(ad.adspaceId) as BookingId) as SnapshotBooking;
  const creative = snapshot.creativeById.get(Number(ad.libId) as CreativeId);
  const price = bidPrice(request, row.cpm);
  if (creative === undefined || price === null) return null;
  const format = snapshot.formatById.get(creative.formatId);
  return presentBid(request, { ad, creative: unpackCreative(creative), format, price, deliveryUrl });
}
