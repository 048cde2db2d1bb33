/**
 * Branded IDs: every ID is a positive safe integer, but a booking ID is not assignable to a campaign ID. Source:
 * product decisions 2 (IDs are positive integers up to 2^53-1).
 */
export type Id<Name extends string> = number & { readonly __id: Name };

/** A company that owns publications. */
export type PublisherId = Id<'publisher'>;
/** A site, an app, a chain of shops or a network of screens. */
export type PublicationId = Id<'publication'>;
/** A page, app view, shelf or screen of a publication. */
export type LocationId = Id<'location'>;
/** A size or kind of ad. */
export type FormatId = Id<'format'>;
/** A location together with a format. */
export type PositionId = Id<'position'>;
/** A company that advertises or is invoiced. */
export type MediaPartnerId = Id<'media-partner'>;
/** A brand of a media partner. */
export type BrandId = Id<'brand'>;
/** A group of bookings of one advertiser. */
export type CampaignId = Id<'campaign'>;
/** Defines which ads of a campaign are delivered where, when and how. */
export type BookingId = Id<'booking'>;
/** The image, markup, video or audio of an ad. */
export type CreativeId = Id<'creative'>;
/** One creative of one booking. Tracking URLs count for it. */
export type AdId = Id<'ad'>;

/** Reports whether a value is a positive integer up to 2^53-1, as required of IDs. */
export function isIdNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
