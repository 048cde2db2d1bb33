import { expect, test } from 'vitest';
import type { ResourceSample } from './sample-resources.ts';
import { steadinessOf } from './steadiness.ts';

const samples = (change: (index: number) => Partial<ResourceSample['processes'][number]>): ResourceSample[] =>
  Array.from({ length: 40 }, (_, index) => ({
    second: index * 10,
    processes: [{ name: 'delivery-0', pid: 7, residentMb: 200, fileDescriptors: 40, ...change(index) }],
    journalMb: 100,
    countingDelaySeconds: 2,
  }));

test('constant resources, and those that grow in the first quarter, have no violations', () => {
  expect(steadinessOf(samples(() => ({}))).violations).toEqual([]);
  const warmUp = samples((index) => ({
    residentMb: Math.min(200, 50 + index * 20),
    fileDescriptors: index < 5 ? 9 : 40,
  }));
  expect(steadinessOf(warmUp)).toMatchObject({
    memoryMb: [{ name: 'delivery-0', early: 200, late: 200 }],
    violations: [],
  });
});

test('growing memory, file descriptors and journals are violations', () => {
  expect(steadinessOf(samples((index) => ({ residentMb: 200 + index * 3 }))).violations).toEqual([
    'memory of delivery-0 grew from 245 to 305',
  ]);
  expect(steadinessOf(samples((index) => ({ fileDescriptors: 40 + index }))).violations).toEqual([
    'file descriptors of delivery-0 grew from 55 to 75',
  ]);
  const journal = samples(() => ({})).map((sample) => ({ ...sample, journalMb: sample.second }));
  expect(steadinessOf(journal).violations).toEqual(['size of journal grew from 150 to 350']);
});

test('delayed reports and restarted processes are violations', () => {
  const delayed = samples(() => ({})).map((sample) => ({ ...sample, countingDelaySeconds: sample.second / 4 }));
  expect(steadinessOf(delayed).violations).toEqual(['reports were 97.5 seconds behind']);
  expect(steadinessOf(samples((index) => ({ pid: index < 20 ? 7 : 8 }))).violations).toEqual([
    'delivery-0 was not running all the time',
  ]);
});

test('too few samples are rejected', () => {
  expect(() => steadinessOf(samples(() => ({})).slice(0, 7))).toThrow('7 samples are too few');
});
