import { appendFile, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { hourMs } from '../../../core/time/durations.ts';
import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { openOpenDataFolder } from '../../../exchange/open-data/open-data-folder.ts';
import { openCachedHours } from './cached-hours.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-cached-hours-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const hour = (startMs: number): CountedHour => ({
  startMs,
  events: [],
  requests: [],
  changedAtMs: 1,
  madeAtMs: 2,
  earliestMs: startMs,
  keys: [],
  summed: [],
  hasViewers: false,
  erasedAtMs: null,
});
const nameOf = (startMs: number) => `hour-${startMs}.parquet`;
const halves = ['the first half, ', 'and the second one'];

/** A remote store that transfers each file in two parts. */
function slowStore(betweenMs: number): OpenDataStore {
  return {
    ...openOpenDataFolder(join(folder, 'remote')),
    localPath: () => null,
    async fetch(_, path) {
      await writeFile(path, halves[0] ?? '');
      await delay(betweenMs);
      await appendFile(path, halves[1] ?? '');
      return true;
    },
  };
}

test('reports of two processes copy the same files at the same time', async () => {
  const hours = [hour(0), hour(hourMs), hour(2 * hourMs)];
  const copies = join(folder, 'copies');
  const options = { signal: new AbortController().signal, onCopied: () => undefined };
  const found = await Promise.all(
    [30, 60].map((betweenMs) => openCachedHours(slowStore(betweenMs), copies).pathsOf(hours, nameOf, options)),
  );
  for (const paths of found) {
    expect([...paths.keys()]).toEqual(hours);
    for (const path of paths.values()) expect(await readFile(path, 'utf8')).toBe(halves.join(''));
  }
  expect((await readdir(copies)).filter((name) => name.endsWith('.part'))).toEqual([]);
});
