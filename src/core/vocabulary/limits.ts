import { dayMs, hourMs } from '../time/durations.ts';

/** All limits of the product, with their reasons. */

/** Slots of one ad request. A long page has about 20. More indicates an error or an attack. */
export const maxSlotsPerRequest = 50;
/** Ads of a stack: default without a number, and maximum with one (product decisions 8). */
export const defaultStackAds = 5;
export const maxStackAds = 20;
/** Ads of a stack without a limit: more than any screen displays (product decisions 8). */
export const stackCeiling = 1_000;
/** Bytes of a request path. Fits two base64 page URLs (wire-protocol 2.2). */
export const maxRequestPathBytes = 8 * 1024;
/** Bytes of an ad request body. EIDs and consent strings of real pages are far smaller. */
export const maxAdRequestBodyBytes = 64 * 1024;
/** Bytes of a JSON body of a management request. */
export const maxManagementBodyBytes = 1024 * 1024;
/** Bytes of one uploaded file: the largest banners, with a margin. */
export const maxUploadBytes = 25 * 1024 * 1024;
/** Bytes of an uploaded logo. */
export const maxLogoBytes = 200_000;
/** Bytes of the image of the sign-in page, after it was resized. */
export const maxSignInImageBytes = 500_000;
/** Bytes of one resumable upload: a video of several minutes in the quality of large screens. */
export const maxResumableBytes = 2 * 1024 * 1024 * 1024;
/** Unused uploads per caller: the concurrent videos of a campaign, with a margin. */
export const maxOpenUploads = 50;
/** Announced bytes of all uploads of one caller: four of the largest. */
export const maxAnnouncedBytesPerOwner = 8 * 1024 * 1024 * 1024;
/** Received bytes of all current uploads: free space of a medium-sized disk. */
export const maxStoredUploadBytes = 20 * 1024 * 1024 * 1024;
/** Time after which an upload without data is removed. A client that announces a file sends it immediately. */
export const emptyUploadTtlMs = 10 * 60 * 1000;
/** Time after which an idle upload is removed. Users may continue the next morning. */
export const uploadTtlMs = dayMs;
/** Time for which an upload that became a creative is retained, for retries of the same call. */
export const usedUploadTtlMs = hourMs;
/** Interval of the search for unreferenced stored files, and delay of the first after a start. */
export const fileSweepMs = dayMs;
export const firstFileSweepMs = 10 * 60 * 1000;
/** Unreferenced files remembered at a time. Others are found by the next search. */
export const maxUnusedFiles = 10_000;
/** Bytes of an upload that must be sent again at most after a crash: one or two seconds on a good line. */
export const uploadCheckpointBytes = 16 * 1024 * 1024;
/** Pixels of all frames of an uploaded image. Without a limit a small file could fill the memory when decoded. */
export const maxImagePixels = 40_000_000;
/** Items per page of a list (product decisions 2). */
export const maxPageSize = 500;
/** Default items per page (product decisions 2). */
export const defaultPageSize = 50;
/** Entries per page of user mappings, as in existing integrations (wire-protocol 10.2). */
export const maxMappedUsersPage = 100;
/** User mappings per call. Users with more combinations need several calls. */
export const maxUserMappings = 500;
/** Changes per bulk call. They form one transaction that blocks others. */
export const maxBulkItems = 200;
/** Rate-limit window of the management API: stops a runaway program quickly and recovers quickly. */
export const callWindowMs = 60 * 1000;
/** Calls with invalid tokens per IP address and window. An office whose tokens have all just expired makes fewer. */
export const maxWrongTokensOfAddress = 300;
/** Token calls of one client per second that are checked in full. Beyond that a wrong secret costs one hash. */
export const callsLookedAtASecond = 20;
/**
 * The same for all clients together, against callers that invent client IDs. A valid one costs one lookup beyond that.
 */
export const allCallsLookedAtASecond = 30;
/** Clients whose token calls are counted at a time. */
export const maxWatchedClients = 1_000;
/** Bytes of a form with credentials. */
export const maxPeekedBodyBytes = 16 * 1024;
/** Bytes of a form of the sign-in pages. */
export const maxSignInFormBytes = 8 * 1024;
/** Characters of a password: minimum according to NIST SP 800-63B, and maximum to limit the cost of hashing. */
export const minPasswordLength = 12;
export const maxPasswordLength = 200;
/** Failed sign-in attempts within `signInWindowMs`: enough for mistyping, too few for guessing. */
export const signInWindowMs = 15 * 60 * 1000;
export const maxAttemptsOfPair = 10;
/**
 * Failed attempts per account from all addresses, against distributed guessing; per address for all accounts, as in an
 * office.
 */
export const maxAttemptsOfAccount = 100;
export const maxAttemptsOfAddress = 100;
/** Lifetime of the link of an invitation. */
export const invitationTtlMs = 7 * dayMs;
/** Passwords hashed concurrently, and waiting. Each takes 19 MiB and about 20 ms of a core. */
export const maxPasswordsAtOnce = 2;
export const maxPasswordsWaiting = 50;
/** Minimum interval of updates of the last use of a session. */
export const sessionNotedMs = 60 * 1000;
/** Characters of a name. */
export const maxNameLength = 255;
/** Characters of a URL. */
export const maxUrlLength = 2_000;
/** Characters of the HTML markup of one creative: what a page would load inline. */
export const maxHtmlLength = 100_000;
/** Priority levels 0 (highest) to 9 (product decisions 3). */
export const lowestPriority = 9;
/** Default priority of a booking (product decisions 3). */
export const defaultPriority = 5;
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
/** Maximum lifetime of a preview link. A review takes at most a month, after which there is a newer version. */
export const maxPreviewLinkSeconds = 30 * 24 * 60 * 60;
/** Default lifetime of a preview link. */
export const defaultPreviewLinkSeconds = 7 * 24 * 60 * 60;
/** Macros that are replaced per creative. Each costs time per delivery. */
export const maxMacros = 200;
/** Characters of a macro value: a page URL and a few parameters. 200 of them are below a megabyte. */
export const maxMacroValueLength = 2_000;
/** Plays per loop that one booking buys, and its minimum gap in plays of other bookings. */
export const maxPlaysPerLoop = 720;
export const maxLoopGap = 100;

/** Orders per call, which fit in its body with about five lines each, and lines per order: a monthly basket. */
export const maxConversions = 1_000;
export const maxConversionLines = 100;
/** Units per line, and its value in micro-units. Sums of a thousand such lines are exact integers. */
export const maxUnitsPerLine = 100_000;
export const maxLineMicros = 1_000_000 * 1_000_000;
/** Maximum age of a reported order. Allows a shop to catch up after a week of holidays. */
export const conversionLateMs = 14 * dayMs;
/** Maximum lead of the clock of a shop. */
export const conversionAheadMs = 5 * 60 * 1000;
/** Time in which the attribution of an order may change: while its whole window is in the archive of the journal. */
export const conversionOpenMs = 20 * dayMs;
/**
 * Longest attribution window in days. Together with the age of an open order it lies within the archive of the journal.
 */
export const maxAttributionDays = 14;
/** Retention of touches: as long as the archive of the journal. */
export const touchTtlMs = 35 * dayMs;
/** Retention of an erased shopper key: until no record of any journal contains it, plus a margin. */
export const erasedShopperTtlMs = 45 * dayMs;
/** Latest touches of each kind (view or click, product or brand) that are compared with an order line. */
export const maxTouchesPerSort = 20;
/** Orders attributed per transaction, which blocks the roll-up. */
export const conversionsAtOnce = 100;
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
/** Time after which an unseen screen is considered removed and requires no attention. */
export const screenGoneMs = 14 * dayMs;
/** Maximum lifetime of a debug key: a working day, because it cannot be revoked. */
export const maxDebugKeySeconds = 12 * 60 * 60;
/** Default lifetime of a debug key. */
export const defaultDebugKeySeconds = 60 * 60;
/** Creatives per preview. A page displays a few. */
export const maxPreviews = 20;
/** Skipped snapshot rows that are listed individually: enough to find the cause, few enough to log. */
export const maxSnapshotProblems = 100;
/** Nesting levels of publishers. More indicates a cycle. */
export const maxPublisherDepth = 32;
/** Retention of an idempotency key: one day (product decisions 2). */
export const idempotencyKeyTtlMs = dayMs;
/** Lifetime of an access token (product decisions 7). */
export const accessTokenSeconds = 300;
/** Frames per animated image: 10 seconds at 30 per second. */
export const maxImageFrames = 300;
/** Time limit in seconds for decoding an uploaded image. Source: product decisions 9. */
export const maxDecodeSeconds = 5;
/** Time limit in seconds for one encoding, including its decoding. */
export const maxImageSeconds = 15;
/** Milliseconds after which no further version of an image is started. The image itself is complete by then. */
export const imageLadderMs = 20_000;
/** Files per HTML5 creative. The largest exports of animation tools have about 50. */
export const maxArchiveFiles = 200;
/** Entries per archive including folders and ignored files. Reading the list itself takes time. */
export const maxArchiveEntries = 2_000;
/**
 * Unpacked bytes of all files, and of one file. Counted during unpacking, because declared sizes of a zip cannot be
 * trusted.
 */
export const maxArchiveBytes = 40 * 1024 * 1024;
export const maxArchiveFileBytes = 15 * 1024 * 1024;
/** Compression ratio of archives that unpack to more than a megabyte. Real creatives are below ten. */
export const maxArchiveRatio = 100;
/** Nesting depth of folders in an archive. */
export const maxArchiveDepth = 6;
/** Archives unpacked concurrently. Each is held in memory, and inflating takes a core. */
export const maxArchivesAtOnce = 2;
/** Time limit for probing a video. ffprobe reads its header and index, which takes seconds on a slow disk. */
export const maxProbeMs = 20_000;
/** Bytes of the probe output. A video has a few streams. */
export const maxProbeOutputBytes = 512 * 1024;
/** Videos probed concurrently. */
export const maxProbesAtOnce = 2;
/** Time limit for extracting a frame of a video. 4K is decoded from the last keyframe on. */
export const maxPosterMs = 15_000;
/** Pixels of a decoded frame: 4K. Sixteen reference frames, the most a video may require, stay below 300 MB. */
export const maxPosterSourcePixels = 4_096 * 2_304;
/** Width of a poster in pixels: more than a player on a page has. */
export const posterWidth = 1_280;
/** Bytes of a poster: ten times a typical one. */
export const maxPosterBytes = 2 * 1024 * 1024;
/** Duration of an uploaded video in milliseconds. Longer videos are programs instead of ads. */
export const maxVideoMs = 10 * 60 * 1000;
/** Bit rate of an uploaded video in kilobits per second: the highest of 4K. A phone cannot play more. */
export const maxVideoKbps = 60_000;
/** Uploads waiting for the single image encoder. Further ones must retry later. */
export const maxWaitingImages = 32;
/** Creatives per booking. The metrics of more could not be compared. */
export const maxCreativesPerBooking = 100;
/** Rotation weight of a creative. Allows a share of one in 10,000. */
export const maxCreativeWeight = 10_000;
/** Inventory nodes per booking and kind. A higher node covers more. */
export const maxInventoryNodesPerBooking = 500;
/** Exclusion labels per booking, and blocked labels per position. All pairs are compared. */
export const maxLabels = 20;
/** Characters of an exclusion label: one or two words. */
export const maxLabelLength = 64;
/** Form of an exclusion label. Labels are compared exactly, so they have no spaces. */
export const exclusionLabelPattern = new RegExp(`^[A-Za-z0-9_-]{1,${maxLabelLength}}$`);
/** Dayparts per booking: each hour of the week. */
export const maxDayParts = 168;
/** Default validity of an offer in days (wire-protocol 10.4). */
export const offerValidDays = 14;

/** Additional inventory categories in the settings: the size of a menu. */
export const maxExtraCategories = 50;

/** Media partners whose creatives need no review. More would require a rule instead of a list. */
export const maxTrustedMediaPartners = 1_000;
/** Rows per report: a year of days for a hundred bookings. Use an export for more. */
export const maxReportRows = 50_000;
/** Pool size up to which candidates are scanned. Above that a trial costs less (docs/decisions/0010-draw-tables.md). */
export const maxScannedCandidates = 32;
/** Trials per draw before the pool is scanned. If one in ten candidates is eligible, one draw in 300 scans. */
export const maxDrawTrials = 64;
/** Leaves per targeting tree (product decisions 6). */
export const maxTargetingLeaves = 800;
/** Distinct words of a broad keyword. With more, a search would have too many sets. */
export const maxBroadWords = 4;
/** Distinct words from the start of a search that broad keywords of several words can match: 162 sets of up to four. */
export const maxQueryWords = 8;
/** Words of a keyword of type phrase or exact. */
export const maxKeywordWords = 10;
/**
 * Words of a search that are compared with keywords. A booking with negative keywords does not match longer searches.
 */
export const maxSearchWords = 100;
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
/** Frequency-cap counts (viewer x booking) per process: 32 bytes each. */
export const capTableSlots = 2 ** 20;
/** Frequency caps per booking. Each is looked up for every request that reaches the booking. */
export const maxCapsPerBooking = 8;
/** Lifetime of a client session from its start: a day of shopping or reading. Limits the data per person. */
export const sessionMs = dayMs;
/** Count of a frequency cap: far more than a viewer could see. */
export const maxCapMost = 1_000_000;
/** Front-loading of an even goal at its start in percent. More would starve its end. */
export const maxFrontLoading = 40;
/** Levels per targeting tree. A single leaf is one level (product decisions 6). */
export const maxTargetingDepth = 8;
/** Values per targeting leaf: the postal codes of a medium-sized country. */
export const maxTargetingValues = 10_000;
/** Default lifetime of a cached document (Prebid Cache). */
export const defaultCacheTtlSeconds = 3_600;
/** Maximum lifetime of a cached document. A page is not open for longer than a day. */
export const maxCacheTtlSeconds = 24 * 60 * 60;
/** Bytes of one cached document: far above the longest VAST with all script parameters. */
export const maxCacheValueBytes = 256 * 1024;
/** Documents per cache call, as in Prebid Cache. A page stores a few. */
export const maxCachePuts = 10;
/** Characters of a key chosen by the sender. */
export const maxCacheKeyLength = 256;
/** Bytes of a cache call: all its documents, with escaped quotes. */
export const maxCacheBodyBytes = 4 * 1024 * 1024;
/** Bytes of concurrent cache calls per process: thousands of typical ones, or 16 of the largest. */
export const maxCacheBytesAtOnce = 16 * maxCacheBodyBytes;
/** Lifetime of the VAST document of an ad. After that the player needs a new request (wire-protocol 7). */
export const contentTtlMs = 3.5 * hourMs;
/** Files per video: each size in each codec, with a margin. */
export const maxMediaFiles = 30;
/** Companions, icons or scripts per video. Players use one of each and examine a few. */
export const maxCompanions = 10;
/** Third-party URLs per event of a video. */
export const maxAddressesPerEvent = 10;
/** Characters of all data of a video creative. With Placard URLs it stays below the document limit of the cache. */
export const maxVideoCreativeLength = 100_000;
/** Characters of a consent string (TCF or GPP): far above the longest vendor list. */
export const maxConsentStringLength = 8_192;
/** Overlap after a webhook secret is rotated, in which messages are also signed with the previous one. */
export const webhookSecretOverlapMs = dayMs;
/** Webhooks per deployment. Each is evaluated for every event. */
export const maxWebhooks = 100;
/** Timeout of a webhook attempt (Standard Webhooks: 15 to 30 seconds). */
export const webhookTimeoutMs = 20 * 1000;
/** Concurrent attempts to one address, so that a slow one does not delay others, and to all. */
export const maxWebhookCallsToOne = 4;
export const maxWebhookCalls = 32;
/** Characters of a response that the delivery log stores. */
export const maxWebhookAnswer = 1_000;
/** Backoff before the second and later attempts (Standard Webhooks, "Example retry schedule"): three days in total. */
export const webhookPausesMs = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1000);
/** Time without a successful delivery after which a webhook is disabled. */
export const webhookPatienceMs = 5 * dayMs;
/** Retention of events and their messages, for replay. */
export const eventTtlMs = 30 * dayMs;
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
/** E-mail recipients per scheduled report. Use a mailing list for more. */
export const maxReportRecipients = 20;
/** Report schedules per owner. Each runs at least once a month. */
export const maxReportSchedules = 50;
/** Booking templates per owner. */
export const maxBookingTemplates = 200;
/** Characters of the description of a booking template. */
export const maxTemplateDescription = 500;
/** Longest duration of a booking from a template: ten years. */
export const maxTemplateSeconds = 10 * 366 * 24 * 60 * 60;
/** Saved reports per owner. */
export const maxSavedReports = 200;
/** Lifetime of the download link of a scheduled report. */
export const reportLinkTtlMs = 7 * dayMs;
/** Retention of runs of report schedules and their results. */
export const reportRunTtlMs = 90 * dayMs;
/** Backoff before retries of a report that could not be created or mailed: seven hours in total. */
export const reportRunPausesMs = [60, 300, 1_800, 7_200, 14_400].map((s) => s * 1000);
/** Bytes of an e-mail attachment. Larger files are only linked. Mail servers commonly accept 10 MB. */
export const maxMailAttachmentBytes = 7 * 1024 * 1024;

/** Smallest and largest width and height of a test image in pixels. */
export const testImagePixels = { min: 50, max: 2_000 } as const;

/** Characters of a comment. */
export const maxCommentLength = 5_000;
/** Users mentioned in one comment. */
export const maxCommentMentions = 20;
/** Users that one search for mentionable users returns. */
export const maxMentionableUsers = 10;
/** Retention of notifications. */
export const notificationTtlMs = 90 * dayMs;
/** Favorites of one user. */
export const maxFavorites = 100;
/** Recent objects stored for one user. */
export const maxRecentObjects = 50;
/** Recent objects that one call returns. */
export const maxListedRecentObjects = 10;
/** Entries of one page of the activity. */
export const maxActivityEntries = 200;
/** Backoff before retries of the e-mail of a notification: seven hours in total. */
export const notificationMailPausesMs = [60, 300, 1_800, 7_200, 14_400].map((s) => s * 1000);
/** Age after which the e-mail of a notification is not sent any more. */
export const maxNotificationMailAgeMs = dayMs;
