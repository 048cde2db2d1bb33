import type { Kysely } from 'kysely';
import type { LiveDelivery } from '../../../contract/insight/live-delivery.ts';
import { readRollUpState } from '../../../exchange/journal/roll-up-state.ts';
import type { Reach } from '../../../platform/db/row-rules/reach.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { readRecentDays } from '../report/read-daily-delivery.ts';

/** Returns the counted events of the most recent local days within a reach. */
export async function readLiveDelivery(database: Kysely<Database>, reach: Reach): Promise<LiveDelivery> {
  const { asOfMs } = await readRollUpState(database);
  return {
    asOf: asOfMs === 0 ? null : new Date(asOfMs).toISOString(),
    days: await readRecentDays(database, reach),
  };
}
