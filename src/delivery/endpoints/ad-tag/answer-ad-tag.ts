import type { AdRequest } from '../../../core/decision/ad-request.ts';
import type { Snapshot, SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import { joinVast } from '../../../core/vast/join-vast.ts';
import { writeEmptyVast } from '../../../core/vast/write-vast.ts';
import { stackCeiling } from '../../../core/vocabulary/limits/delivery-limits.ts';
import { sandbox } from '../../answer/html5-frame.ts';
import { withImpressionImage } from '../../answer/impression-markup.ts';
import { playerSupportFor, videoOptionsOfTarget } from '../../answer/player-support.ts';
import type { JsonAd } from '../../answer/present-json.ts';
import { asciiJson, scriptHeaders } from '../../answer/text/ascii-json.ts';
import type { SnapshotFollower } from '../../decide/snapshot/snapshot-follower.ts';
import { isCreativeHost } from '../../listener/creative-host.ts';
import type { Answer, DeliveryExchange } from '../../listener/exchange.ts';
import { sendMethodNotAllowed } from '../../listener/send.ts';
import type { ContextSources } from '../../request/context-sources.ts';
import { readPathRequest } from '../../request/read-path-request.ts';
import { withContext } from '../../request/request-context.ts';
import { withPodPositions } from '../ad-break/break-parameters.ts';
import { termsOfBreak } from '../ad-break/break-terms.ts';
import { readAdBreak } from '../ad-break/read-ad-break.ts';
import { noStoreJson, sendNotReady } from '../ad-path/answer-ads.ts';
import type { DecideStack } from '../ad-path/decide-ads.ts';
import { stackEntries } from '../stack/present-stack.ts';
import { slotsOfStack } from '../stack/stack-slots.ts';
import { adScript } from './ad-script.ts';
import { answerKindOf } from './answer-kind.ts';

export type AdTagServices = {
  readonly holder: Pick<SnapshotFollower, 'current'>;
  readonly decideStack: DecideStack;
  readonly contextSources: ContextSources;
  readonly deliveryUrl: string;
  readonly creativeOrigin: string | null;
};

/**
 * Handles `/ad/sl<slot>/...`: the ad of the first named position, as VAST for a player (several for an ad break), JSON for lists, a page for a
 * frame, a script otherwise. The markup counts its own impression, because these clients do not. Source: wire-protocol
 * 1, 5.7, 5.11, 7 and 8.
 */
export function answerAdTag(exchange: DeliveryExchange, path: string, services: AdTagServices): void {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD') {
    sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
    return;
  }
  const request = readPathRequest(path.slice('/ad'.length));
  const snapshot = services.holder.current();
  if (snapshot === null) {
    sendNotReady(exchange);
    return;
  }
  const asked = withAds(request, snapshot, exchange.target);
  const { version } = videoOptionsOfTarget(exchange.target);
  const ads = services.decideStack(
    snapshot,
    withContext(asked, exchange, services.contextSources),
    playerSupportFor(version),
  );
  const slotName = asked.slots[0]?.slotName ?? '';
  switch (answerKindOf(slotName, snapshot, exchange)) {
    case 'list': {
      const list = { ads: stackEntries(ads, snapshot, services.deliveryUrl) };
      exchange.send({ status: 200, headers: noStoreJson, body: asciiJson(list), latin1: true });
      return;
    }
    case 'vast':
      exchange.send({
        status: 200,
        headers: headersFor('application/xml'),
        body: asked.isPod
          ? joinVast(
              ads.map(({ tag }) => tag),
              version,
            )
          : (ads[0]?.tag ?? writeEmptyVast(version, null)),
      });
      return;
    case 'markup': {
      const position = snapshot.positionBySlotName.get(slotName);
      exchange.send(isForFrame(exchange) ? pageAnswer(ads[0], exchange, services) : scriptAnswer(ads[0], position));
    }
  }
}

/**
 * Returns the request with a slot for each ad of its first position: the ads of a stack, or of an ad break if the
 * position is for players.
 */
function withAds(request: AdRequest, snapshot: Snapshot, target: string): AdRequest & { readonly isPod: boolean } {
  const slots = request.slots.slice(0, 1);
  const [slot] = slots;
  const mediaType = slot === undefined ? null : snapshot.positionBySlotName.get(slot.slotName)?.format.mediaType;
  const isForPlayers = mediaType === 'video' || mediaType === 'audio';
  const adBreak = isForPlayers ? readAdBreak(target) : null;
  const ads = mediaType === 'stack' ? stackCeiling : (adBreak?.maxAds ?? 1);
  const all = slot === undefined ? slots : slotsOfStack(slot, ads, snapshot);
  if (adBreak === null) return { ...request, slots: all, isPod: false };
  const { maxAds, maxPerBrand } = adBreak;
  const isPod = maxAds !== null;
  return { ...request, slots: isPod ? withPodPositions(all) : all, terms: termsOfBreak(adBreak), maxPerBrand, isPod };
}

function scriptAnswer(ad: JsonAd | undefined, position: SnapshotPosition | undefined): Answer {
  const script = adScript(
    ad === undefined
      ? null
      : {
          markup: withImpressionImage(ad.tag, ad.impressionCounter),
          width: ad.width === undefined ? (position?.format.width ?? null) : Number(ad.width),
          height: ad.height === undefined ? (position?.format.height ?? null) : Number(ad.height),
        },
  );
  return { status: 200, headers: scriptHeaders, body: script, latin1: true };
}

function pageAnswer(ad: JsonAd | undefined, exchange: DeliveryExchange, { creativeOrigin }: AdTagServices): Answer {
  const markup = ad === undefined ? '' : withImpressionImage(ad.tag, ad.impressionCounter);
  const head = '<!doctype html><meta charset="utf-8"><title>Ad</title><style>html,body{margin:0}</style>';
  const headers = headersFor('text/html');
  // On the creative origin, the scripts of an ad must not access the outer frames of SafeFrames.
  const isShared = creativeOrigin !== null && isCreativeHost(exchange, creativeOrigin);
  const policy = isShared ? ['content-security-policy', `sandbox ${sandbox}`] : [];
  return { status: 200, headers: [...headers, ...policy], body: head + markup };
}

/** Returns true for a frame or a window: its headers say so, or it is the only client that explicitly accepts HTML. */
function isForFrame(exchange: DeliveryExchange): boolean {
  const destination = exchange.header('sec-fetch-dest');
  if (destination !== undefined) return /^(?:document|iframe|frame|embed|object|fencedframe)$/.test(destination);
  return exchange.header('accept')?.startsWith('text/html') ?? false;
}

function headersFor(type: string): readonly string[] {
  return ['content-type', `${type}; charset=utf-8`, 'cache-control', 'no-store', 'x-content-type-options', 'nosniff'];
}
