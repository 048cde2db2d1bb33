/**
 * Branded ids: every id is a positive safe integer, but a booking's id is not a campaign's.
 * Source: product decisions 2 (ids are positive integers up to 2^53-1).
 */
export type Id<Name extends string> = number & { readonly __id: Name };

/** A company that owns publications. */
export type PublisherId = Id<'publisher'>;
/** A site, app, chain of shops or network of screens. */
export type PublicationId = Id<'publication'>;
/** A page, app view, shelf or screen of a publication. */
export type LocationId = Id<'location'>;
/** A size or kind of ad. */
export type FormatId = Id<'format'>;
/** A format in a location: a place for one ad. */
export type PositionId = Id<'position'>;
/** A company that advertises or is invoiced. */
export type MediaPartnerId = Id<'media-partner'>;
/** What a media partner advertises. */
export type BrandId = Id<'brand'>;
/** What one advertiser agreed on. */
export type CampaignId = Id<'campaign'>;
/** What, where, when and how ads of a campaign are delivered. */
export type BookingId = Id<'booking'>;
/** What is shown. */
export type CreativeId = Id<'creative'>;
/** One creative inside one booking: what a tracking address counts for. */
export type AdId = Id<'ad'>;

/** True for a positive integer up to 2^53-1, the only numbers that may become an id. */
export function isIdNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
