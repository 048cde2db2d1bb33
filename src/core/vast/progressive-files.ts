import type { VideoFile } from './video-ad.ts';
import type { VideoCreative } from './video-creative.ts';

/**
 * Files of a video or audio creative that a player can fetch ahead and store: progressive, and with a complete address. A stream, or an
 * address with a macro, cannot be stored.
 * @param video left out: the creative has no video
 */
export function progressiveFiles(video: VideoCreative | undefined): readonly VideoFile[] {
  return (video?.media?.files ?? []).filter(({ url, delivery }) => delivery === 'progressive' && !url.includes('['));
}
