/** A client that takes longer for its head, or for its whole request, is not a browser that shows an ad. */
export const headTimeoutMs = 10_000;
export const requestTimeoutMs = 20_000;
/** How often connections are looked at for that. */
export const timeoutCheckMs = 2_000;
/** An unused connection stays open longer than the minute for which common proxies keep theirs. */
export const idleTimeoutMs = 65_000;
/** A connection on which nothing moves although an answer is being sent. */
export const stalledTimeoutMs = 75_000;
/** A client that was refused may go on sending for so long; cut at once, it could lose the refusal. */
export const lingerMs = 2_000;
