import { type Kysely, sql } from 'kysely';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** Progress of the workers, as stored in PostgreSQL. */
export type WorkState = {
  /** Newest revision, independent of its delivery. */
  readonly revision: number;
  /** Epoch ms up to which every event is in reports. null if nothing has been counted yet. */
  readonly countedToMs: number | null;
  /** Held leases: exclusive jobs, their hosts, and since when (epoch ms). */
  readonly leases: readonly { readonly name: string; readonly holder: string; readonly sinceMs: number }[];
};

export async function readWorkState(database: Kysely<Database>): Promise<WorkState> {
  const current = await database.selectFrom('currentRevision').select('currentRevision.revision').executeTakeFirst();
  const { asOfMs } = await readRollUpState(database);
  const leases = await database
    .selectFrom('lease')
    .select(['lease.name', 'lease.holder', 'lease.term'])
    .where('lease.endsAt', '>', sql<Date>`clock_timestamp()`)
    .orderBy('lease.name')
    .execute();
  return {
    revision: current?.revision ?? 0,
    countedToMs: asOfMs === 0 ? null : asOfMs,
    leases: leases.map(({ name, holder, term }) => ({ name, holder, sinceMs: term })),
  };
}
