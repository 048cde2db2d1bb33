/*
 * VAST documents 2.0 to 4.3 from one model of a video or audio ad.
 *
 * - `video-ad.ts`: the model. `build-video-ad.ts`: from a creative and its URLs to the model.
 * - `write-vast.ts` writes a document. `write-linear.ts`, `write-companions.ts` and others write parts.
 * - `check-video-ad.ts`: faults of an ad. `xml-text.ts`: escaping.
 *
 * Documents of other ad servers are read in `platform/vast`.
 */

import { isAddress } from '../vocabulary/address.ts';
import { decimalFromMicros } from '../vocabulary/money.ts';
import { checkVideoAd } from './check-video-ad.ts';
import { isFrom, type VastVersion } from './vast-version.ts';
import type { InlineAd, VideoAd, Viewability } from './video-ad.ts';
import { writeCompanions } from './write-companions.ts';
import { writeLinear } from './write-linear.ts';
import { writeVerificationExtension, writeVerifications } from './write-verifications.ts';
import { addresses, element, text } from './xml-text.ts';

const declaration = '<?xml version="1.0" encoding="UTF-8"?>';
/** The target namespace of the schemas of 4.0, 4.1 and 4.2, also for 4.3, which has no published schema. */
const namespace = 'http://www.iab.com/VAST';
/** States that a creative is not registered. Required by 4.0 and later. Source: VAST 4.2, 3.7.1. */
const unregistered = { registry: 'unknown', value: 'unknown' };

/** The ad is unusable for players. The message states the reason. */
export class VideoAdError extends Error {}

/**
 * Returns the VAST document of an ad: one line without white space between elements, without empty elements, escaped.
 * Throws `VideoAdError` if a part of the ad is invalid, such as a relative URL. Source: IAB VAST 2.0.1, 3.0, 4.0, 4.1,
 * 4.2, 4.3 (element order as in their schemas); wire-protocol 5.8, 7 and 12(c) 31.
 */
export function writeVast(ad: VideoAd, version: VastVersion): string {
  const problems = checkVideoAd(ad);
  if (problems.length > 0) throw new VideoAdError(problems.join('; '));
  const mediaType = ad.kind === 'inline' && isFrom(version, '4.1') ? ad.mediaType : null;
  const kind = ad.kind === 'inline' ? 'InLine' : 'Wrapper';
  const content = isFrom(version, '4.0') ? currentParts(ad, version) : olderParts(ad, version);
  return root(
    version,
    element('Ad', { id: ad.id, adType: mediaType }, element(kind, wrapperFlags(ad, version), ...content)),
  );
}

/**
 * Returns the VAST document without an ad. Players of version 3.0 and later call the error URL. Throws `VideoAdError`
 * if it is not absolute.
 */
export function writeEmptyVast(version: VastVersion, errorUrl: string | null): string {
  if (errorUrl !== null && !isAddress(errorUrl)) throw new VideoAdError('error: must be an absolute http or https URL');
  return root(version, errorUrl === null || !isFrom(version, '3.0') ? '' : addresses('Error', [errorUrl]));
}

function root(version: VastVersion, content: string): string {
  const xmlns = isFrom(version, '4.0') ? ` xmlns="${namespace}"` : '';
  return `${declaration}<VAST version="${version}"${xmlns}>${content}</VAST>`;
}

/** Returns the content of the ad in the order of 4.0 and later. */
function currentParts(ad: VideoAd, version: VastVersion): readonly string[] {
  const base = [
    writeSystem(ad),
    writeErrors(ad, version),
    writeVerificationExtension(ad.verifications, version),
    addresses('Impression', ad.impressions),
    writePrice(ad),
    writeViewability(ad.viewability),
  ];
  const verifications = writeVerifications(ad.verifications, version);
  const creatives = writeCreatives(ad, version);
  if (ad.kind === 'wrapper') return [...base, verifications, creatives, addresses('VASTAdTagURI', [ad.tagUrl])];
  return [
    ...base,
    isFrom(version, '4.1') ? element('AdServingId', {}, text(ad.servingId)) : '',
    element('AdTitle', {}, text(ad.title)),
    verifications,
    optional('Advertiser', ad.advertiser),
    ...ad.categories.map(({ authority, code }) => element('Category', { authority }, text(code))),
    creatives,
    optional('Description', ad.description),
  ];
}

/** Returns the content of the ad in the order of 2.0 and 3.0. */
function olderParts(ad: VideoAd, version: VastVersion): readonly string[] {
  const head = ad.kind === 'wrapper' ? [addresses('VASTAdTagURI', [ad.tagUrl])] : describe(ad, version);
  return [
    writeSystem(ad),
    ...head,
    writeErrors(ad, version),
    addresses('Impression', ad.impressions),
    writeCreatives(ad, version),
    writeVerificationExtension(ad.verifications, version),
  ];
}

function describe(ad: InlineAd, version: VastVersion): readonly string[] {
  const head = [element('AdTitle', {}, text(ad.title)), optional('Description', ad.description)];
  return isFrom(version, '3.0') ? [...head, optional('Advertiser', ad.advertiser), writePrice(ad)] : head;
}

function writeCreatives(ad: VideoAd, version: VastVersion): string {
  const creative = ad.kind === 'inline' ? ad.creative : null;
  // Only inline ads of 4.0 and later have it. There it is required.
  const mustName = creative !== null && isFrom(version, '4.0');
  const { registry, value } = creative?.universalId ?? unregistered;
  const attributes = { idRegistry: registry, idValue: version === '4.0' ? value : null };
  const name = mustName ? element('UniversalAdId', attributes, text(value)) : '';
  const creatives = [writeLinear(ad, version), writeCompanions(ad.companions, version)]
    .filter((content) => content !== '')
    // The schema of 4.2 requires the name last. Those of 4.0 and 4.1 permit any order.
    .map((content, index) => element('Creative', { id: index === 0 ? (creative?.id ?? null) : null }, content, name));
  return element('Creatives', {}, ...creatives);
}

function wrapperFlags(ad: VideoAd, version: VastVersion): Record<string, boolean | null> {
  if (ad.kind === 'inline' || !isFrom(version, '3.0')) return {};
  const { followAdditionalWrappers, allowMultipleAds, fallbackOnNoAd } = ad;
  return { followAdditionalWrappers, allowMultipleAds, fallbackOnNoAd };
}

function writeSystem({ system }: VideoAd): string {
  return element('AdSystem', { version: system.version }, text(system.name));
}

/** Versions before 4.0 allow only one. */
function writeErrors({ errors }: VideoAd, version: VastVersion): string {
  return addresses('Error', isFrom(version, '4.0') ? errors : errors.slice(0, 1));
}

function writePrice({ price }: VideoAd): string {
  if (price === null) return '';
  const { model, currency, micros } = price;
  return element('Pricing', { model, currency }, text(decimalFromMicros(micros)));
}

function writeViewability({ viewable, notViewable, undetermined }: Viewability): string {
  return element(
    'ViewableImpression',
    {},
    addresses('Viewable', viewable),
    addresses('NotViewable', notViewable),
    addresses('ViewUndetermined', undetermined),
  );
}

function optional(name: string, value: string | null): string {
  return value === null ? '' : element(name, {}, text(value));
}
