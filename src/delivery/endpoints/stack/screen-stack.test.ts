import { afterAll, beforeAll, expect, test } from 'vitest';
import { videoCreative, videoRows } from '../../../../test/support/database/video-rows.ts';
import { startTestDelivery } from '../../../../test/support/server/test-delivery.ts';
import type { SnapshotRows } from '../../../core/snapshot/snapshot-rows.ts';
import type { VideoMedia } from '../../../core/vast/video-creative.ts';

/** Wednesday, 11:00 in Brussels. */
const openMs = Date.parse('2027-03-03T10:00:00Z');
const openingHours = [{ days: ['wed'], fromMinute: 600, toMinute: 720 }];
const { media } = videoCreative();
const [file] = media?.files ?? [];
const files = file === undefined ? [] : [file, { ...file, url: 'https://[cdn].example/winter.mp4' }];
const rows = {
  ...videoRows(videoCreative({}, { files: files as unknown as VideoMedia['files'] })),
  locations: [{ id: 1, publicationId: 1, code: '_home_', kind: 'screen', openingHours }],
} as unknown as SnapshotRows;

let delivery: Awaited<ReturnType<typeof startTestDelivery>>;
beforeAll(async () => {
  delivery = await startTestDelivery(rows);
});
afterAll(() => delivery?.close());

async function stack(list: 'm' | 'e', nowMs: number) {
  delivery.setNow(nowMs);
  const answer = await delivery.fetch(`/${list}/stack/sl_home_-video`);
  expect(answer.status).toBe(200);
  return ((await answer.json()) as { ads: { native: Record<string, unknown> & { assets: object[] } }[] }).ads;
}

test('a video in a stack has its files, and its VAST document as video asset', async () => {
  const [ad] = await stack('m', openMs);
  expect(ad?.native['media']).toEqual([
    { url: file?.url, mime: 'video/mp4', width: 640, height: 360, durationMs: 15_000 },
  ]);
  expect(ad?.native.assets).toContainEqual({
    id: 6,
    video: { vasttag: expect.stringMatching(/^<\?xml[\s\S]*winter\.mp4/) },
  });
});

test.each(['m', 'e'] as const)('/%s/stack has no ads for a screen outside its opening hours', async (list) => {
  expect(await stack(list, openMs)).toHaveLength(1);
  expect(await stack(list, Date.parse('2027-03-03T08:59:59Z'))).toEqual([]);
  expect(await stack(list, Date.parse('2027-03-03T11:00:00Z'))).toEqual([]);
  expect(await stack(list, Date.parse('2027-03-04T10:00:00Z'))).toEqual([]);
});
