/**
 * Branded ids: every id is a positive safe integer, but a booking's id is not a campaign's.
 * Source: product decisions 2 (ids are positive integers up to 2^53-1).
 */
export type Id<Name extends string> = number & { readonly __id: Name };

export type PublisherId = Id<'publisher'>;
export type PublicationId = Id<'publication'>;
export type LocationId = Id<'location'>;
export type FormatId = Id<'format'>;
export type PositionId = Id<'position'>;
export type MediaPartnerId = Id<'media-partner'>;
export type BrandId = Id<'brand'>;
export type CampaignId = Id<'campaign'>;
export type BookingId = Id<'booking'>;
export type CreativeId = Id<'creative'>;
/** One creative inside one booking: what a tracking address counts for. */
export type AdId = Id<'ad'>;

/** True for a positive integer up to 2^53-1, the only numbers that may become an id. */
export function isIdNumber(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0;
}
