import { readdir, readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { maxWaitingImages } from '../../core/vocabulary/limits/upload-limits.ts';
import { createLog } from '../log/log.ts';
import { createImageWorkshop, type ImageWorkshop, WorkshopFullError } from './image-workshop.ts';

const free = { width: null, height: null, maxBytes: null };

let workshop: ImageWorkshop;
let banner: Buffer;
beforeAll(async () => {
  workshop = createImageWorkshop(createLog({ level: 'silent', name: 'test' }));
  banner = await solid(300, 250);
});
afterAll(() => workshop.close());

function solid(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#c03' } })
    .png()
    .toBuffer();
}

/** Returns the PIDs of the image workers of this process. */
async function workers(): Promise<number[]> {
  const threads = await readdir('/proc/self/task');
  const lists = await Promise.all(threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8')));
  const children = lists.join(' ').split(/\s+/).filter(Boolean).map(Number);
  const commands = await Promise.all(children.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
  return children.filter((_, index) => commands[index]?.includes('image-worker'));
}

async function peakMegabytes(pid: number): Promise<number> {
  const [, kilobytes = ''] = /VmHWM:\s*(\d+) kB/.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) / 1024;
}

test('an image is processed in a separate process, which is reused', async () => {
  const image = await workshop.process(banner, free);
  expect(image).toMatchObject({ width: 300, height: 250, mime: 'image/png' });
  expect((await sharp(image.content).metadata()).format).toBe('png');
  const [first] = await workers();
  await workshop.process(banner, free);
  expect(await workers()).toEqual([first]);
});

test('faults of an upload are reported with their code', async () => {
  await expect(workshop.process(Buffer.from('<svg/>'), free)).rejects.toMatchObject({ code: 'unsupported_image' });
  await expect(workshop.process(banner.subarray(0, 60), free)).rejects.toMatchObject({ code: 'broken_image' });
});

test('a crash of a worker only fails its image', async () => {
  await workshop.process(banner, free);
  const [pid] = await workers();
  const lost = workshop.process(await solid(2_000, 2_000), free);
  process.kill(pid as number, 'SIGKILL');
  await expect(lost).rejects.toMatchObject({ code: 'too_large' });
  expect(await workshop.process(banner, free)).toMatchObject({ width: 300 });
});

test('uploads beyond the queue limit are rejected, and the others are processed', async () => {
  const all = Array.from({ length: maxWaitingImages + 3 }, () => workshop.process(banner, free));
  const outcomes = await Promise.allSettled(all);
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []));
  expect(refused).toHaveLength(3);
  expect(refused.every((reason) => reason instanceof WorkshopFullError)).toBe(true);
}, 60_000);

test('the largest accepted image uses less than 300 MB', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const create = { width: 8_000, height: 5_000, channels: 3, background: '#888', noise } as const;
  const upload = await sharp({ create }).jpeg({ quality: 40 }).toBuffer();
  const done = workshop.process(upload, free);
  let most = 0;
  let isDone = false;
  void done.finally(() => {
    isDone = true;
  });
  while (!isDone) {
    for (const pid of await workers()) most = Math.max(most, await peakMegabytes(pid).catch(() => 0));
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  expect((await done).width).toBe(1920);
  expect(most).toBeGreaterThan(60);
  expect(most).toBeLessThan(300);
}, 120_000);

test('no worker is left after closing', async () => {
  await workshop.process(banner, free);
  await workshop.close();
  expect(await workers()).toEqual([]);
});
