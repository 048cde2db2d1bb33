import { expect, test } from 'vitest';
import { dayMs, hourMs } from '../../../core/time/durations.ts';
import { planCompaction } from './plan-compaction.ts';

const startMs = Date.parse('2026-11-21T13:00:00Z');
const partition = 'events/day=2026-11-21/hour=13';
const dueMs = startMs + 2 * hourMs;

/** Returns the names of the merged files by their last part. */
function plan(names: readonly string[], options: { nowMs?: number; pendingStems?: string[]; bytes?: number } = {}) {
  const { nowMs = dueMs, pendingStems = [], bytes = 1_000 } = options;
  const files = names.map((name) => ({ name: `${partition}/${name}`, bytes }));
  return planCompaction(files, { pendingStems, nowMs }).map((one) =>
    one.names.map((name) => name.slice(partition.length + 1)),
  );
}

test('files of an hour are merged an hour after its end', () => {
  const names = ['1-a.parquet', '2-a.parquet'];
  expect(plan(names, { nowMs: dueMs - 1 })).toEqual([]);
  expect(plan(names)).toEqual([names]);
});

test('a single file is merged only if it has shopper keys and was never merged', () => {
  expect(plan(['1-a.parquet'])).toEqual([]);
  expect(plan(['1-a.shoppers.parquet'])).toEqual([['1-a.shoppers.parquet']]);
  expect(plan(['compacted-1.shoppers.parquet'])).toEqual([]);
  expect(plan(['compacted-1.shoppers.parquet'], { nowMs: dueMs + 3 * dayMs })).toEqual([]);
});

test('late files of a merged hour are merged when there are eight, or after a day and a half', () => {
  const few = ['compacted-1.parquet', '2-a.parquet'];
  expect(plan(few)).toEqual([]);
  expect(plan(few, { nowMs: dueMs + 2 * dayMs })).toEqual([few]);
  const many = ['compacted-1.parquet', ...Array.from({ length: 7 }, (_, number) => `${number}-a.parquet`)];
  expect(plan(many)).toEqual([many]);
});

test('files of a batch that may be stored again, and other files, are left alone', () => {
  const names = ['1-a.parquet', '1-ab.parquet', '2-a.shoppers.parquet', '3-a.parquet', 'note.txt'];
  expect(plan(names, { pendingStems: ['2-a', '1-a'] })).toEqual([['1-ab.parquet', '3-a.parquet']]);
});

test('merged files have a limited size, and large files are left alone', () => {
  const names = ['1-a.parquet', '2-a.parquet', '3-a.parquet', '4-a.parquet', '5-a.parquet'];
  expect(plan(names, { bytes: 100 * 1024 * 1024 })).toEqual([names.slice(0, 2), names.slice(2, 4)]);
  expect(plan(names, { bytes: 128 * 1024 * 1024 })).toEqual([]);
});
