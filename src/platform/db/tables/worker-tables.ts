/*
 * Types of tables, as Kysely sees them: camel case, bigint as number.
 *
 * Each file exports a type `<Name>Tables`; `npm run registries` joins them in `db/all-tables.ts`. Tables that belong
 * to one resource type may stand beside its row rules. Migrations create the tables; a type here creates nothing.
 */

import type { WithDefault } from '../columns.ts';

/** What workers keep for themselves. */
export type WorkerTables = {
  /** Who does what only one worker may do at a time. */
  lease: { name: string; holder: string; term: number; endsAt: Date };
  /** Hosts whose events are still to come, and up to when all of them are there. */
  journalHost: { host: string; completeAt: Date; seenAt: Date };
  trafficCurve: TrafficCurveTable;
  /** Requests of each hour (UTC) of a day, in days since the epoch; null: not seen. */
  trafficDay: { positionId: number; day: number; hours: (number | null)[] };
};

type TrafficCurveTable = {
  positionId: number;
  hours: (number | null)[];
  level: number;
  hour: number;
  requests: number;
  observedMs: number;
  updatedAt: WithDefault<Date>;
};
