import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  hasEndlessTable,
  keepsDataElsewhere,
  pointsBehindItsEnd,
  saysItTakes,
  withBytes,
  withoutIndex,
} from '../../../../test/support/media-files/change-video-file.ts';
import { makeMp4, makeVideoFile } from '../../../../test/support/media-files/make-video-file.ts';
import type { RequestedVideo } from '../check-video.ts';
import { findFfmpeg } from '../ffmpeg-programs.ts';
import { readVideo } from '../read-video.ts';
import { VideoProblem } from '../video-problem.ts';

const none = { ffprobe: null, ffmpeg: null };
const anyVideo: RequestedVideo = { kind: 'video', width: null, height: null, maxBytes: null };
const anySound: RequestedVideo = { ...anyVideo, kind: 'audio' };
const picture = 'testsrc=size=128x72:rate=10:duration=1';
const tone = ['-f', 'lavfi', '-i', 'sine=duration=1'];
const x264 = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
const clip = readFileSync(new URL('../../../../test/support/media/clip.webm', import.meta.url));
const mp4 = makeMp4('128x72', 1);

type Case = readonly [what: string, codec: string | null, options: RequestedVideo, content: () => Buffer];

describe('a video is read equally without ffprobe', () => {
  test.each<Case>([
    [
      'MP4 with its index at the end',
      'avc1.f4000a',
      anyVideo,
      () => makeVideoFile('a.mp4', picture, '-c:v', 'libx264'),
    ],
    ['MP4 in the usual profile', 'avc1.64000a', anyVideo, () => mp4],
    [
      'MP4 with audio and its index at the start',
      'avc1.64000a,mp4a.40.2',
      anyVideo,
      () => makeVideoFile('a.mp4', picture, ...tone, ...x264, '-c:a', 'aac', '-movflags', 'faststart'),
    ],
    [
      'MP4 in fragments',
      'avc1.64000a',
      anyVideo,
      () => makeVideoFile('a.mp4', picture, ...x264, '-movflags', 'frag_keyframe+empty_moov+delay_moov'),
    ],
    [
      'MP4 with VP9',
      'vp09.00.10.08',
      anyVideo,
      () => makeVideoFile('a.mp4', picture, '-c:v', 'libvpx-vp9', '-pix_fmt', 'yuv420p'),
    ],
    ['WebM', 'vp8', anyVideo, () => makeVideoFile('a.webm', picture, '-c:v', 'libvpx')],
    [
      'WebM with audio',
      'vp9,opus',
      anyVideo,
      () => makeVideoFile('a.webm', picture, ...tone, '-c:v', 'libvpx-vp9', '-c:a', 'libopus'),
    ],
    ['M4A', 'mp4a.40.2', anySound, () => makeVideoFile('a.m4a', 'sine=duration=1', '-c:a', 'aac')],
    ['WebM audio', 'vorbis', anySound, () => makeVideoFile('a.webm', 'sine=duration=1', '-c:a', 'libvorbis')],
  ])('%s: %s', async (what, codec, options, content) => {
    const videoFile = content();
    const probed = await readVideo(videoFile, options, { ...findFfmpeg(), ffmpeg: null });
    expect(probed.codec).toBe(codec);
    // Only the fragments contain the duration of such a video, and they are not read.
    if (what.endsWith('fragments')) {
      await expect(readVideo(videoFile, options, none)).rejects.toMatchObject({ code: 'wrong_duration' });
      return;
    }
    const own = await readVideo(videoFile, options, none);
    expect(Math.abs(own.durationMs - probed.durationMs)).toBeLessThan(60);
    const { durationMs, bitrate } = probed;
    expect({ ...own, durationMs, bitrate }).toEqual(probed);
  });

  test('an MP3 cannot be read without ffprobe', async () => {
    const sound = makeVideoFile('a.mp3', 'sine=duration=1', '-c:a', 'libmp3lame');
    await expect(readVideo(sound, anySound, none)).rejects.toMatchObject({ code: 'not_probed' });
  });
});

/** Returns the fault codes with FFmpeg and without; null: no fault. */
async function codesOf(content: Buffer): Promise<readonly (string | null)[]> {
  const codes: (string | null)[] = [];
  for (const programs of [{ ...findFfmpeg(), ffmpeg: null }, none]) {
    const outcome = readVideo(content, anyVideo, programs).then(() => null);
    const problem = await outcome.catch((error: unknown) => {
      if (error instanceof VideoProblem) return error;
      throw error;
    });
    codes.push(problem?.code ?? null);
  }
  return codes;
}

describe('an inconsistent or truncated video is rejected, with ffprobe and without', () => {
  const fast = makeVideoFile('a.mp4', picture, ...x264, '-movflags', 'faststart');

  test.each<[what: string, code: string, content: () => Buffer]>([
    ['frames truncated after the index', 'broken_video', () => fast.subarray(0, fast.length - 200)],
    ['frames beyond the end of the file', 'broken_video', () => pointsBehindItsEnd(mp4)],
    ['frames in another file', 'broken_video', () => keepsDataElsewhere(mp4)],
    ['frames longer than the stated duration', 'wrong_duration', () => saysItTakes(makeMp4('64x36', 30), 15_000)],
    ['frames larger than the file', 'broken_video', () => withBytes(mp4, 'stsz', 12, [0x7f, 0xff, 0xff, 0xff])],
    ['no index', 'broken_video', () => withoutIndex(mp4)],
    ['truncated WebM', 'broken_video', () => clip.subarray(0, clip.length / 2)],
    ['Matroska', 'unsupported_video', () => makeVideoFile('a.mkv', picture, '-c:v', 'libvpx')],
    ['MPEG-4 of before H.264', 'codec_not_allowed', () => makeVideoFile('a.mp4', picture, '-c:v', 'mpeg4')],
  ])('%s: %s', async (_what, code, content) => {
    expect(await codesOf(content())).toEqual([code, code]);
  });

  test.each(['stco', 'stsz', 'stts'])('a table %s without an end', async (table) => {
    expect(await codesOf(hasEndlessTable(mp4, table))).toEqual(['broken_video', 'broken_video']);
  });
});

test('any modified video is either read or rejected', async () => {
  let seed = 20_261_122;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const seen = new Set<string>();
  for (const videoFile of [makeMp4('64x36', 1), clip]) {
    const isMp4 = videoFile !== clip;
    const [from, to] = isMp4 ? [videoFile.indexOf('moov') - 4, videoFile.length] : [0, 600];
    for (let round = 0; round < 400; round += 1) {
      const copy = Buffer.from(videoFile);
      for (let change = random(4); change >= 0; change -= 1)
        copy[from + random(to - from)] = random(2) * 255 || random(256);
      const outcome = await readVideo(copy, anyVideo, none).then(
        () => 'read',
        (error: unknown) => {
          if (error instanceof VideoProblem) return error.code;
          throw error;
        },
      );
      seen.add(outcome);
    }
  }
  expect([...seen]).toContain('read');
  expect([...seen]).toContain('broken_video');
});
