import { dayMs, hourMs } from '../time/durations.ts';

/** Every bound of the product in one place, each with its reason. */

/** Slots of one ad request: a long page has some twenty; more is a mistake or an attack. */
export const maxSlotsPerRequest = 50;
/** Ads of a stack that says no number, and of one that asks for more (product decisions 8). */
export const defaultStackAds = 5;
export const maxStackAds = 20;
/** Ads of a stack without a number: more than any screen goes through, and still a bound (product decisions 8). */
export const stackCeiling = 1_000;
/** Bytes of a request path: two base64 page addresses fit (wire-protocol 2.2). */
export const maxRequestPathBytes = 8 * 1024;
/** Bytes of an ad request's body: eids and consent strings of a real page stay far below. */
export const maxAdRequestBodyBytes = 64 * 1024;
/** Bytes of a management request's JSON body. */
export const maxManagementBodyBytes = 1024 * 1024;
/** Bytes of one uploaded file: the largest banner, with room. */
export const maxUploadBytes = 25 * 1024 * 1024;
/** Bytes of one resumable upload: a film of some minutes in the quality that a player of a big screen wants. */
export const maxResumableBytes = 2 * 1024 * 1024 * 1024;
/** Uploads of one caller that no creative was made of: a campaign's films at the same time, with room. */
export const maxOpenUploads = 50;
/** Announced bytes of all uploads of one caller: four of the largest. */
export const maxAnnouncedBytesPerOwner = 8 * 1024 * 1024 * 1024;
/** Received bytes of all uploads at a time: what a disk of moderate size has free. */
export const maxStoredUploadBytes = 20 * 1024 * 1024 * 1024;
/** An upload without a byte is removed after so long: a client that announces a file sends it next. */
export const emptyUploadLifeMs = 10 * 60 * 1000;
/** An upload that nobody continues or uses for so long is removed: a person comes back the next morning. */
export const uploadLifeMs = dayMs;
/** One that became a creative is kept for so long, should the same call be repeated. */
export const usedUploadLifeMs = hourMs;
/** How often stored files are looked through for those that nothing names, and how long after a start first. */
export const fileSweepMs = dayMs;
export const firstFileSweepMs = 10 * 60 * 1000;
/** Files without a creative that are remembered at a time; more wait for the next pass. */
export const maxUnusedFiles = 10_000;
/** Bytes of an upload that are sent again at most when this process dies: a second or two on a good line. */
export const uploadCheckpointBytes = 16 * 1024 * 1024;
/** Pixels of all frames of an uploaded image: decoding more would let a small file fill the memory. */
export const maxImagePixels = 40_000_000;
/** Items of one page of a list (product decisions 2). */
export const maxPageSize = 500;
/** Items of a page when nothing is said (product decisions 2). */
export const defaultPageSize = 50;
/** Entries of one page of user mappings, as the existing integrations page (wire-protocol 10.2). */
export const maxMappedUsersPage = 100;
/** Mappings in one call: whoever works for more combinations is mapped in several. */
export const maxUserMappings = 500;
/** Changes in one bulk call: they are one transaction, in which others wait. */
export const maxBulkItems = 200;
/** Calls of the management API are counted by the minute: a program that runs wild is stopped soon, and goes on soon. */
export const callWindowMs = 60 * 1000;
/** Calls with invalid tokens from one address in such a window: an office whose tokens have all just ended makes fewer. */
export const maxWrongTokensOfAddress = 300;
/** Token calls of one client in a second that are looked at in full; beyond that a wrong secret costs one hash. */
export const callsLookedAtASecond = 20;
/** The same of all clients together, for who makes up another one each time; a right one costs no more than a look beyond that. */
export const allCallsLookedAtASecond = 30;
/** Clients whose token calls are counted at the same time. */
export const maxWatchedClients = 1_000;
/** Bytes of a form with credentials. */
export const maxPeekedBodyBytes = 16 * 1024;
/** Bytes of a form of the sign-in pages. */
export const maxSignInFormBytes = 8 * 1024;
/** Characters of a password: as long as a good one must be (NIST SP 800-63B), and no more than hashing it should cost. */
export const minPasswordLength = 12;
export const maxPasswordLength = 200;
/** Attempts to sign in within `signInWindowMs`, right ones not counted: a person mistypes, a program guesses. */
export const signInWindowMs = 15 * 60 * 1000;
export const maxAttemptsOfPair = 10;
/** Of one account from all addresses, so that many addresses do not help; of one address for all accounts, as an office has. */
export const maxAttemptsOfAccount = 100;
export const maxAttemptsOfAddress = 100;
/** Passwords that are hashed at the same time, and that wait for it: each takes 19 MiB and some 20 ms of a core. */
export const maxPasswordsAtOnce = 2;
export const maxPasswordsWaiting = 50;
/** A session notes that it was used no more often than this. */
export const sessionNotedMs = 60 * 1000;
/** Characters of any name. */
export const maxNameLength = 255;
/** Characters of any address. */
export const maxUrlLength = 2_000;
/** Characters of html markup of one creative: what a page would load inline. */
export const maxHtmlLength = 100_000;
/** Priority levels 0 (highest) to 9 (product decisions 3). */
export const lowestPriority = 9;
/** Priority of a booking that names none (product decisions 3). */
export const defaultPriority = 5;
/** Events of a display ad count up to one hour after the decision (product decisions 8). */
export const displayEventWindowMs = hourMs;
/** Events of a video or audio ad: a player may be paused for so long (product decisions 8). */
export const videoEventWindowMs = 4 * hourMs;
/** Plays and other events of a screen, which may have been without a network for so long (product decisions 8). */
export const screenEventWindowMs = 30 * dayMs;
/** Different custom events of one booking: who calls addresses may name them as they like, and each is a row for ever. */
export const maxCustomEvents = 100;
/** Those of them that one sender may bring: more than a creative has, and too few to leave no room for others. */
export const maxCustomEventsPerSender = 10;
/** Life of a preview link: a review takes a month at most, and then there is a newer version. */
export const maxPreviewLinkSeconds = 30 * 24 * 60 * 60;
/** Life of a preview link when its maker says nothing. */
export const defaultPreviewLinkSeconds = 7 * 24 * 60 * 60;
/** Macros of one creative that are filled in: each is work for each showing. */
export const maxMacros = 200;
/** Characters that one macro is filled in with: a page address and a few parameters; 200 of them stay below a megabyte. */
export const maxMacroValueLength = 2_000;
/** Plays of each loop that one booking buys, and plays of others that it asks for between two of its own. */
export const maxPlaysPerLoop = 720;
export const maxLoopGap = 100;

/** Orders in one call, which fit in its body with some five lines each, and lines of one order: a basket for a month. */
export const maxConversions = 1_000;
export const maxConversionLines = 100;
/** Units of one line, and what it may come to in micro-units: sums of a thousand such lines stay exact integers. */
export const maxUnitsPerLine = 100_000;
export const maxLineMicros = 1_000_000 * 1_000_000;
/** How old an order may be: a shop that could not tell for a week of holidays catches up. */
export const conversionLateMs = 14 * dayMs;
/** How far ahead of ours the clock of a shop may be. */
export const conversionAheadMs = 5 * 60 * 1000;
/** How long an order may change whom it is credited to: as long as all of its window is in the archive of the journal. */
export const conversionOpenMs = 20 * dayMs;
/** The longest window of attribution, in days: with the age of an open order it lies within the archive of the journal. */
export const maxAttributionDays = 14;
/** How long touches are kept: as long as the archive of the journal. */
export const touchLifeMs = 35 * dayMs;
/** How long an erased shopper is told from others: until no record of any journal has the key, and a margin. */
export const erasedShopperLifeMs = 45 * dayMs;
/** Touches of each sort (view or click, of the product or of the brand) that a line is compared with, the last ones. */
export const maxTouchesPerSort = 20;
/** Orders that are attributed in one transaction, during which nothing is rolled up. */
export const conversionsAtOnce = 100;
/** Plays in one call: an hour of a screen with a new ad every four seconds. */
export const maxPlays = 1_000;
/** Bytes of such a call: each play has an address of some 200 characters, and its place in a chain. */
export const maxPlaysBodyBytes = 1024 * 1024;
/** How long a record of a chain is compared with what comes: as long as a play of it counts, and two days. */
export const playLinkLifeMs = 32 * dayMs;
/** How long a chain that is not continued is named, with what was wrong in it: a quarter's invoice is paid by then. */
export const playChainLifeMs = 90 * dayMs;
/** Screens of one position that are named: a network has a position for each place or for all of one kind. */
export const maxScreensOfPosition = 1_000;
/** Missing files that a screen names, and characters of each: one journal record holds them. */
export const maxMissingFiles = 10;
export const maxMissingFileLength = 300;
/** Chains of one position: a player begins a new one when it is set up anew. */
export const maxPlayChains = 200;
/** Bytes of the body that asks for a playlist. */
export const maxPlaylistBodyBytes = 16 * 1024;
/** Plays of one playlist, some 3 MB: a day of 25 hours with a new ad every eight seconds. */
export const maxPlaylistEntries = 12_000;
/** Playlists that one process writes at a time: each takes a tenth of a second of a core. */
export const maxPlaylistsAtOnce = 2;
/** How far ahead a playlist may begin: the day after tomorrow's edits are too likely. */
export const maxPlaylistAheadMs = 48 * hourMs;
/** A screen without a loop asks again after this long, and shows each ad for so long. */
export const decidedPlaylistMs = 15 * 60 * 1000;
export const defaultSlotSeconds = 10;
/** How far the clock of a player may be off. */
export const playClockToleranceMs = 5 * 60 * 1000;
/** A player asks for the next day each morning: whoever did not for longer is asked after. */
export const screenLateMs = 26 * hourMs;
/** Who was not seen for longer is taken for gone, and nobody is asked to look after it. */
export const screenGoneMs = 14 * dayMs;
/** Life of a key that shows why ads were chosen: a working day, and no more, since it cannot be taken back. */
export const maxDebugKeySeconds = 12 * 60 * 60;
/** Life of such a key when its maker says nothing. */
export const defaultDebugKeySeconds = 60 * 60;
/** Creatives in one preview: a page shows a few. */
export const maxPreviews = 20;
/** Rows left out of a snapshot that are listed one by one: enough to find the cause, little enough to log. */
export const maxSnapshotProblems = 100;
/** Levels of publishers inside publishers; more is a circle. */
export const maxPublisherDepth = 32;
/** An idempotency key is remembered for a day (product decisions 2). */
export const idempotencyKeyLifeMs = dayMs;
/** Life of an access token (product decisions 7). */
export const accessTokenSeconds = 300;
/** Frames of one animated image: ten seconds at thirty a second. */
export const maxImageFrames = 300;
/** Seconds that decoding an uploaded image may take. Source: product decisions 9. */
export const maxDecodeSeconds = 5;
/** Seconds that one encoding of it may take, with what is decoded for it. */
export const maxImageSeconds = 15;
/** Milliseconds after which no further version of an image is begun; the image itself is there by then. */
export const imageLadderMs = 20_000;
/** Files of one HTML5 creative: the largest exports of animation tools have some fifty. */
export const maxArchiveFiles = 200;
/** Entries of an archive with folders and what is left out: reading the list alone takes time. */
export const maxArchiveEntries = 2_000;
/** Bytes of all its files unpacked, and of one: what a zip declares is not believed, so this is counted while unpacking. */
export const maxArchiveBytes = 40 * 1024 * 1024;
export const maxArchiveFileBytes = 15 * 1024 * 1024;
/** Bytes unpacked for one of the zip, of archives that unpack to more than a megabyte: real creatives stay below ten. */
export const maxArchiveRatio = 100;
/** Folders in folders of an archive. */
export const maxArchiveDepth = 6;
/** Archives that are unpacked at the same time: each is held in memory, and inflating takes a core. */
export const maxArchivesAtOnce = 2;
/** How long a film may be looked into: ffprobe reads its head and index, seconds on a slow disk. */
export const maxProbeMs = 20_000;
/** Characters that this may say: a film has a few streams. */
export const maxProbeOutputBytes = 512 * 1024;
/** Films that are looked into at the same time. */
export const maxProbesAtOnce = 2;
/** How long a frame of a film may be looked for: 4K is decoded from its last whole picture on. */
export const maxPosterMs = 15_000;
/** Pixels of a frame that is decoded: 4K; sixteen of them, as a film may ask to keep, stay below 300 MB. */
export const maxPosterSourcePixels = 4_096 * 2_304;
/** Pixels of a poster's width: more than a player on a page has. */
export const posterWidth = 1_280;
/** Bytes of a poster: ten times those of a usual one. */
export const maxPosterBytes = 2 * 1024 * 1024;
/** Milliseconds of an uploaded film: longer is no ad but a programme. */
export const maxFilmMs = 10 * 60 * 1000;
/** Kilobits a second of an uploaded film: the best of 4K; a phone cannot follow more. */
export const maxFilmKbps = 60_000;
/** Uploads that wait for the one image that is being made; more are told to come back. */
export const maxWaitingImages = 32;
/** Creatives in one booking: more could not be told apart by their figures. */
export const maxCreativesPerBooking = 100;
/** Rotation weight of a creative: the share of one in ten thousand can still be said. */
export const maxCreativeWeight = 10_000;
/** Nodes of the inventory that one booking names by kind; for more there is the wider node. */
export const maxInventoryNodesPerBooking = 500;
/** Exclusion labels of one booking, and blocked ones of one position: each is compared with each beside it. */
export const maxLabels = 20;
/** Characters of an exclusion label: a word or two. */
export const maxLabelLength = 64;
/** Parts of a day in one booking: each hour of each day. */
export const maxDayParts = 168;
/** Days that an offer is valid when nothing else is said (wire-protocol 10.4). */
export const offerValidDays = 14;

/** Inventory categories that the settings add: what a menu can offer. */
export const maxExtraCategories = 50;

/** Media partners whose creatives need no review: more would be a rule and not a list. */
export const maxTrustedMediaPartners = 1_000;
/** Rows of one report: a year of days for a hundred bookings; more belongs into an export. */
export const maxReportRows = 50_000;
/** Candidates of a pool that are looked at one by one; above that a trial costs less (docs/decisions/0010-draw-tables.md). */
export const maxScannedCandidates = 32;
/** Trials of one draw before the pool is scanned after all: where one in ten is eligible, one draw in three hundred scans. */
export const maxDrawTrials = 64;
/** Leaves of one targeting tree (product decisions 6). */
export const maxTargetingLeaves = 800;
/** Different words of a broad keyword: of more, a search would have too many sets. */
export const maxBroadWords = 4;
/** Different words of a search, from its start, that broad keywords of more than one word can match: 162 sets of up to four. */
export const maxQueryWords = 8;
/** Words of a keyword of type phrase or exact. */
export const maxKeywordWords = 10;
/** Words of a search that keywords are compared with. A booking with negative keywords does not match longer searches. */
export const maxSearchWords = 100;
/** Characters of a keyword: what somebody types into a search. */
export const maxKeywordLength = 100;
/** Keywords of one booking, and negative ones beside them. */
export const maxKeywords = 1_000;
/** Products of one booking: each is an ad of its own. */
export const maxProductsPerBooking = 100;
/** Product pages of one booking: those of a range of competitors. */
export const maxProductPages = 1_000;
/** Categories of one booking. */
export const maxCategories = 100;
/** Viewers times bookings whose frequency is counted at a time, in one process: 28 bytes each. */
export const capTableSlots = 2 ** 20;
/** Caps of one booking, each of which is looked up in every request that comes to it. */
export const maxCapsPerBooking = 8;
/** A session of a client ends so long after it began: a day of shopping or reading, and no more of anybody. */
export const sessionMs = dayMs;
/** Times that a cap may allow: far beyond what a viewer could see. */
export const maxCapMost = 1_000_000;
/** Percent that an even goal may be ahead at its start: more would starve its end. */
export const maxFrontLoading = 40;
/** Levels of one targeting tree, a lone leaf being one (product decisions 6). */
export const maxTargetingDepth = 8;
/** Values of one targeting leaf: the postal codes of a country of moderate size. */
export const maxTargetingValues = 10_000;
/** Life of a cached document when its sender names none (Prebid Cache). */
export const defaultCacheLifeSeconds = 3_600;
/** Longest life of a cached document: a page is not open for longer than a day. */
export const maxCacheLifeSeconds = 24 * 60 * 60;
/** Bytes of one cached document: the longest VAST with all its scripts' parameters stays far below. */
export const maxCacheValueBytes = 256 * 1024;
/** Documents in one call of the cache, as Prebid Cache has it: a page asks for a few. */
export const maxCachePuts = 10;
/** Characters of a key that a sender chooses. */
export const maxCacheKeyLength = 256;
/** Bytes of a call of the cache: all its documents, with quotes escaped. */
export const maxCacheBodyBytes = 4 * 1024 * 1024;
/** Bytes of such calls at a time in one process: thousands of real ones, or sixteen of the largest. */
export const maxCacheBytesAtOnce = 16 * maxCacheBodyBytes;
/** An ad's own VAST document lives so long; then the player needs a new request (wire-protocol 7). */
export const contentLifeMs = 3.5 * hourMs;
/** Files of one video: each size in each codec, with room. */
export const maxMediaFiles = 30;
/** Companions, icons or scripts of one video: players show one of each and look at a few. */
export const maxCompanions = 10;
/** Third parties' addresses for one event of a video. */
export const maxAddressesPerEvent = 10;
/** Characters of all that a video creative says: with our addresses it stays below what the cache takes of one document. */
export const maxVideoCreativeLength = 100_000;
/** Characters of a consent string (TCF or GPP): those of the longest list of vendors stay far below. */
export const maxConsentStringLength = 8_192;
/** After a webhook was given a new secret, how long its messages are signed with the one before too. */
export const webhookSecretOverlapMs = dayMs;
/** Webhooks of one deployment: each is asked about at every event. */
export const maxWebhooks = 100;
/** How long an attempt to reach a webhook may take (Standard Webhooks: 15 to 30 seconds). */
export const webhookTimeoutMs = 20 * 1000;
/** Attempts under way to one address, so that one that is slow keeps no other waiting, and to all. */
export const maxWebhookCallsToOne = 4;
export const maxWebhookCalls = 32;
/** Characters of an answer that the log of deliveries keeps. */
export const maxWebhookAnswer = 1_000;
/** Pauses before the second attempt and those that follow (Standard Webhooks, "Example retry schedule"): three days in all. */
export const webhookPausesMs = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400].map((s) => s * 1000);
/** A webhook to which nothing has got through for so long is switched off. */
export const webhookPatienceMs = 5 * dayMs;
/** Events and what was sent of them are kept so long, to be sent again. */
export const eventLifeMs = 30 * dayMs;
/** An animation that goes on beside what somebody reads; the usual rule of publishers and of the LEAN principles. */
export const maxAnimationMs = 30_000;
/** A film before or between others: what most players take. */
export const usualFilmMs = 60_000;
/** Fields of a format's template, and images among them: what a person fills in on one screen. */
export const maxTemplateFields = 50;
export const maxTemplateImages = 10;
/** Characters of one field of a creative: an article's opening; more is no ad. */
export const maxFieldLength = 5_000;
/** Choices of one field: what a menu can offer. */
export const maxFieldChoices = 50;
/** Scripts, frames and style sheets of one creative that are fetched for a check: a tag has one or two. */
export const maxCheckedAddresses = 10;
/** Redirects of one address in a check: more keep a viewer waiting for longer than they stay. */
export const maxCheckRedirects = 5;
/** Documents of one VAST address in a check, each wrapping the next: players give up after five (VAST 4.2, 2.3.4.1). */
export const maxVastDocuments = 5;
/** How long the check of one creative may take in all. */
export const addressCheckMs = 20_000;
/** Checks that somebody waits for at the same time. */
export const maxAddressChecksAtOnce = 4;
/** Whom one scheduled report is mailed to: more is a mailing list, which has an address of its own. */
export const maxReportRecipients = 20;
/** Schedules of one owner: each makes a report at least once a month. */
export const maxReportSchedules = 50;
/** How long the link to the file of a scheduled report works. */
export const reportLinkLifeMs = 7 * dayMs;
/** Runs of schedules, and what came of them, are kept so long. */
export const reportRunLifeMs = 90 * dayMs;
/** Pauses before a scheduled report is tried again that could not be made or mailed: seven hours in all. */
export const reportRunPausesMs = [60, 300, 1_800, 7_200, 14_400].map((s) => s * 1000);
/** Bytes of a file that is attached to a mail; a larger one has its link alone. Mail servers commonly take 10 MB. */
export const maxMailAttachmentBytes = 7 * 1024 * 1024;
