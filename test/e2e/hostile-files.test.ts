import { readFile } from 'node:fs/promises';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type HostileFile, hostileFileRows, hostileFiles } from '../support/attacks/hostile-files.ts';
import { launchChromium } from '../support/browser/browser.ts';
import { createByApi } from '../support/fixtures/call-placard.ts';
import { makeMp4, makeVideoFile } from '../support/media-files/make-video-file.ts';
import { type RunningPlacard, startPlacard } from '../support/process/running-placard.ts';
import { watchMemory } from '../support/process/watch-memory.ts';

/** Memory limit of each process that checks uploads. */
const maxWorkerMegabytes = 300;
const videoBytes = 300 * 1024 * 1024;
const partBytes = 16 * 1024 * 1024;
/** Makes a decoder keep many reference frames. */
const sixteenFrames = ['-c:v', 'libx264', '-pix_fmt', 'yuv420p', '-preset', 'ultrafast', '-refs', '16'];

let placard: RunningPlacard;
let browser: Browser;
let brandId: number;
const formats = new Map<HostileFile['kind'], number>();

beforeAll(async () => {
  placard = await startPlacard({ PLACARD_DEMO: 'off' });
  browser = await launchChromium();
  const partner = await createByApi(placard, '/media-partners', { name: 'Harbour', roles: ['ADVERTISER', 'INVOICE'] });
  brandId = (await createByApi(placard, '/brands', { name: 'Harbour', mediaPartnerId: partner.id })).id;
  formats.set('image', (await createByApi(placard, '/inventory/format', { code: 'any' })).id);
  formats.set('html5', (await createByApi(placard, '/inventory/format', { code: 'rect', width: 300, height: 250 })).id);
  formats.set('video', (await createByApi(placard, '/inventory/format', { code: 'video', mediaType: 'video' })).id);
});

afterAll(async () => {
  await browser?.close();
  await placard?.close();
});

type Uploaded = {
  readonly assets?: readonly { readonly url: string }[];
  readonly errors?: readonly { code: string }[];
};

async function upload({ kind, content }: Omit<HostileFile, 'what' | 'code'>): Promise<Uploaded> {
  const form = new FormData();
  form.set('creative', JSON.stringify({ name: 'Odd', kind, brandId, formatId: formats.get(kind) }));
  form.set('file', new Blob([new Uint8Array(await content())]), 'winter.png');
  const { status, body } = await placard.call('POST', '/api/v1/creatives', { multipart: form });
  expect([201, 400], JSON.stringify(body)).toContain(status);
  return body as Uploaded;
}

test('the guide lists the result of hostile files', async () => {
  const page = await readFile(new URL('../../docs/guide/operate/upload-security.md', import.meta.url), 'utf8');
  expect(page.split('\n').filter((line) => /^\| (?:image|html5|video) \|/.test(line))).toEqual(hostileFileRows());
  expect(hostileFiles.length).toBeGreaterThanOrEqual(20);
});

test('each is refused with its code or not executed, and checking uses limited memory', async () => {
  const memory = watchMemory(placard.processId);
  const taken: { readonly what: string; readonly url: string }[] = [];
  const outcomes: unknown[] = [];
  for (const file of hostileFiles) {
    const { assets, errors } = await upload(file);
    outcomes.push([file.what, errors?.[0]?.code ?? null]);
    for (const { url } of assets ?? []) taken.push({ what: file.what, url });
  }
  // Valid files up to the size limits.
  const pixels = { create: { width: 7_300, height: 5_400, channels: 3, background: '#c03' } } as const;
  const honest: readonly Omit<HostileFile, 'what' | 'code'>[] = [
    { kind: 'image', content: () => sharp(pixels).jpeg().toBuffer() },
    {
      kind: 'video',
      content: () => makeVideoFile('a.mp4', 'testsrc2=size=3840x2160:rate=5:duration=1', ...sixteenFrames),
    },
  ];
  for (const file of honest) expect((await upload(file)).assets).toHaveLength(1);
  expect(outcomes).toEqual(hostileFiles.map(({ what, code }) => [what, code]));
  const most = (await memory.stop())(/image-worker|ffprobe|ffmpeg/);
  process.stdout.write(`looking into hostile files: at most ${Math.round(most)} MB in one process\n`);
  expect(most).toBeGreaterThan(10);
  expect(most).toBeLessThan(maxWorkerMegabytes);
  expect(taken).toHaveLength(5);
  for (const { what, url } of taken) expect([what, await hackedBy(url)]).toEqual([what, []]);
});

/** Returns where the file was executed: in a page that embeds it in every way, or in its own window. */
async function hackedBy(url: string): Promise<readonly string[]> {
  const found: string[] = [];
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    const tags = `<img src="${url}"><script src="${url}"></script><video src="${url}"></video><iframe src="${url}"></iframe>`;
    await page.setContent(`<!doctype html>${tags}`, { waitUntil: 'load' });
    if (await page.evaluate(() => 'hacked' in window)) found.push('the surrounding page');
    const alone = await context.newPage();
    const answer = await alone.goto(url);
    expect(answer?.headers()['x-content-type-options']).toBe('nosniff');
    if (!url.includes('/html5/')) {
      expect(answer?.headers()['content-type']).toMatch(/^(?:image|video)\//);
      if (await alone.evaluate(() => 'hacked' in window)) found.push('its own window');
    }
    expect(await context.cookies()).toEqual([]);
  } finally {
    await context.close();
  }
  return found;
}

test('a video of 300 MB is uploaded in parts and becomes a creative without being held in memory', {
  timeout: 180_000,
}, async () => {
  const videoFile = makeMp4('64x36', 90);
  const box = Buffer.alloc(8);
  box.writeUInt32BE(videoBytes - videoFile.length);
  box.write('free', 4, 'latin1');
  const head = Buffer.concat([videoFile, box]);
  const partAt = (offset: number) => {
    const part = Buffer.alloc(Math.min(partBytes, videoBytes - offset));
    if (offset === 0) head.copy(part);
    return part;
  };
  const tus = { 'Tus-Resumable': '1.0.0' };
  const begun = await call('POST', '/api/v1/uploads', { ...tus, 'Upload-Length': String(videoBytes) });
  const address = begun.headers.get('location') ?? '';
  const before = (await watchMemory(placard.processId).stop())(/placard\.mjs serve/);
  const memory = watchMemory(placard.processId);
  const type = { 'Content-Type': 'application/offset+octet-stream' };
  for (let offset = 0; offset < videoBytes; offset += partBytes) {
    const part = partAt(offset);
    await call('PATCH', address, { ...tus, ...type, 'Upload-Offset': String(offset) }, part);
    const progress = await call('HEAD', address, tus);
    expect(Number(progress.headers.get('upload-offset'))).toBe(offset + part.length);
  }
  const uploadId = address.split('/').at(-1);
  const made = await placard.call('POST', '/api/v1/creatives', {
    json: { name: 'Long', kind: 'video', brandId, formatId: formats.get('video'), uploadId },
  });
  const most = (await memory.stop())(/placard\.mjs serve/);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  expect(made.body).toMatchObject({ media: { durationMs: 90_000, files: [{ bytes: videoBytes }] } });
  process.stdout.write(
    `a video of 300 MB: ${Math.round(before)} MB before, at most ${Math.round(most)} MB during the upload\n`,
  );
  expect(most - before).toBeLessThan(videoBytes / 1024 / 1024 / 2);
});

let token: string | null = null;

async function call(method: string, path: string, headers: Record<string, string>, body?: Buffer): Promise<Response> {
  token ??= await readToken();
  const answer = await fetch(`${placard.managementUrl}${path}`, {
    method,
    headers: { ...headers, authorization: `Bearer ${token}` },
    ...(body !== undefined && { body: new Uint8Array(body) }),
  });
  if (answer.status >= 300) throw new Error(`${method} ${path} responded ${answer.status}: ${await answer.text()}`);
  return answer;
}

async function readToken(): Promise<string> {
  const { clientId, clientSecret } = placard;
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: clientId,
    client_secret: clientSecret,
  });
  const answer = await fetch(`${placard.managementUrl}/oauth2/token`, { method: 'POST', body: form });
  return ((await answer.json()) as { access_token: string }).access_token;
}
