import { dayMs } from '../../time/durations.ts';

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
