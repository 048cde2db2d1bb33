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
