/*
 * All limits of the product, with their reasons: one file for each area.
 *
 * - `delivery-limits.ts`, `cache-limits.ts`, `screen-limits.ts`: requests of clients.
 * - `inventory-limits.ts`, `booking-limits.ts`, `creative-limits.ts`: objects.
 * - `upload-limits.ts`, `archive-limits.ts`, `video-file-limits.ts`: files.
 * - `api-limits.ts`, `access-limits.ts`, `webhook-limits.ts`: the management API.
 * - `conversion-limits.ts`, `report-limits.ts`, `collaboration-limits.ts`: other functions.
 */

import { dayMs, hourMs } from '../../time/durations.ts';

/** Slots of one ad request. A long page has about 20. More indicates an error or an attack. */
export const maxSlotsPerRequest = 50;
/** Ads of a stack: default without a number, and maximum with one (product decisions 8). */
export const defaultStackAds = 5;
export const maxStackAds = 20;
/** Ad breaks of one content item: one every five minutes of four hours. */
export const maxAdBreaks = 50;
/** Ads of a stack without a limit: more than any screen displays (product decisions 8). */
export const stackCeiling = 1_000;
/** Bytes of a request path. Fits two base64 page URLs (wire-protocol 2.2). */
export const maxRequestPathBytes = 8 * 1024;
/** Bytes of an ad request body. EIDs and consent strings of real pages are far smaller. */
export const maxAdRequestBodyBytes = 64 * 1024;
/** Event window of a display ad: one hour after the decision (product decisions 8). */
export const displayEventWindowMs = hourMs;
/** Event window of a video or audio ad. A player may be paused for this long (product decisions 8). */
export const videoEventWindowMs = 4 * hourMs;
/** Event window of a screen, which may be offline for this long (product decisions 8). */
export const screenEventWindowMs = 30 * dayMs;
/** Distinct custom events per booking. Callers choose the names, and each is stored permanently. */
export const maxCustomEvents = 100;
/**
 * Distinct custom events per booking and sender: more than a creative has, and few enough to leave capacity for others.
 */
export const maxCustomEventsPerSender = 10;
/** Macros that are replaced per creative. Each costs time per delivery. */
export const maxMacros = 200;
/** Characters of a macro value: a page URL and a few parameters. 200 of them are below a megabyte. */
export const maxMacroValueLength = 2_000;
/** Maximum lifetime of a debug key: a working day, because it cannot be revoked. */
export const maxDebugKeySeconds = 12 * 60 * 60;
/** Default lifetime of a debug key. */
export const defaultDebugKeySeconds = 60 * 60;
/** Skipped snapshot rows that are listed individually: enough to find the cause, few enough to log. */
export const maxSnapshotProblems = 100;
/** Pool size up to which candidates are scanned. Above that a trial costs less (docs/decisions/0010-draw-tables.md). */
export const maxScannedCandidates = 32;
/** Trials per draw before the pool is scanned. If one in ten candidates is eligible, one draw in 300 scans. */
export const maxDrawTrials = 64;
/** Distinct words from the start of a search that broad keywords of several words can match: 162 sets of up to four. */
export const maxQueryWords = 8;
/**
 * Words of a search that are compared with keywords. A booking with negative keywords does not match longer searches.
 */
export const maxSearchWords = 100;
/** Frequency-cap counts (viewer x booking) per process: 32 bytes each. */
export const capTableSlots = 2 ** 20;
/** Lifetime of a client session from its start: a day of shopping or reading. Limits the data per person. */
export const sessionMs = dayMs;
/** Lifetime of the VAST document of an ad. After that the player needs a new request (wire-protocol 7). */
export const contentTtlMs = 3.5 * hourMs;
/** Characters of a consent string (TCF or GPP): far above the longest vendor list. */
export const maxConsentStringLength = 8_192;
/** Events per call of a server that reports events in batches, and bytes of such a call. */
export const maxReportedEvents = 1_000;
export const maxReportedEventsBodyBytes = 1024 * 1024;
/** Characters of the user agent of a reported event. Longer ones are cut off. */
export const maxReportedUserAgentLength = 1_000;
