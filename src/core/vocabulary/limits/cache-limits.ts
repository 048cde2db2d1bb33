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
