import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeObject } from '../../../../../test/support/fixtures/make-objects.ts';
import { makeVideoFile } from '../../../../../test/support/media-files/make-video-file.ts';
import { waitUntil } from '../../../../../test/support/process/wait-until.ts';
import { sendMultipartFile, sendUpload } from '../../../../../test/support/server/send-upload.ts';
import { startTestManagement, type TestManagement } from '../../../../../test/support/server/test-management.ts';
import { type S3Server, startS3Server } from '../../../../../test/support/services/s3-server.ts';
import { scopes } from '../../../../contract/access/scopes.ts';
import { dayMs } from '../../../../core/time/durations.ts';
import type { StoreLocation } from '../../../../platform/files/store-location.ts';
import { sweepFiles } from './sweep-files.ts';

const ttlMs = 35 * dayMs;
/** Account of an advertiser. */
const author = { scopes: scopes.filter((scope) => scope !== 'revisions:read'), account: 5 };

let server: S3Server;
beforeAll(async () => {
  server = await startS3Server();
});
afterAll(() => server?.close());

describe.each<[string, () => StoreLocation]>([
  ['a folder', () => ({ kind: 'folder', folder: null })],
  ['a bucket', () => server.location('swept')],
])('in %s', (_twin, location) => {
  let management: TestManagement;
  let creative: Record<string, unknown>;
  let nowMs = Date.now();

  beforeAll(async () => {
    management = await startTestManagement({ store: location() });
    const brandId = (await makeObject(management, 'brands')).id;
    const formatId = (await makeObject(management, 'inventory/format', { mediaType: 'video', width: 300, height: 250 }))
      .id;
    creative = { name: 'Winter', kind: 'video', brandId, formatId };
  });
  afterAll(() => management?.close());

  const videoFiles = new Map<number, Buffer>();
  /** Returns a unique but deterministic video. */
  function videoFile(hue: number) {
    const source = 'testsrc=size=96x80:rate=2:duration=1';
    const content = videoFiles.get(hue) ?? makeVideoFile('a.webm', source, '-vf', `hue=h=${hue}`, '-c:v', 'libvpx');
    videoFiles.set(hue, content);
    return { content, name: 'video.webm' };
  }

  async function pass(days: number): Promise<number> {
    nowMs += days * dayMs;
    const { database, services } = management;
    return sweepFiles({ database, fileStore: services.fileStore, ttlMs, nowMs: () => nowMs });
  }

  const lies = async (url: string) =>
    (await management.services.fileStore.stat(new URL(url).pathname.slice(1))) !== null;

  test('removes replaced files after their retention, and no file that is referred to', async () => {
    const made = await sendUpload(management, creative, videoFile(10));
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    const before = made.body;
    const { body: after } = await sendMultipartFile(management, `/creatives/${before.id}/file`, videoFile(20));
    const waiting = await sendMultipartFile(management, `/creatives/${before.id}/file`, videoFile(30), author);
    const named = await sendUpload(management, creative, videoFile(40));
    const html = `<video src="${named.body.assets[0].url}"></video>`;
    await makeObject(management, 'creatives', { brandId: creative['brandId'], html });
    await sendMultipartFile(management, `/creatives/${named.body.id}/file`, videoFile(50));
    expect(await pass(0)).toBe(0);
    expect(await pass(34)).toBe(0);
    // A video with its poster, and the poster of the one that markup refers to.
    expect(await pass(1)).toBe(3);
    const kept = [after.assets[0], after.poster, waiting.body.pendingVersion.assets[0], named.body.assets[0]];
    expect(await Promise.all(kept.map(({ url }) => lies(url)))).toEqual([true, true, true, true]);
    expect(await Promise.all([before.assets[0], before.poster].map(({ url }) => lies(url)))).toEqual([false, false]);
    expect(await pass(100)).toBe(0);
  });

  test('keeps a file that is referred to again, with a new retention', async () => {
    const { body: first } = await sendUpload(management, creative, videoFile(60));
    const { body: other } = await sendMultipartFile(management, `/creatives/${first.id}/file`, videoFile(70));
    expect(await pass(0)).toBe(0);
    await sendMultipartFile(management, `/creatives/${first.id}/file`, videoFile(60));
    expect(await pass(20)).toBe(0);
    await sendMultipartFile(management, `/creatives/${first.id}/file`, videoFile(70));
    expect(await pass(20)).toBe(0);
    expect([await lies(first.assets[0].url), await lies(other.assets[0].url)]).toEqual([true, true]);
    expect(await pass(35)).toBe(2);
    expect([await lies(first.assets[0].url), await lies(other.assets[0].url)]).toEqual([false, true]);
  });

  test('removes files of a process that was killed between storing and committing', async () => {
    const under = 'b'.repeat(64);
    const path = `media/${under}/lost.webm`;
    await killBetween(management, location(), under);
    expect(await management.services.fileStore.stat(path)).toEqual({ bytes: 4 });
    expect(await pass(0)).toBe(0);
    expect(await pass(34)).toBe(0);
    expect(await management.services.fileStore.stat(path)).toEqual({ bytes: 4 });
    expect(await pass(1)).toBe(1);
    expect(await management.services.fileStore.stat(path)).toBeNull();
  });

  test('keeps a file that is stored again during its removal', async () => {
    const { body: first } = await sendUpload(management, creative, videoFile(80));
    await sendMultipartFile(management, `/creatives/${first.id}/file`, videoFile(90));
    await pass(0);
    const [removed, again] = await Promise.all([pass(35), sendUpload(management, creative, videoFile(80))]);
    expect(again.status, JSON.stringify(again.body)).toBe(201);
    expect(removed).toBeLessThanOrEqual(2);
    expect([await lies(again.body.assets[0].url), await lies(again.body.poster.url)]).toEqual([true, true]);
  });
});

/** Runs a process that stores a file and is killed in the transaction that would insert its row. */
async function killBetween(management: TestManagement, store: StoreLocation, under: string): Promise<void> {
  const at = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);
  const { dataFolder } = management.services.config;
  const program = `
    const { openDatabase } = await import(${at('../../../../platform/db/open-database.ts')});
    const { openFileStore } = await import(${at('../../../../platform/files/open-file-store.ts')});
    const { withStoredFiles } = await import(${at('./with-stored-files.ts')});
    const { kysely: database } = openDatabase(${JSON.stringify(management.databaseUrl)}, { maxConnections: 2 });
    const fileStore = openFileStore(${JSON.stringify({ store, dataFolder })});
    const files = [{ name: 'lost.webm', content: Buffer.from('lost') }];
    await withStoredFiles({ database, fileStore, log: console }, [{ area: 'media', under: '${under}', files }], (keep) =>
      database.transaction().execute(async (transaction) => {
        await keep(transaction);
        process.stdout.write('stored');
        await new Promise(() => setInterval(() => 0, 1e6));
      }),
    );`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  await waitUntil('the file to be stored', () => said.includes('stored') || child.exitCode !== null);
  child.kill('SIGKILL');
  await exited;
  expect(said).toBe('stored');
}
