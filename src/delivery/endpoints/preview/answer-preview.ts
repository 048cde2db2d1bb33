import type { SnapshotPosition } from '../../../core/snapshot/snapshot.ts';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { maxPreviews } from '../../../core/vocabulary/limits/creative-limits.ts';
import { pageHeaders } from '../../answer/page-headers.ts';
import { videoOptionsOfTarget } from '../../answer/player-support.ts';
import { asciiJson, scriptHeaders } from '../../answer/text/ascii-json.ts';
import type { SnapshotFollower } from '../../decide/snapshot/snapshot-follower.ts';
import type { DeliveryExchange } from '../../listener/exchange.ts';
import { sendMethodNotAllowed, sendNotFound } from '../../listener/send.ts';
import { noStoreJson } from '../ad-path/answer-ads.ts';
import { adScript } from '../ad-tag/ad-script.ts';
import type { PreviewAd, WritePreview } from './preview-ad.ts';
import { noPreviewPage, previewFrame, previewPage } from './preview-page.ts';
import type { FoundPreview, PreviewSource } from './preview-source.ts';

export type PreviewServices = {
  readonly holder: Pick<SnapshotFollower, 'current'>;
  readonly previews: PreviewSource;
  readonly writePreview: WritePreview;
};

const pagePath = /^\/creatives\/preview\/(frame\/)?([\w.-]+)$/;

/**
 * Handles `/creatives/preview/json/tag.do?id=`: an array of the creatives as ads that count nothing, `[]` if there is
 * nothing to show; `/creatives/preview/tag.do?id=`: the first of them as a script; `/creatives/preview/<link>`: a page
 * for people. Source: wire-protocol 5.4, 5.7 and 12(c) 34.
 */
export async function answerPreview(
  exchange: DeliveryExchange,
  path: string,
  services: PreviewServices,
): Promise<void> {
  const { method } = exchange;
  if (method !== 'GET' && method !== 'HEAD') return sendMethodNotAllowed(exchange, 'GET, HEAD, OPTIONS');
  switch (path) {
    case '/creatives/preview/json/tag.do': {
      const body = asciiJson(await findAds(exchange, services));
      return exchange.send({ status: 200, headers: noStoreJson, body, latin1: true });
    }
    case '/creatives/preview/tag.do': {
      const [ad] = await findAds(exchange, services);
      return exchange.send({ status: 200, headers: scriptHeaders, body: scriptOf(ad), latin1: true });
    }
    default:
      return answerPage(exchange, path, services);
  }
}

async function findAds(exchange: DeliveryExchange, services: PreviewServices): Promise<readonly PreviewAd[]> {
  const { previews, holder } = services;
  const query = new URLSearchParams(exchange.target.slice(exchange.target.indexOf('?')));
  const ids = query.getAll('id').flatMap((list) => list.split(','));
  const slotId = Number(query.get('slotId') ?? 0);
  const position = holder.current()?.positionById.get(slotId as PositionId) ?? null;
  const ads: PreviewAd[] = [];
  for (const id of new Set(ids.slice(0, maxPreviews))) {
    const preview = await previews.find(id);
    const ad = preview === null ? null : adOf(preview, exchange, services, position);
    if (ad !== null) ads.push(ad);
  }
  return ads;
}

/** A creative is shown only at positions of its format. */
function adOf(
  preview: FoundPreview,
  exchange: DeliveryExchange,
  { writePreview }: PreviewServices,
  position: SnapshotPosition | null,
): PreviewAd | null {
  const { version } = videoOptionsOfTarget(exchange.target);
  const support = { versionFor: () => version, keep: null };
  return writePreview(preview, position?.format.id === preview.format.id ? position : null, support);
}

function scriptOf(ad: PreviewAd | undefined): string {
  if (ad === undefined) return adScript(null);
  return adScript({ markup: ad.tag, width: Number(ad.width ?? 0), height: Number(ad.height ?? 0) });
}

async function answerPage(exchange: DeliveryExchange, path: string, services: PreviewServices): Promise<void> {
  const [, frame, id = ''] = pagePath.exec(path) ?? [];
  if (id === '') return sendNotFound(exchange);
  const preview = await services.previews.find(id);
  const ad = preview === null ? null : adOf(preview, exchange, services, null);
  if (preview === null || ad === null) {
    return exchange.send({ status: 404, headers: aroundFrame, body: noPreviewPage() });
  }
  if (frame !== undefined) return exchange.send({ status: 200, headers: inFrame, body: previewFrame(preview, ad) });
  exchange.send({ status: 200, headers: aroundFrame, body: previewPage(preview, ad, `frame/${id}`) });
}

const aroundFrame = pageHeaders(
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; base-uri 'none'; form-action 'none'",
);
/** Untrusted markup: an opaque origin, so that it has no access to this one. */
const inFrame = pageHeaders('sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox');
