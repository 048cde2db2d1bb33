import type { VideoContainer } from './check-video.ts';
import { probeVideo } from './probe-video.ts';
import { withFileBytes } from './video-file/file-bytes.ts';
import { readMp4 } from './video-file/read-mp4.ts';
import { readWebm } from './video-file/read-webm.ts';
import { UnreadableVideo } from './video-file/unreadable-video.ts';
import type { VideoFileFacts } from './video-file/video-file-facts.ts';
import { VideoProblem } from './video-problem.ts';

/**
 * Reads the contents of a video or audio file: with ffprobe if it is installed, which also checks frames, and from its
 * index, which contains the detailed codecs and shows whether the file is complete. Without ffprobe only from the
 * index. Source: docs/decisions/0068-video-uploads.md.
 */
export async function inspectVideo(
  path: string,
  container: VideoContainer,
  ffprobe: string | null,
): Promise<VideoFileFacts> {
  const own = await readIndex(path, container);
  if (ffprobe !== null) {
    const probed = await probeVideo(ffprobe, path);
    return { ...probed, tracks: probed.tracks.map((track) => ({ ...track, codecs: codecsLike(track.codec, own) })) };
  }
  if (container === 'mp3') {
    throw new VideoProblem('not_probed', 'cannot be read: ffprobe (FFmpeg) is not installed on the server');
  }
  if (own === null) throw new VideoProblem('broken_video', 'is damaged or of another type');
  return own;
}

/** null: invalid or missing. */
async function readIndex(path: string, container: VideoContainer): Promise<VideoFileFacts | null> {
  if (container === 'mp3') return null;
  try {
    return await withFileBytes(path, container === 'mp4' ? readMp4 : readWebm);
  } catch (error) {
    if (error instanceof UnreadableVideo) return null;
    throw error;
  }
}

function codecsLike(codec: string, own: VideoFileFacts | null): string | null {
  return own?.tracks.find((track) => track.codec === codec)?.codecs ?? null;
}
