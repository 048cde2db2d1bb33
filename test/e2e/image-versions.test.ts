import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openFolderStore } from '../../src/platform/files/folder-store.ts';
import { imageSetOf } from '../../src/platform/media/image-set.ts';
import { processImage } from '../../src/platform/media/process-image.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { creativeRow, snapshotRows, startTestDelivery, type TestDelivery } from '../support/server/test-delivery.ts';

let delivery: TestDelivery;
let browser: Browser;
let site: Server;

beforeAll(async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const;
  const upload = await sharp({ create: { width: 1456, height: 180, channels: 3, background: '#888', noise } })
    .blur(2)
    .jpeg({ quality: 95 })
    .toBuffer();
  const set = imageSetOf(await processImage(upload, { width: 728, height: 90, maxBytes: null }), 'winter.jpg');
  const { name, mime, width, height } = set.versions.at(-1) as (typeof set.versions)[number];
  const widths = [...new Set(set.versions.map((version) => version.width))].sort((a, b) => a - b);
  const file = { path: `media/${set.under}/${name}`, mime, widths };
  const creative = creativeRow({ width, height, file });
  delivery = await startTestDelivery(snapshotRows({ creatives: [creative] }));
  const store = openFolderStore(delivery.dataFolder);
  for (const { name: fileName, content } of set.files) await store.store(content, fileName, { under: set.under });
  site = createServer((_request, response) => {
    const page =
      '<!doctype html><meta name="viewport" content="width=device-width,initial-scale=1"><style>body{margin:0}</style>';
    response.writeHead(200, { 'content-type': 'text/html' }).end(page);
  });
  await new Promise<void>((resolve) => site.listen(0, '127.0.0.1', resolve));
  browser = await launchChromium([
    { name: 'ads.example', to: new URL(delivery.base).host },
    { name: 'page.example', to: `127.0.0.1:${(site.address() as AddressInfo).port}` },
  ]);
});
afterAll(async () => {
  await browser?.close();
  site?.closeAllConnections();
  site?.close();
  await delivery?.close();
});

test.each([
  ['a phone', { width: 390, height: 800, density: 1 }, 480],
  ['a phone with high pixel density', { width: 390, height: 800, density: 3 }, 1456],
  ['a desktop', { width: 1280, height: 800, density: 1 }, 728],
  ['a desktop with high pixel density', { width: 1280, height: 800, density: 2 }, 1456],
])('%s loads the image in its display width, as AVIF or WebP', async (_what, { width, height, density }, wanted) => {
  const context = await browser.newContext({ viewport: { width, height }, deviceScaleFactor: density });
  try {
    const page = await context.newPage();
    await page.goto('http://page.example/');
    const loaded = page.waitForResponse((answer) => answer.url().includes('/media/'));
    const shown = await page.evaluate(async () => {
      const [ad] = (await (await fetch('http://ads.example/json/sl_home_-lb')).json()) as [{ tag: string }];
      document.body.innerHTML = ad.tag;
      const image = document.querySelector('img') as HTMLImageElement;
      await image.decode();
      return { width: image.clientWidth, current: image.currentSrc };
    });
    const answer = await loaded;
    expect(shown.width).toBe(Math.min(728, width));
    expect(new URL(shown.current).searchParams.get('w')).toBe(String(wanted));
    expect(answer.headers()['content-type']).toMatch(/^image\/(?:avif|webp)$/);
    expect((await sharp(await answer.body()).metadata()).width).toBe(wanted);
  } finally {
    await context.close();
  }
});
