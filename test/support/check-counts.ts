import pg from 'pg';
import { expect } from 'vitest';
import type { Visits } from './visitors.ts';

/**
 * What counting promises: every acknowledged event is counted, none twice, and nothing that was not sent. Looks at the
 * database itself, so that a report cannot hide anything.
 */
export async function expectExactCounts(databaseUrl: string, visits: Visits): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows: events } = await client.query<{ event_id: string }>('select event_id from counted_event');
    const counted = new Set(events.map((row) => row.event_id));
    expect([...visits.acknowledged].filter((id) => !counted.has(id))).toEqual([]);
    expect([...counted].filter((id) => !visits.sent.has(id))).toEqual([]);
    const { rows: sums } = await client.query<{ events: string }>(
      `select (select coalesce(sum(impressions + viewables + clicks), 0) from delivery_hour)
        + (select coalesce(sum(events), 0) from event_hour) as events`,
    );
    expect(Number(sums[0]?.events)).toBe(counted.size);
  } finally {
    await client.end();
  }
}
