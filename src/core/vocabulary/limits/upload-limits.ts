import { dayMs, hourMs } from '../../time/durations.ts';

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
/** Time for which an upload that was used is retained, for retries of the same call. */
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
/** Frames per animated image: 10 seconds at 30 per second. */
export const maxImageFrames = 300;
/** Time limit in seconds for decoding an uploaded image. Source: product decisions 9. */
export const maxDecodeSeconds = 5;
/** Time limit in seconds for one encoding, including its decoding. */
export const maxImageSeconds = 15;
/** Milliseconds after which no further version of an image is started. The image itself is complete by then. */
export const imageLadderMs = 20_000;
/** Uploads waiting for the single image encoder. Further ones must retry later. */
export const maxWaitingImages = 32;
