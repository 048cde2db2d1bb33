import { dayMs } from '../../time/durations.ts';

/** Priority levels 0 (highest) to 9 (product decisions 3). */
export const lowestPriority = 9;
/** Default priority of a booking (product decisions 3). */
export const defaultPriority = 5;
/** Creatives per booking. The metrics of more could not be compared. */
export const maxCreativesPerBooking = 100;
/** Rotation weight of a creative. Allows a share of one in 10,000. */
export const maxCreativeWeight = 10_000;
/** Inventory nodes per booking and kind. A higher node covers more. */
export const maxInventoryNodesPerBooking = 500;
/** Dayparts per booking: each hour of the week. */
export const maxDayParts = 168;
/** Default validity of an offer in days (wire-protocol 10.4). */
export const offerValidDays = 14;
/** Longest hold of a booking or campaign from now: a year of planning. */
export const maxHoldMs = 366 * dayMs;
/** Leaves per targeting tree (product decisions 6). */
export const maxTargetingLeaves = 800;
/** Distinct words of a broad keyword. With more, a search would have too many sets. */
export const maxBroadWords = 4;
/** Words of a keyword of type phrase or exact. */
export const maxKeywordWords = 10;
/** Characters of a keyword: a typical search. */
export const maxKeywordLength = 100;
/** Keywords per booking, and negative keywords per booking. */
export const maxKeywords = 1_000;
/** Products per booking. Each is a separate ad. */
export const maxProductsPerBooking = 100;
/** Product pages per booking: those of a range of competitors. */
export const maxProductPages = 1_000;
/** Categories per booking. */
export const maxCategories = 100;
/** Frequency caps per booking. Each is looked up for every request that reaches the booking. */
export const maxCapsPerBooking = 8;
/** Count of a frequency cap: far more than a viewer could see. */
export const maxCapMost = 1_000_000;
/** Front-loading of an even goal at its start in percent. More would starve its end. */
export const maxFrontLoading = 40;
/** Levels per targeting tree. A single leaf is one level (product decisions 6). */
export const maxTargetingDepth = 8;
/** Values per targeting leaf: the postal codes of a medium-sized country. */
export const maxTargetingValues = 10_000;
/** Booking templates per owner. */
export const maxBookingTemplates = 200;
/** Characters of the description of a booking template. */
export const maxTemplateDescription = 500;
/** Longest duration of a booking from a template: ten years. */
export const maxTemplateSeconds = 10 * 366 * 24 * 60 * 60;
