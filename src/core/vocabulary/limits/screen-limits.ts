import { dayMs, hourMs } from '../../time/durations.ts';

/** Plays per loop that one booking buys, and its minimum gap in plays of other bookings. */
export const maxPlaysPerLoop = 720;
export const maxLoopGap = 100;
/** Plays per call: an hour of a screen with a new ad every 4 seconds. */
export const maxPlays = 1_000;
/** Bytes of such a call. Each play has a URL of about 200 characters, and its index in a chain. */
export const maxPlaysBodyBytes = 1024 * 1024;
/** Retention of a chain record for comparison: the event window of a play plus two days. */
export const playLinkTtlMs = 32 * dayMs;
/** Retention of an inactive chain and its faults: until the invoice of a quarter is paid. */
export const playChainTtlMs = 90 * dayMs;
/** Listed screens per position. A network has a position per site or per kind of screen. */
export const maxScreensOfPosition = 1_000;
/** Missing files that a screen reports, and characters of each. They fit in one journal record. */
export const maxMissingFiles = 10;
export const maxMissingFileLength = 300;
/** Chains per position. A player starts a new chain when it is reinstalled. */
export const maxPlayChains = 200;
/** Bytes of a playlist request body. */
export const maxPlaylistBodyBytes = 16 * 1024;
/** Plays per playlist, about 3 MB: a day of 25 hours with a new ad every 8 seconds. */
export const maxPlaylistEntries = 12_000;
/** Playlists that one process builds concurrently. Each takes a tenth of a second of a core. */
export const maxPlaylistsAtOnce = 2;
/** Maximum lead of the start of a playlist. Later days are likely to be edited. */
export const maxPlaylistAheadMs = 48 * hourMs;
/** Refresh interval of a screen without a loop, and its default slot duration. */
export const decidedPlaylistMs = 15 * 60 * 1000;
export const defaultSlotSeconds = 10;
/** Tolerated clock deviation of a player. */
export const playClockToleranceMs = 5 * 60 * 1000;
/**
 * Time without a playlist request after which a screen requires attention. Players request the next day each morning.
 */
export const screenLateMs = 26 * hourMs;
/** Ended days whose missed plays determine the health of a booking. */
export const judgedPlayDays = 7;
/** Time after which an unseen screen is considered removed and requires no attention. */
export const screenGoneMs = 14 * dayMs;
