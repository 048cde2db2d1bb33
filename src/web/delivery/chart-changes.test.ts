import { expect, test } from 'vitest';
import type { ActivityEntry } from '../../client/generated/types.gen.ts';
import { changesByDay } from './chart-changes.ts';

function entry(id: number, at: string, fields: Partial<ActivityEntry>): ActivityEntry {
  const object = { kind: 'bookings', objectId: 7, objectName: 'Winter' } as const;
  return {
    id,
    at,
    actor: 'user:1',
    actorName: 'Maya',
    action: 'update',
    fields: [],
    excerpt: null,
    ...object,
    ...fields,
  };
}

test('changes are grouped by local day, and only those that can affect delivery are listed', () => {
  const days = changesByDay(
    [
      entry(6, '2026-11-24T12:00:00Z', { action: 'pause', fields: ['status'] }),
      entry(5, '2026-11-24T11:00:00Z', { action: 'comment', excerpt: 'Hello' }),
      entry(4, '2026-11-23T23:30:00Z', { fields: ['priority', 'name'] }),
      entry(3, '2026-11-23T12:00:00Z', { fields: ['name'] }),
      entry(2, '2026-11-20T12:00:00Z', { fields: ['targeting'] }),
      entry(1, '2026-11-20T11:00:00Z', { action: 'create' }),
    ],
    'Europe/Brussels',
  );
  expect(days.map(({ day, entries }) => [day, entries.map(({ id }) => id)])).toEqual([
    ['2026-11-24', [6, 4]],
    ['2026-11-20', [2]],
  ]);
});
