import type { AdTerms } from '../../../core/decision/ad-request.ts';
import type { PackedCreative } from '../../../core/snapshot/packed-creative.ts';
import { unpackCreative } from '../../../core/snapshot/packed-creative.ts';
import type { SnapshotAd } from '../../../core/snapshot/snapshot.ts';
import type { CreativeRow, FormatRow } from '../../../core/snapshot/snapshot-rows.ts';
import { nativePartsOf } from '../../answer/native-ad.ts';
import { isHostOn } from '../../answer/signed-address/click-address.ts';
import { createRecentMap } from '../../recent-map.ts';
import { mraidOf, mraidRefusal } from './bid-mraid.ts';
import { bidPrice } from './bid-price.ts';
import type { BidRequest } from './bid-request.ts';
import { fitsPlayer, vastVersionOf } from './bid-video.ts';
import type { ExchangeRates } from './exchange-rates.ts';
import { nativeMarkup } from './native-markup.ts';

/**
 * Most unpacked creatives in the cache, about 2 kB each. Successive requests may need every creative of a large pool.
 */
const keptCreatives = 4_000;

/** Creates the terms of a bid request. @param format format of the position */
export type CreateBidTerms = (request: BidRequest, format: FormatRow) => AdTerms;

/**
 * Converts the price, deal, advertiser and player of a bid request into terms, so that a booking that could not bid is
 * not drawn. Source: OpenRTB 2.6, 3.2.1, 3.2.4 and 3.2.11; wire-protocol 5.2.
 */
export function createBidTerms(rates: Pick<ExchangeRates, 'convert' | 'version'>): CreateBidTerms {
  const unpacked = createRecentMap<PackedCreative, CreativeRow>(keptCreatives);

  function unpackedOf(packed: PackedCreative): CreativeRow {
    const known = unpacked.get(packed);
    if (known !== undefined) return known;
    const creative = unpackCreative(packed);
    unpacked.set(packed, creative);
    return creative;
  }

  return (request, format) => {
    const refusal = ({ booking, creative }: SnapshotAd): string | null => {
      if (request.medium !== format.mediaType) {
        return `the position is for ${format.mediaType}, the impression for ${request.medium ?? 'no known media type'}`;
      }
      const price = bidPrice(request, booking.cpm, rates);
      if ('refusal' in price) return price.refusal;
      if (request.onlyDeals !== null && !request.onlyDeals.includes(String(booking.campaignId))) {
        return `the deal ${booking.campaignId} is not among those of the private auction`;
      }
      if (request.medium === 'banner') {
        const refused = mraidRefusal(request.mediumFields, mraidOf(creative));
        if (refused !== null) return refused;
      }
      return creativeRefusal(request, format, () => unpackedOf(creative));
    };
    return {
      accepts: (ad) => refusal(ad) === null,
      refusal: (ad) => refusal(ad) ?? '',
      inWords: () => termsInWords(request),
      key: () => termsKey(request, format, rates.version()),
    };
  };
}

/** @param unpack called only if the request needs the creative, because unpacking is slow */
function creativeRefusal(request: BidRequest, format: FormatRow, unpack: () => CreativeRow): string | null {
  const { blockedDomains, medium, mediumFields } = request;
  if (blockedDomains.length > 0) {
    const blocked = unpack().domains.find((domain) => isBlocked(domain, blockedDomains));
    if (blocked !== undefined) return `the advertiser domain ${blocked} is blocked`;
  }
  if (medium === 'native') {
    const parts = nativePartsOf(unaddressed, { creative: unpack(), format }, '');
    return nativeMarkup(mediumFields['request'], parts) === null ? 'a required native asset is missing' : null;
  }
  if (medium !== 'video' && medium !== 'audio') return null;
  const { video } = unpack();
  if (video === undefined || !fitsPlayer(mediumFields, video)) {
    return 'no file has a type and duration that the player accepts';
  }
  const version = vastVersionOf(mediumFields, video.media === null ? 'wrapper' : 'inline');
  return version === null ? 'the player supports no VAST version of the creative' : null;
}

function isBlocked(domain: string, blockedDomains: readonly string[]): boolean {
  return blockedDomains.some((blocked) => isHostOn(domain.toLowerCase(), blocked));
}

/** URLs for checking the parts of a creative before its position is known. */
const unaddressed = { url: '', impressionCounter: '', viewableImpressionCounter: '' };

/** Everything that the result of `accepts` depends on. */
function termsKey(request: BidRequest, { id }: FormatRow, ratesVersion: number): string {
  const { medium, currencies, floor, onlyDeals, blockedDomains, mediumFields } = request;
  return JSON.stringify([id, medium, currencies, floor, onlyDeals, blockedDomains, mediumFields, ratesVersion]);
}

function termsInWords({ medium, currencies, floor, onlyDeals, blockedDomains }: BidRequest): string {
  const parts = [`${medium ?? 'an'} ad that the impression supports`];
  if (currencies !== null) parts.push(`in ${currencies.join(' or ')}`);
  if (floor.amount > 0) parts.push(`from ${floor.amount} ${floor.currency}`);
  if (onlyDeals !== null) parts.push(`deal ${onlyDeals.join(' or ')}`);
  if (blockedDomains.length > 0) parts.push(`not of ${blockedDomains.join(', ')}`);
  return parts.join(', ');
}
