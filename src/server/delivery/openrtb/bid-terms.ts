import type { AdTerms } from '../../../core/decision/ad-request.ts';
import type { PackedCreative } from '../../../core/snapshot/packed-creative.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { SnapshotAd } from '../../../core/snapshot/snapshot.ts';
import type { CreativeRow, FormatRow } from '../../../core/snapshot/snapshot-rows.ts';
import type { MoneyMicros } from '../../../core/words/money.ts';
import { nativePartsOf } from '../answers/native-ad.ts';
import { createRecentMap } from '../recent-map.ts';
import { isHostOn } from '../signed-address/click-address.ts';
import type { BidRequest } from './bid-request.ts';
import { fitsPlayer, vastVersionOf } from './bid-video.ts';
import { nativeMarkup } from './native-markup.ts';

/** Creatives that are kept unpacked, some 2 kB each: of a large pool each may be asked for, in one request after another. */
const keptCreatives = 4_000;

/**
 * Makes what a bid request says of price, deal, advertiser and player into terms, so that a booking that could not bid is
 * not drawn. Source: OpenRTB 2.6, 3.2.1, 3.2.4 and 3.2.11; wire-protocol 5.2.
 */
export function createBidTerms() {
  const unpacked = createRecentMap<PackedCreative, CreativeRow>(keptCreatives);

  function unpackedOf(packed: PackedCreative): CreativeRow {
    const known = unpacked.get(packed);
    if (known !== undefined) return known;
    const creative = unpackCreative(packed);
    unpacked.set(packed, creative);
    return creative;
  }

  /** @param format of the position */
  return (request: BidRequest, format: FormatRow): AdTerms => ({
    accepts: ({ booking, creative }: SnapshotAd) =>
      request.medium === format.mediaType &&
      bidPrice(request, booking.cpm) !== null &&
      (request.onlyDeals === null || request.onlyDeals.includes(String(booking.campaignId))) &&
      acceptsCreative(request, format, () => unpackedOf(creative)),
    inWords: () => termsInWords(request),
    key: () => termsKey(request, format),
  });
}

/** What is booked without a price bids 0, which a deal may. Null: not in a currency of the request, or below its floor. */
export function bidPrice(
  { currencies, floor }: BidRequest,
  cpm: MoneyMicros | null,
): { readonly amount: number; readonly currency: string } | null {
  const currency = cpm?.currency ?? (currencies[0] as string);
  const amount = (cpm?.micros ?? 0) / microsPerUnit;
  if (!currencies.includes(currency)) return null;
  return floor.amount <= 0 || (floor.currency === currency && amount >= floor.amount) ? { amount, currency } : null;
}

const microsPerUnit = 1_000_000;

/** @param unpack costs something, and most requests need nothing of it */
function acceptsCreative(request: BidRequest, format: FormatRow, unpack: () => CreativeRow): boolean {
  const { blockedDomains, medium, mediumFields } = request;
  if (blockedDomains.length > 0 && unpack().domains.some((domain) => isBlocked(domain, blockedDomains))) return false;
  if (medium === 'native') {
    const parts = nativePartsOf(unaddressed, { creative: unpack(), format }, '');
    return nativeMarkup(mediumFields['request'], parts) !== null;
  }
  if (medium !== 'video' && medium !== 'audio') return true;
  const { video } = unpack();
  if (video === undefined || !fitsPlayer(mediumFields, video)) return false;
  return vastVersionOf(mediumFields, video.media === null ? 'wrapper' : 'inline') !== null;
}

function isBlocked(domain: string, blockedDomains: readonly string[]): boolean {
  return blockedDomains.some((blocked) => isHostOn(domain.toLowerCase(), blocked));
}

/** For the question whether a creative has the parts; where it is shown is not known yet. */
const unaddressed = { url: '', impressionCounter: '', viewableImpressionCounter: '' };

/** All that the answers of `accepts` go by. */
function termsKey(request: BidRequest, { id }: FormatRow): string {
  const { medium, currencies, floor, onlyDeals, blockedDomains, mediumFields } = request;
  return JSON.stringify([id, medium, currencies, floor, onlyDeals, blockedDomains, mediumFields]);
}

function termsInWords({ medium, currencies, floor, onlyDeals, blockedDomains }: BidRequest): string {
  const parts = [`${medium ?? 'an'} ad that the impression can show`, `in ${currencies.join(' or ')}`];
  if (floor.amount > 0) parts.push(`from ${floor.amount} ${floor.currency}`);
  if (onlyDeals !== null) parts.push(`deal ${onlyDeals.join(' or ')}`);
  if (blockedDomains.length > 0) parts.push(`not of ${blockedDomains.join(', ')}`);
  return parts.join(', ');
}
