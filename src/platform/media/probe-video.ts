import { spawn } from 'node:child_process';
import { z } from 'zod';
import { maxProbeMs, maxProbeOutputBytes } from '../../core/vocabulary/limits/video-file-limits.ts';
import { lowerPriority } from '../process/lower-priority.ts';
import type { VideoFileFacts, VideoFileTrack } from './video-file/video-file-facts.ts';
import { VideoProblem } from './video-problem.ts';

const seconds = z.coerce.number().positive().finite();
const probed = z.object({
  format: z.object({ format_name: z.string(), duration: seconds, bit_rate: z.coerce.number().positive().optional() }),
  streams: z.array(
    z.object({
      codec_type: z.string().optional(),
      codec_name: z.string().optional(),
      width: z.number().optional(),
      height: z.number().optional(),
      disposition: z.object({ attached_pic: z.number() }).optional(),
    }),
  ),
});

/**
 * Runs ffprobe on a file in a separate process with an empty environment, low priority, the file protocol only, and a
 * time limit. Throws a `VideoProblem`. Source: docs/decisions/0065-video-files.md.
 */
export async function probeVideo(program: string, path: string): Promise<VideoFileFacts> {
  const options = ['-v', 'error', '-protocol_whitelist', 'file', '-format_whitelist', 'mov,matroska,mp3'];
  const text = await outputOf(program, [
    ...options,
    '-print_format',
    'json',
    '-show_format',
    '-show_streams',
    `file:${path}`,
  ]);
  const read = probed.safeParse(text === null ? null : jsonOrNull(text));
  if (!read.success) throw new VideoProblem('broken_video', 'is damaged or of another type');
  const { format, streams } = read.data;
  return { durationMs: format.duration * 1_000, tracks: streams.flatMap(trackOf) };
}

/** A cover image is not a video track. */
function trackOf(stream: z.output<typeof probed>['streams'][number]): VideoFileTrack[] {
  const { codec_type: kind, codec_name: codec = 'unknown', width = 0, height = 0, disposition } = stream;
  if ((kind !== 'video' && kind !== 'audio') || disposition?.attached_pic === 1) return [];
  return [{ kind, codec, codecs: null, width, height }];
}

/** null: it failed, exceeded the output limit or timed out. */
function outputOf(program: string, options: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, options, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      timeout: maxProbeMs,
      killSignal: 'SIGKILL',
    });
    lowerPriority(child.pid, 'background');
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > maxProbeOutputBytes) child.kill('SIGKILL');
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? text : null));
  });
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
