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
