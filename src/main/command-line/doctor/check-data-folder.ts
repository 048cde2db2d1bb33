import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Finding } from './finding.ts';

const mebibyte = 1024 * 1024;
/** Below this size, a day of journal and a new database may not fit. */
const tooLittleBytes = 512 * mebibyte;
const littleBytes = 4 * 1024 * mebibyte;
/** Every event waits for one disk write. On a slower disk, counts are still correct but responses are slow. */
const slowSyncMs = 20;
const syncTries = 9;

/** Checks whether the data folder is writable, has free space, and how long a durable write takes. */
export async function* checkDataFolder(folder: string): AsyncGenerator<Finding> {
  const probe = join(folder, `.doctor-${process.pid}`);
  try {
    await mkdir(folder, { recursive: true });
    const syncMs = await measureSync(probe);
    yield { what: 'data folder', state: 'ok', found: `${folder} is writable` };
    yield describeSync(syncMs);
  } catch (error) {
    const found = `${folder}: ${(error as Error).message}`;
    yield {
      what: 'data folder',
      state: 'fail',
      found,
      advice: 'make the folder writable for this user, or set PLACARD_DATA',
    };
    return;
  } finally {
    await rm(probe, { force: true }).catch(() => undefined);
  }
  yield describeSpace(await statfs(folder));
}

/** Checks the free space. */
export function describeSpace(disk: { readonly bavail: number; readonly bsize: number }, what = 'disk'): Finding {
  const freeBytes = disk.bavail * disk.bsize;
  const found = `${(freeBytes / 1024 / mebibyte).toFixed(1)} GiB free`;
  if (freeBytes < tooLittleBytes) {
    return { what, state: 'fail', found, advice: 'free disk space: events are rejected if they cannot be stored' };
  }
  if (freeBytes < littleBytes) return { what, state: 'warn', found, advice: 'free disk space soon' };
  return { what, state: 'ok', found };
}

function describeSync(milliseconds: number): Finding {
  const found = `a durable write takes ${milliseconds.toFixed(1)} ms`;
  if (milliseconds <= slowSyncMs) return { what: 'disk speed', state: 'ok', found };
  return { what: 'disk speed', state: 'warn', found, advice: 'use a local disk for PLACARD_DATA: events wait for it' };
}

/** Returns the median time of a small append with fsync in milliseconds. */
async function measureSync(path: string): Promise<number> {
  const file = await open(path, 'w');
  try {
    const times: number[] = [];
    for (let index = 0; index < syncTries; index += 1) {
      const startedAt = performance.now();
      await file.write(Buffer.alloc(4_096, index));
      await file.datasync();
      times.push(performance.now() - startedAt);
    }
    return times.sort((a, b) => a - b)[Math.floor(syncTries / 2)] ?? 0;
  } finally {
    await file.close();
  }
}
