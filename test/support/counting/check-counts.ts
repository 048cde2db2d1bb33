import { sql } from 'kysely';
import { expect } from 'vitest';
import { openDatabase } from '../../../src/platform/db/open-database.ts';
import { createSequenceReader } from '../../../src/platform/keys/decision-ids.ts';
import { deriveKey } from '../../../src/platform/keys/derive-key.ts';
import type { Visits } from '../attacks/visitors.ts';
import { rangePositionOf, readCountedEvents } from './counted-events.ts';

/** Secret of test deployments whose counted events are checked. */
export const checkedSecret = 'the secret that all hosts of a test have';

/**
 * Checks the guarantees of counting: every acknowledged event is counted, none twice, and none that was not sent. Reads
 * the database directly, so that a report cannot hide an error. The deployment must have `checkedSecret`.
 */
export async function expectExactCounts(databaseUrl: string, visits: Visits): Promise<void> {
  const { kysely } = openDatabase(databaseUrl, { maxConnections: 1 });
  const sequences = createSequenceReader(deriveKey(checkedSecret, 'decision-sequence'));
  const positionsOf = (ids: ReadonlySet<string>) => new Map([...ids].map((id) => [rangePositionOf(id, sequences), id]));
  try {
    const counted = await readCountedEvents(kysely);
    const [acknowledged, sent] = [positionsOf(visits.acknowledged), positionsOf(visits.sent)];
    expect([...acknowledged].flatMap(([position, id]) => (counted.has(position) ? [] : [id]))).toEqual([]);
    expect([...counted].filter((position) => !sent.has(position))).toEqual([]);
    const { rows: sums } = await sql<{ events: string }>`
      select (select coalesce(sum(impressions + viewables + clicks), 0) from delivery_hour)
        + (select coalesce(sum(events), 0) from event_hour) as events`.execute(kysely);
    expect(Number(sums[0]?.events)).toBe(counted.size);
  } finally {
    await kysely.destroy();
  }
}
