import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../test/support/fixtures/make-objects.ts';
import { writeZip } from '../../../../test/support/media-files/write-zip.ts';
import { sendResumable, sendUpload } from '../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../test/support/server/test-management.ts';
import { maxUploadBytes } from '../../../core/vocabulary/limits/upload-limits.ts';
import { readSnapshotCreatives } from '../../../exchange/rows/snapshot-creatives.ts';

const clip = readFileSync(new URL('../../../../test/support/media/clip.webm', import.meta.url));
const sound = readFileSync(new URL('../../../../test/support/media/sound.webm', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'placard-videos-'));

/** Creates a file with the FFmpeg whose ffprobe checks uploads. */
function made(name: string, ...options: readonly string[]): Buffer {
  const path = join(folder, name);
  execFileSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', ...options, path]);
  return readFileSync(path);
}

const picture = ['-i', 'testsrc=size=128x72:rate=10:duration=1'];
let videoFile: Buffer;
let management: TestManagement;
let creative: Record<string, unknown>;
let audio: Record<string, unknown>;

beforeAll(async () => {
  videoFile = made('video.mp4', ...picture, '-c:v', 'libx264', '-pix_fmt', 'yuv420p');
  management = await startTestManagement();
  const brandId = (await makeObject(management, 'brands')).id;
  const video = { mediaType: 'video', width: 640, height: 360, maxBytes: 200_000 };
  const formatId = (await makeObject(management, 'inventory/format', video)).id;
  creative = { name: 'Winter', kind: 'video', brandId, formatId };
  const sounds = (await makeObject(management, 'inventory/format', { mediaType: 'audio' })).id;
  audio = { name: 'Winter', kind: 'audio', brandId, formatId: sounds };
});
afterAll(async () => {
  await management?.close();
  rmSync(folder, { recursive: true, force: true });
});

async function filesInStore(): Promise<readonly string[]> {
  const { dataFolder } = management.services.config;
  const found = await readdir(join(dataFolder, 'media'), { recursive: true, withFileTypes: true }).catch(() => []);
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

describe('an uploaded video', () => {
  test('becomes the media file for players, independent of its name', async () => {
    const answer = await sendUpload(management, creative, { content: clip, name: 'Winter Video.mp4' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    const { media, assets } = answer.body;
    expect(assets).toMatchObject([{ mime: 'video/webm', bytes: clip.length, width: 64, height: 36 }]);
    expect(assets[0].url).toMatch(/^http:\/\/localhost:8081\/media\/[0-9a-f]{64}\/winter-video\.webm$/);
    expect(media.files).toMatchObject([
      { url: assets[0].url, mime: 'video/webm', width: 64, height: 36, bytes: clip.length, delivery: 'progressive' },
    ]);
    expect(media.durationMs).toBeGreaterThan(1_900);
    expect(media.durationMs).toBeLessThan(2_200);
    expect(media.files[0].bitrate).toBe(Math.round((clip.length * 8) / media.durationMs));
    const [row] = await readSnapshotCreatives(management.database, { ids: [answer.body.id] });
    // Without the host, which may change.
    expect(row?.video?.media?.files[0].url).toMatch(/^media\/[0-9a-f]{64}\/winter-video\.webm$/);
    expect(row?.file).toBeNull();
  });

  test('precedes further renditions, and stays unchanged when other settings change', async () => {
    const other = { url: 'https://media.example/large.mp4', mime: 'video/mp4', width: 1280, height: 720 };
    const media = { durationMs: 2_000, skipAfterMs: 1_000, files: [other] };
    const answer = await sendUpload(management, { ...creative, media }, { content: clip, name: 'a.webm' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body.media).toMatchObject({ skipAfterMs: 1_000, files: [{ mime: 'video/webm' }, other] });
    const changed = await management.call('PATCH', `/creatives/${answer.body.id}`, {
      body: { media: { title: 'Winter' } },
      headers: { 'if-match': '*' },
    });
    expect(changed.status, JSON.stringify(changed.body)).toBe(200);
    expect(changed.body.media.files).toEqual(answer.body.media.files);
    const [row] = await readSnapshotCreatives(management.database, { ids: [answer.body.id] });
    expect(row?.video?.media?.files[0].url).toMatch(/^media\//);
  });

  test('can be MP4, and audio can be WebM, M4A or MP3', async () => {
    const answer = await sendUpload(management, creative, { content: videoFile, name: 'video.mp4' });
    expect(answer.body.media?.files, JSON.stringify(answer.body)).toMatchObject([{ mime: 'video/mp4', width: 128 }]);
    const tone = ['-i', 'sine=duration=1'];
    const sounds = [
      [sound, 'audio/webm'],
      [made('tone.m4a', ...tone, '-c:a', 'aac'), 'audio/mp4'],
      [made('tone.mp3', ...tone, '-c:a', 'libmp3lame'), 'audio/mpeg'],
    ] as const;
    for (const [content, mime] of sounds) {
      const one = await sendUpload(management, audio, { content, name: 'sound' });
      expect(one.body.media?.files, JSON.stringify(one.body)).toMatchObject([{ mime, width: 0, height: 0 }]);
    }
  });

  test('can be uploaded in parts and exceed the memory limit', async () => {
    const minute = ['-i', 'testsrc=size=128x72:rate=1:duration=60', '-c:v', 'libx264', '-pix_fmt', 'yuv420p'];
    // Appends an empty box to the video, as some tools do.
    const box = Buffer.alloc(maxUploadBytes);
    box.writeUInt32BE(box.length);
    box.write('free', 4, 'latin1');
    const content = Buffer.concat([made('minute.mp4', ...minute), box]);
    const uploadId = await sendResumable(management, { content, name: 'minute.mp4' });
    const wide = { mediaType: 'video', width: 1280, height: 720 };
    const { id: formatId } = await makeObject(management, 'inventory/format', wide);
    const body = { ...creative, formatId, uploadId };
    const answer = await management.call('POST', '/creatives', { body });
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    expect(answer.body.media).toMatchObject({
      durationMs: 60_000,
      files: [{ mime: 'video/mp4', bytes: content.length }],
    });
    const { sha256, url } = answer.body.assets[0];
    expect(sha256).toBe(createHash('sha256').update(content).digest('hex'));
    expect(await management.services.fileStore.stat(new URL(url).pathname.slice(1))).toEqual({ bytes: content.length });
  });

  test('is required unless the creative has external files', async () => {
    const answer = await management.call('POST', '/creatives', { body: creative });
    expect([answer.status, answer.body.errors[0].pointer]).toEqual([400, '/media']);
  });
});

type Refused = readonly [string, string, () => Buffer, Record<string, unknown>?];

const refused: readonly Refused[] = [
  ['no video', 'unsupported_video', () => Buffer.from('<script>alert(1)</script>')],
  ['a zip', 'unsupported_video', () => writeZip([{ path: 'a.mp4', content: clip }])],
  ['a playlist with files of the server', 'unsupported_video', () => Buffer.from('#EXTM3U\nfile:///etc/passwd')],
  ['a concatenation list of files', 'unsupported_video', () => Buffer.from('ffconcat version 1.0\nfile /etc/passwd')],
  ['an HTML page that begins as MP4', 'broken_video', () => Buffer.from('\0\0\0\x18ftypisom<script>alert(1)</script>')],
  ['MP4 without its index', 'broken_video', () => videoFile.subarray(0, 200)],
  ['MP4 with a hidden index', 'broken_video', () => withoutIndex(videoFile)],
  ['WebM truncated in its header', 'broken_video', () => clip.subarray(0, 60)],
  ['MP4 of noise', 'broken_video', () => Buffer.concat([videoFile.subarray(0, 40), Buffer.alloc(5_000, 0xa5)])],
  ['a codec that browsers do not support', 'codec_not_allowed', () => made('a.mp4', ...picture, '-c:v', 'mpeg4')],
  ['another shape', 'wrong_dimensions', () => made('b.webm', '-i', 'testsrc=size=72x128:rate=10:duration=1')],
  ['only sound', 'no_video', () => sound],
  ['more bytes than the format allows', 'too_large', () => Buffer.concat([clip, Buffer.alloc(200_000)])],
  [
    'another duration than stated',
    'wrong_duration',
    () => clip,
    {
      media: {
        durationMs: 30_000,
        files: [{ url: 'https://m.example/a.webm', mime: 'video/webm', width: 1, height: 1 }],
      },
    },
  ],
];

describe('a hostile, broken or unsuitable video is refused with a code and not stored', () => {
  test.each(refused.map(([what, code, content, fields = {}]) => ({ what, code, content, fields })))(
    '$what: $code',
    async ({ code, content, fields }) => {
      const before = await filesInStore();
      const answer = await sendUpload(
        management,
        { ...creative, ...fields },
        { content: content(), name: 'video.mp4' },
      );
      expect([answer.status, answer.body.errors?.[0]?.code], JSON.stringify(answer.body)).toEqual([400, code]);
      expect(await filesInStore()).toEqual(before);
    },
  );

  test('a video is refused as audio', async () => {
    const answer = await sendUpload(management, audio, { content: clip, name: 'sound.webm' });
    expect(answer.body.errors?.[0]?.code).toBe('no_audio');
  });
});

/** Replaces the type of the index box by an unknown one. */
function withoutIndex(content: Buffer): Buffer {
  const copy = Buffer.from(content);
  const at = copy.indexOf('moov');
  copy.write('junk', at, 'latin1');
  return copy;
}
