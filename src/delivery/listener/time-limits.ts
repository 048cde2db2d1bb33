/** Time limits in milliseconds of a head and of a complete request. A browser that shows an ad is faster. */
export const headTimeoutMs = 10_000;
export const requestTimeoutMs = 20_000;
/** Interval in milliseconds of checking connections for these limits. */
export const timeoutCheckMs = 2_000;
/** Milliseconds for which an unused connection stays open, longer than the minute of common proxies. */
export const idleTimeoutMs = 65_000;
/** Milliseconds after which a connection without progress while sending a response is closed. */
export const stalledTimeoutMs = 75_000;
/**
 * Milliseconds for which a rejected client may continue to send. If it were disconnected immediately, it could lose the
 * response.
 */
export const lingerMs = 2_000;
