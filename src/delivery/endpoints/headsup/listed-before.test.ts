import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { PositionId } from '../../../core/vocabulary/ids.ts';
import { createLog } from '../../../platform/log/log.ts';
import { createListedBefore, type ListedBefore } from './listed-before.ts';

const log = createLog({ level: 'silent', name: 'test' });
const positionId = 1 as PositionId;
let folder: string;
let listedBefore: ListedBefore;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'placard-listed-'));
  listedBefore = createListedBefore({ folder, processId: 'delivery-0', log });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test('concurrent lists of one position record all their materials', async () => {
  const paths = Array.from({ length: 20 }, (_, number) => `media/${number}.png`);
  const before = await Promise.all(paths.map((path) => listedBefore.note(positionId, [path], 100)));
  expect(before.map((held) => held.length)).toEqual(paths.map((_, number) => number));
  expect((await listedBefore.note(positionId, [], 101)).toSorted()).toEqual(paths.toSorted());
});

test('a list that cannot be stored does not block the following lists', async () => {
  const unwritable = createListedBefore({ folder: '/dev/null/headsup', processId: 'delivery-0', log });
  expect(await unwritable.note(positionId, ['media/a.png'], 100)).toEqual([]);
  expect(await unwritable.note(positionId, ['media/a.png'], 100)).toEqual([]);
});
