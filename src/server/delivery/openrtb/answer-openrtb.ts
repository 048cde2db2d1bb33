import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { CreativeId } from '../../../core/words/ids.ts';
import { type AdServices, noStoreJson, sendNotReady } from '../ad-path/answer-ads.ts';
import { asciiJson } from '../answers/ascii-json.ts';
import type { JsonAd } from '../answers/present-json.ts';
import type { VideoWish } from '../answers/video-wish.ts';
import type { Exchange } from '../listener/exchange.ts';
import { decodeOnce } from '../requests/read-path-request.ts';
import { withContext } from '../requests/request-context.ts';
import { noParameters } from '../requests/request-parameters.ts';
import { bidContext } from './bid-context.ts';
import { readBidRequest } from './bid-request.ts';
import { vastVersionOf } from './bid-video.ts';
import { presentBid } from './present-bid.ts';

/** `POST /openrtb2`: one bid for the first impression, or 204. Source: wire-protocol 5.2. */
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
  const viewer = bidContext(request.device, exchange.target, services.contextSources);
  const adRequest = { ...request.ofAll, slots: [{ slotName, parameters: noParameters }] };
  const versionFor: VideoWish['versionFor'] = (kind) => vastVersionOf(request.mediumFields, kind);
  const asked = withContext(adRequest, { ...viewer.exchange, noteDecision: exchange.noteDecision }, viewer.sources);
  const decided = services.decideAds(snapshot, asked, { versionFor, keep: null });
  const [ad] = JSON.parse(decided) as readonly JsonAd[];
  const mediaType = snapshot.positionBySlotName.get(slotName)?.format.mediaType;
  const creative = snapshot.creativeById.get(Number(ad?.libId) as CreativeId);
  const answer =
    ad === undefined || mediaType === undefined || creative === undefined
      ? null
      : presentBid(request, { ad, creative: unpackCreative(creative), mediaType, deliveryUrl: services.deliveryUrl });
  if (answer === null) exchange.send({ status: 204 });
  else exchange.send({ status: 200, headers: noStoreJson, body: asciiJson(answer), latin1: true });
}

/** True for the path of bid requests. */
export function isBidEndpoint(path: string): boolean {
  return path === '/openrtb2' || path === '/openrtb2/';
}
