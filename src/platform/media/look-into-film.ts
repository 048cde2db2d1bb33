import type { VideoContainer } from './check-video.ts';
import { withFileBytes } from './film/file-bytes.ts';
import type { FilmFacts } from './film/film-facts.ts';
import { readMp4 } from './film/read-mp4.ts';
import { readWebm } from './film/read-webm.ts';
import { UnreadableFilm } from './film/unreadable-film.ts';
import { probeVideo } from './probe-video.ts';
import { VideoProblem } from './video-problem.ts';

/**
 * What is in a film or sound: by ffprobe where it is installed, which looks at its pictures too, and by its index, which says
 * its codecs in detail and whether all of it is there. Without ffprobe the index has to do.
 * Source: docs/decisions/0068-films.md.
 */
export async function lookIntoFilm(
  path: string,
  container: VideoContainer,
  ffprobe: string | null,
): Promise<FilmFacts> {
  const own = await readIndex(path, container);
  if (ffprobe !== null) {
    const probed = await probeVideo(ffprobe, path);
    return { ...probed, tracks: probed.tracks.map((track) => ({ ...track, codecs: codecsLike(track.codec, own) })) };
  }
  if (container === 'mp3') {
    throw new VideoProblem('not_probed', 'cannot be looked into: ffprobe (FFmpeg) is not installed on the server');
  }
  if (own === null) throw new VideoProblem('broken_video', 'is damaged, or not what it seems');
  return own;
}

/** Null: it cannot be followed, or there is none. */
async function readIndex(path: string, container: VideoContainer): Promise<FilmFacts | null> {
  if (container === 'mp3') return null;
  try {
    return await withFileBytes(path, container === 'mp4' ? readMp4 : readWebm);
  } catch (error) {
    if (error instanceof UnreadableFilm) return null;
    throw error;
  }
}

function codecsLike(codec: string, own: FilmFacts | null): string | null {
  return own?.tracks.find((track) => track.codec === codec)?.codecs ?? null;
}
