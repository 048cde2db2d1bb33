import { type Kysely, sql } from 'kysely';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import type { Database } from '../../../platform/db/schema.ts';

/** What workers have got to, as PostgreSQL has it. */
export type WorkState = {
  /** The newest, whoever serves it. */
  readonly revision: number;
  /** Epoch ms up to which every event is in reports; null: nothing was counted yet. */
  readonly countedToMs: number | null;
  /** What one worker does at a time, and which host does it since when (epoch ms). */
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
