/** Characters of the HTML markup of one creative: what a page would load inline. */
export const maxHtmlLength = 100_000;
/** Maximum lifetime of a preview link. A review takes at most a month, after which there is a newer version. */
export const maxPreviewLinkSeconds = 30 * 24 * 60 * 60;
/** Default lifetime of a preview link. */
export const defaultPreviewLinkSeconds = 7 * 24 * 60 * 60;
/** Creatives per preview. A page displays a few. */
export const maxPreviews = 20;
/** Media partners whose creatives need no review. More would require a rule instead of a list. */
export const maxTrustedMediaPartners = 1_000;
/** Files per video: each size in each codec, with a margin. */
export const maxMediaFiles = 30;
/** Companions, icons or scripts per video. Players use one of each and examine a few. */
export const maxCompanions = 10;
/** Third-party URLs per event of a video. */
export const maxAddressesPerEvent = 10;
/** Characters of all data of a video creative. With Placard URLs it stays below the document limit of the cache. */
export const maxVideoCreativeLength = 100_000;
/**
 * Maximum duration of an animation next to content, according to the usual rule of publishers and the LEAN principles.
 */
export const maxAnimationMs = 30_000;
/** Maximum duration of a video that most players accept before or between other videos. */
export const typicalVideoMs = 60_000;
/** Template fields per format, and images among them: what fits on one form. */
export const maxTemplateFields = 50;
export const maxTemplateImages = 10;
/** Characters of one field of a creative: the opening of an article. */
export const maxFieldLength = 5_000;
/** Choices per field: the size of a menu. */
export const maxFieldChoices = 50;
/** Scripts, frames and style sheets fetched per creative check. A tag has one or two. */
export const maxCheckedAddresses = 10;
/** Redirects per URL in a check. With more, viewers leave before the ad loads. */
export const maxCheckRedirects = 5;
/** Documents per VAST URL in a check, each wrapping the next. Players stop after five (VAST 4.2, 2.3.4.1). */
export const maxVastDocuments = 5;
/** Time limit of the check of one creative. */
export const addressCheckMs = 20_000;
/** Concurrent address checks that callers wait for. */
export const maxAddressChecksAtOnce = 4;
/** Smallest and largest width and height of a test image in pixels. */
export const testImagePixels = { min: 50, max: 2_000 } as const;
