import type { VideoFile } from './video-ad.ts';
import type { VideoCreative } from './video-creative.ts';

/**
 * Returns the files of a video or audio creative that a player can prefetch and store: progressive, with a complete
 * URL. Streams and URLs with macros cannot be stored.
 * @param video omitted: the creative has no video
 */
export function progressiveFiles(video: VideoCreative | undefined): readonly VideoFile[] {
  return (video?.media?.files ?? []).filter(({ url, delivery }) => delivery === 'progressive' && !url.includes('['));
}
