import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { z } from 'zod';
import { maxProbeMs, maxProbeOutputBytes } from '../../core/words/limits.ts';
import { VideoProblem } from './video-problem.ts';

/** Where packages install it. It is started by its whole path, so that no folder of a user's can take its place. */
const places = ['/usr/bin/ffprobe', '/usr/local/bin/ffprobe', '/opt/homebrew/bin/ffprobe'];

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

export type ProbedVideo = z.output<typeof probed>;

/**
 * What ffprobe says of a file, which it reads in a process of its own: without our environment, with little priority, with no
 * protocol but files, for a limited time. Throws a `VideoProblem`.
 * Source: docs/decisions/0065-video-files.md.
 */
export async function probeVideo(path: string): Promise<ProbedVideo> {
  const program = places.find((place) => existsSync(place));
  if (program === undefined) {
    throw new VideoProblem('not_probed', 'cannot be looked into: ffprobe (FFmpeg) is not installed on the server');
  }
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
  if (!read.success) throw new VideoProblem('broken_video', 'is damaged, or not what it seems');
  return read.data;
}

/** Null: it failed, said too much or took too long. */
function outputOf(program: string, options: readonly string[]): Promise<string | null> {
  return new Promise((resolve) => {
    const child = spawn(program, options, {
      stdio: ['ignore', 'pipe', 'ignore'],
      env: {},
      timeout: maxProbeMs,
      killSignal: 'SIGKILL',
    });
    if (child.pid !== undefined) lowerPriority(child.pid);
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
      if (text.length > maxProbeOutputBytes) child.kill('SIGKILL');
    });
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code === 0 ? text : null));
  });
}

/** It may have ended already. */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    if ((error as { info?: { code?: string } }).info?.code !== 'ESRCH') throw error;
  }
}

function jsonOrNull(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
