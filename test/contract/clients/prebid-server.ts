/*
 * Models of the Prebid Server adapters reading a response of `/openrtb2`, and of the old adapter in Go reading a
 * response of `/json`. Source: wire-protocol 5.2 and 5.3.
 */

export type ServerBid = {
  readonly impId: string;
  readonly price: number;
  readonly creativeId: string;
  readonly dealId: string | undefined;
  readonly markup: string;
  readonly mediaType: string;
  readonly ext: Readonly<Record<string, unknown>> | null;
};

type Impression = { readonly id: string } & Readonly<Record<string, unknown>>;
type Bid = Readonly<Record<'id' | 'impid' | 'crid' | 'adm', string>> & {
  readonly price: number;
  readonly dealid?: string;
  readonly ext?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | null;
};

const media = ['banner', 'video', 'native', 'audio'] as const;

/** Model of the adapter in Go: returns a bid, or the reason for none. */
export function readByServerInGo(
  answer: { readonly status: number; readonly body: string },
  request: { readonly imp: readonly Impression[]; readonly cur?: readonly string[] },
): ServerBid | string {
  if (answer.status !== 200) return `Unexpected status code: ${answer.status}`;
  if (answer.body === '') return 'Empty body';
  const response = JSON.parse(answer.body) as { seatbid?: { bid?: Bid[] }[]; cur?: string };
  const [seat] = response.seatbid ?? [];
  if (seat === undefined) return 'Empty SeatBid';
  const [bid] = seat.bid ?? [];
  if (bid === undefined) return 'Empty SeatBid.Bid';
  const groups = Object.values(bid.ext ?? { missing: { is: 0 } });
  if (groups.some((group) => Object.values(group).some((value) => typeof value !== 'string')))
    return 'BidExt parsing error';
  const imp = request.imp.find(({ id }) => id === bid.impid);
  const kinds = imp === undefined ? [] : media.filter((kind) => imp[kind] !== undefined);
  if (kinds.length !== 1) return 'One media type is needed';
  return accepted(bid, kinds[0] as string, response.cur, request.cur) ?? 'Refused by the core';
}

/** Model of the adapter in Java: 204 and an empty list are no bid. It keeps only some fields of `ext.adhese`. */
export function readByServerInJava(
  answer: { readonly status: number; readonly body: string },
  request: { readonly imp: readonly Impression[]; readonly cur?: readonly string[] },
): ServerBid | null {
  if (answer.status === 204) return null;
  const response = JSON.parse(answer.body) as { seatbid?: { bid?: Bid[] }[]; cur?: string };
  const bid = response.seatbid?.flatMap((seat) => seat.bid ?? [])[0];
  if (bid === undefined) return null;
  if (bid.ext === undefined || bid.ext === null) throw new Error('bid.ext is missing');
  const kept = [
    'priority',
    'orderProperty',
    'adFormat',
    'adType',
    'adspaceId',
    'libId',
    'slotId',
    'viewableImpressionCounter',
  ];
  const ext = Object.fromEntries(Object.entries(bid.ext['adhese'] ?? {}).filter(([key]) => kept.includes(key)));
  const kind = media.find((one) => request.imp[0]?.[one] !== undefined) ?? '';
  return accepted({ ...bid, ext: { adhese: ext } }, kind, response.cur, request.cur);
}

/** Checks that the core of both makes for every bid. */
function accepted(
  bid: Bid,
  mediaType: string,
  currency = 'USD',
  allowed: readonly string[] = ['USD'],
): ServerBid | null {
  if (!bid.id || !bid.impid || !bid.crid || !allowed.includes(currency)) return null;
  if (!(bid.price > 0 || (bid.price === 0 && bid.dealid !== undefined))) return null;
  const { impid, price, crid, dealid, adm, ext } = bid;
  return {
    impId: impid,
    price,
    creativeId: crid,
    dealId: dealid,
    markup: adm,
    mediaType,
    ext: ext?.['adhese'] ?? null,
  };
}

/**
 * Model of the old adapter in Go, by GET of `/json`: returns the first ad as a bid, null for a no-bid without error.
 * Throws if the bid is lost.
 */
export function readByOldServerInGo(answer: {
  readonly status: number;
  readonly body: string;
}): Omit<ServerBid, 'impId' | 'ext'> | null {
  if (answer.status === 204) return null;
  if (answer.status !== 200) throw new Error(`Unexpected status code: ${answer.status}`);
  const [ad] = JSON.parse(answer.body) as readonly OldAd[];
  if (ad === undefined) return null;
  if (ad.origin !== 'JERLICIA') throw new Error('An answer of OpenRTB is needed');
  const [price] = [ad.extension.prebid?.cpm.amount, ad.width, ad.height].map(requireNumberText);
  const body = ad.body ?? '';
  const isScript = ad.ext === 'js' && /<script|<div|<html/.test(body);
  const image = ad.impressionCounter ? `<img src='${ad.impressionCounter}'/>` : '';
  const markup = isScript ? `${body}${image}` : /<\?xml|<vast/.test(body) ? body : ad.tag;
  return {
    price: price as number,
    creativeId: ad.id,
    dealId: ad.orderId,
    markup,
    mediaType: /<\?xml|<vast/i.test(markup) ? 'video' : 'banner',
  };
}

type OldAd = Readonly<Record<'origin' | 'id' | 'orderId' | 'tag' | 'ext' | 'impressionCounter', string>> & {
  readonly body?: string;
  readonly width?: unknown;
  readonly height?: unknown;
  readonly extension: { readonly prebid?: { readonly cpm: { readonly amount: unknown } } };
};

function requireNumberText(value: unknown): number {
  if (typeof value !== 'string' || !/^\d+(?:\.\d+)?$/.test(value))
    throw new Error(`${JSON.stringify(value)} is no number as text`);
  return Number(value);
}
