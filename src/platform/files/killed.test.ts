import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitUntil } from '../../../test/support/process/wait-until.ts';
import { type S3Server, startS3Server } from '../../../test/support/services/s3-server.ts';
import type { FileStore } from './file-store.ts';
import { openFileStore } from './open-file-store.ts';
import type { StoreLocation } from './store-location.ts';

const bytes = 10_000_000;
const momentsMs = [0, 10, 25, 45, 70];
/** Path of the file that the killed process stores. Known in advance, so that any part of it would be found. */
const sha256 = createHash('sha256').update(Buffer.alloc(bytes, 7)).digest('hex');
const path = `media/${sha256}/video.mp4`;

let server: S3Server;
let folder: string;

beforeAll(async () => {
  server = await startS3Server();
  folder = await mkdtemp(join(tmpdir(), 'placard-killed-'));
});
afterAll(async () => {
  await server?.close();
  await rm(folder, { recursive: true, force: true });
});

type Content = keyof typeof contents;

const contents = {
  memory: `Buffer.alloc(${bytes}, 7)`,
  stream: `(async function* () { for (let left = ${bytes}; left > 0; left -= 100_000) yield Buffer.alloc(100_000, 7); })()`,
  'half a stream': `(async function* () { yield Buffer.alloc(${bytes / 2}, 7); await new Promise(() => setInterval(() => 0, 1e6)); })()`,
} as const;

/** Starts a separate process that stores the file. */
function storeInProcess(store: StoreLocation, content: Content): ChildProcess {
  const module = new URL('open-file-store.ts', import.meta.url).href;
  const program = `
    const { openFileStore } = await import(${JSON.stringify(module)});
    const store = openFileStore(${JSON.stringify({ store, dataFolder: folder })});
    process.stdout.write('begins');
    await store.store(${contents[content]}, 'video.mp4');
    process.stdout.write('stored');`;
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
}

/** Kills the process after a delay. Returns true if it had stored the file by then. */
async function killAfter(child: ChildProcess, ms: number): Promise<boolean> {
  const exited = once(child, 'exit');
  let said = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    said += String(chunk);
  });
  await waitUntil('the process to begin', () => said.includes('begins'), { everyMs: 1 });
  await waitUntil('the moment', after(ms), { everyMs: 1 });
  child.kill('SIGKILL');
  await exited;
  return said.includes('stored');
}

function after(ms: number): () => boolean {
  const startedMs = performance.now();
  return () => performance.now() - startedMs >= ms;
}

async function expectWholeOrNone(store: FileStore): Promise<boolean> {
  const facts = await store.stat(path);
  const stream = await store.read(path);
  if (facts === null) {
    expect(stream).toBeNull();
    return false;
  }
  expect(facts.bytes).toBe(bytes);
  const content = await buffer(stream as NonNullable<typeof stream>);
  expect(createHash('sha256').update(content).digest('hex')).toBe(sha256);
  return true;
}

test.each<[string, () => StoreLocation]>([
  ['a folder', () => ({ kind: 'folder', folder: join(folder, 'store') })],
  ['a bucket', () => server.location('killed')],
])('a process killed while writing to %s leaves the file complete or missing', async (_twin, location) => {
  const store = openFileStore({ store: location(), dataFolder: folder });
  for (const content of ['memory', 'stream'] as const) {
    for (const ms of momentsMs) {
      const stored = await killAfter(storeInProcess(location(), content), ms);
      const there = await expectWholeOrNone(store);
      // An acknowledged file exists.
      if (stored) expect(there).toBe(true);
      await store.remove({ path });
    }
  }
  await killAfter(storeInProcess(location(), 'half a stream'), 100);
  expect(await expectWholeOrNone(store)).toBe(false);
  // Only identifiable drafts are left, and the file can be stored.
  const drafts = await store.abandonedDrafts(-60_000);
  expect(drafts.length).toBeGreaterThan(0);
  for (const draft of drafts) await rm(draft.path);
  expect((await store.store(Buffer.alloc(bytes, 7), 'video.mp4')).created).toBe(true);
  expect(await expectWholeOrNone(store)).toBe(true);
  await store.remove({ path });
  await store.close();
});
