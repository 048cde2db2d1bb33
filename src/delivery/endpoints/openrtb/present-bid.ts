import { randomUUID } from 'node:crypto';
import type { CreativeRow, FormatRow } from '../../../core/snapshot/snapshot-rows.ts';
import { withImpressionImage } from '../../answer/impression-markup.ts';
import { nativePartsOf } from '../../answer/native-ad.ts';
import type { TrackedAd } from '../../answer/present-json.ts';
import { mraidFrameworks } from './bid-mraid.ts';
import type { BidMedium, BidRequest } from './bid-request.ts';
import { nativeMarkup } from './native-markup.ts';

/** `mtype` of a bid. Source: OpenRTB 2.6, 4.2.3. */
const markupTypes: Readonly<Record<BidMedium, number>> = { banner: 1, video: 2, audio: 3, native: 4 };

const hasSize: ReadonlySet<BidMedium> = new Set(['banner', 'video']);

export type BiddingAd = {
  readonly ad: TrackedAd;
  readonly creative: CreativeRow;
  /** Format of the creative. */
  readonly format: FormatRow | undefined;
  /** Per thousand. */
  readonly price: { readonly amount: number; readonly currency: string };
  readonly deliveryUrl: string;
};

/**
 * Returns the bid with an ad that meets the terms of its impression, or null if the ad has no content. Everything
 * in `ext.adhese` is text, because Prebid Server drops a bid with a number there. Source: OpenRTB 2.6, 4; wire-protocol
 * 5.2 and 12(c) 22.
 */
export function presentBid(request: BidRequest, bidding: BiddingAd) {
  const { ad, price } = bidding;
  const { medium, pod } = request;
  if (medium === null) return null;
  const adm = markupFor(medium, request, bidding);
  if (adm === null) return null;
  return {
    id: randomUUID(),
    impid: request.impId,
    price: price.amount,
    adid: ad.id,
    adm,
    ...(ad.adomain !== undefined && { adomain: ad.adomain }),
    cid: ad.orderId,
    crid: ad.libId,
    dealid: ad.orderId,
    mtype: markupTypes[medium],
    ...(hasSize.has(medium) && isKnown(ad.width) && { w: Number(ad.width) }),
    ...(hasSize.has(medium) && isKnown(ad.height) && { h: Number(ad.height) }),
    ...(ad.adDuration !== undefined && { dur: Number(ad.adDuration) }),
    ...(pod !== null && { slotinpod: pod.slotInPod }),
    ...(medium === 'banner' && mraidFrameworks(bidding.creative)),
    ext: {
      adhese: {
        id: ad.id,
        slotId: ad.slotID,
        libId: ad.libId,
        orderId: ad.orderId,
        adspaceId: ad.adspaceId,
        priority: ad.priority,
        adType: ad.adType,
        adFormat: ad.adFormat,
        orderProperty: '',
        viewableImpressionCounter: ad.viewableImpressionCounter,
      },
    },
  };
}

/** Returns the response with these bids, whose prices have one currency. */
export function bidResponse<Bid>({ id }: BidRequest, currency: string, bids: readonly Bid[]) {
  return { id, cur: currency, seatbid: [{ bid: bids }] };
}

/** Ads without a size have the size `0`. */
function isKnown(size: string | undefined): size is string {
  return size !== undefined && size !== '0';
}

function markupFor(medium: BidMedium, request: BidRequest, bidding: BiddingAd): string | null {
  const { ad, deliveryUrl } = bidding;
  switch (medium) {
    case 'banner':
      return withImpressionImage(ad.tag, ad.impressionCounter);
    case 'native':
      return nativeMarkup(request.mediumFields['request'], nativePartsOf(ad, bidding, deliveryUrl));
    case 'video':
    case 'audio':
      // The document contains its own trackers and has a version that the impression accepts.
      return ad.tag;
  }
}
