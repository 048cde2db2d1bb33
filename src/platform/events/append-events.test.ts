import { expect, test } from 'vitest';
import { createTestDatabase } from '../../../test/support/database/test-database.ts';
import { openDatabase } from '../db/open-database.ts';
import { appendEvents, readNewEvents, removeOldEvents } from './append-events.ts';

test('thousands of events of one change are written, processed once and deleted when they are old', async () => {
  const stored = await createTestDatabase();
  const { kysely } = openDatabase(stored.url, { maxConnections: 3 });
  const about = { status: 'planned', previousStatus: 'draft', actor: 'user:3', revision: 1 };
  const events = Array.from({ length: 14_001 }, (_, index) => ({
    type: 'booking.submitted' as const,
    data: { kind: 'bookings' as const, id: index + 1, link: 'https://ads.example/', ...about },
  }));
  const ids = await kysely.transaction().execute((transaction) => appendEvents(transaction, events));
  expect(new Set(ids).size).toBe(events.length);
  const take = () => kysely.transaction().execute((transaction) => readNewEvents(transaction, 7_000));
  const taken = await Promise.all([take(), take()]);
  const rest = await take();
  expect([...taken.flat(), ...rest].toSorted((a, b) => a - b)).toEqual([...ids].toSorted((a, b) => a - b));
  const later = new Date(Date.now() + 1_000);
  expect(await removeOldEvents(kysely, new Date(Date.now() - 60_000), 10)).toBe(false);
  expect(await removeOldEvents(kysely, later, 10_000)).toBe(true);
  expect(await removeOldEvents(kysely, later, 10_000)).toBe(false);
  expect(await kysely.selectFrom('event').select('event.id').execute()).toEqual([]);
  await kysely.destroy();
  await stored.close();
});
