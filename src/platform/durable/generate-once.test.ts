import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { generateOnce } from './generate-once.ts';

let folder: string;
/** The folders that were synced, each with its file names at that time. */
let synced: { readonly of: string; readonly names: readonly string[] }[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'placard-once-'));
  synced = [];
});
afterEach(() => rmSync(folder, { recursive: true }));

function recordSync(of: string): void {
  synced.push({ of, names: readdirSync(of) });
}

test('the name of a new secret is synced to disk, so that it survives a power failure', () => {
  expect(generateOnce(join(folder, 'secret'), () => 'one', recordSync)).toBe('one');
  expect(synced).toMatchObject([{ of: folder }]);
  expect(synced[0]?.names).toContain('secret');
  expect(readdirSync(folder)).toEqual(['secret']);
});

test('an existing secret is returned without another sync of its folder', () => {
  generateOnce(join(folder, 'secret'), () => 'one');
  expect(generateOnce(join(folder, 'secret'), () => 'two', recordSync)).toBe('one');
  expect(synced).toEqual([]);
});
