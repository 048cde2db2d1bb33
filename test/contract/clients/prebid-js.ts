/*
 * Model of the Prebid.js adapter reading a response of `/json`, and of the checks of its core. Source: wire-protocol
 * 5.1.
 */

type Ad = {
  readonly slotName: string;
  readonly origin?: string;
  readonly originInstance?: string;
  readonly originData?: { readonly seatbid?: readonly { readonly bid: readonly Record<string, unknown>[] }[] };
  readonly id?: string | null;
  readonly orderId?: string;
  readonly ext?: string;
  readonly tag?: string;
  readonly body?: string;
  readonly width?: string;
  readonly height?: string;
  readonly impressionCounter: string;
  readonly cachedBodyUrl?: string;
  readonly adomain?: readonly string[];
  readonly extension: {
    readonly mediaType: string;
    readonly prebid?: { readonly cpm: { readonly amount: unknown; readonly currency?: string } };
  };
};

export type AdUnit = {
  readonly slotName: string;
  readonly mediaType: 'banner' | 'video';
  readonly sizes: readonly (readonly [number, number])[];
  /** Whether the page has its own cache. */
  readonly hasCache?: boolean;
};

export type PrebidBid = {
  readonly cpm: number;
  readonly currency: string | undefined;
  readonly width: number;
  readonly height: number;
  readonly creativeId: string | null | undefined;
  readonly dealId: string | undefined;
  readonly advertiserDomains: readonly string[];
  readonly markup?: string;
  readonly vastUrl?: string;
  readonly vastXml?: string;
};

/** Returns one bid, or null, for each unit. Throws if the adapter throws and loses all bids of the request. */
export function readByPrebid(text: string, units: readonly AdUnit[]): readonly (PrebidBid | null)[] {
  const bySlot = new Map((JSON.parse(text) as readonly Ad[]).map((ad) => [ad.slotName, ad]));
  const all = units.map((unit) => {
    const ad = bySlot.get(unit.slotName);
    return ad === undefined ? null : { unit, ad, bid: bidOf(ad) };
  });
  return all.map((one) => (one !== null && passes(one.bid, one.unit, one.ad.extension.mediaType) ? one.bid : null));
}

function bidOf(ad: Ad): PrebidBid {
  const isOwn = ad.origin === undefined || ad.origin === '' || ad.origin === 'JERLICIA';
  const { mediaType, prebid } = ad.extension;
  const markup = isOwn && !usesBody(ad) ? ad.tag : ad.body;
  const image = `<img src='${ad.impressionCounter}' style='height:1px; width:1px; margin: -1px -1px; display:none;'/>`;
  return {
    cpm: prebid === undefined ? 0 : Number(prebid.cpm.amount) || 0,
    currency: prebid === undefined ? 'USD' : prebid.cpm.currency,
    width: Number(ad.width),
    height: Number(ad.height),
    creativeId: isOwn ? ad.id : String(ad.originData?.seatbid?.[0]?.bid[0]?.['crid'] ?? ''),
    dealId: ad.orderId,
    advertiserDomains: ad.adomain ?? [],
    ...(mediaType !== 'video'
      ? { markup: `${markup}${image}` }
      : ad.cachedBodyUrl === undefined
        ? { vastXml: String(markup) }
        : { vastUrl: ad.cachedBodyUrl }),
  };
}

/** The body of an own ad is used only if it is a script, a page or XML. */
function usesBody({ ext, body = '' }: Ad): boolean {
  return ext === 'js' && /<script|<SCRIPT|<html|<HTML|<\?xml/.test(body);
}

function passes(bid: PrebidBid, unit: AdUnit, mediaType: string): boolean {
  if (bid.creativeId === null || bid.creativeId === undefined || bid.currency === undefined) return false;
  if (mediaType !== unit.mediaType) return false;
  if (mediaType === 'video') return bid.vastUrl !== undefined || unit.hasCache === true;
  return unit.sizes.length === 1 || (!Number.isNaN(bid.width) && !Number.isNaN(bid.height));
}
