import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepOnce } from './keep-once.ts';

vi.mock('node:fs', async (load) => {
  const real = await load<typeof fs>();
  return { ...real, linkSync: vi.fn(real.linkSync), fsyncSync: vi.fn(real.fsyncSync), openSync: vi.fn(real.openSync) };
});

let folder: string;

beforeEach(() => {
  folder = fs.mkdtempSync(join(tmpdir(), 'placard-once-'));
  vi.clearAllMocks();
});
afterEach(() => fs.rmSync(folder, { recursive: true }));

test('a secret that was made is on disk with its name, so that a power cut does not take it', () => {
  const path = join(folder, 'secret');
  expect(keepOnce(path, () => 'one')).toBe('one');
  expect(fs.readdirSync(folder)).toEqual(['secret']);
  const [linked = 0] = vi.mocked(fs.linkSync).mock.invocationCallOrder;
  const opened = vi.mocked(fs.openSync).mock;
  const at = opened.calls.findIndex(([name]) => name === folder);
  const handle: unknown = opened.results[at]?.value;
  const synced = vi.mocked(fs.fsyncSync).mock;
  const sync = synced.calls.findIndex(([file]) => file === handle);
  expect(synced.invocationCallOrder[sync]).toBeGreaterThan(linked);
});

test('what is there already is kept, and the folder is left alone', () => {
  const path = join(folder, 'secret');
  keepOnce(path, () => 'one');
  vi.clearAllMocks();
  expect(keepOnce(path, () => 'two')).toBe('one');
  expect(vi.mocked(fs.fsyncSync)).not.toHaveBeenCalled();
});
