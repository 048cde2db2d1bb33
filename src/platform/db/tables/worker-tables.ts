/*
 * Types of tables for Kysely: camel case, bigint as number.
 *
 * Each file exports a type `<Name>Tables`. `npm run registries` joins them in `db/all-tables.ts`. Tables of a single
 * resource type may be declared next to its row rules. Migrations create the tables; these types create nothing.
 */

import type { WithDefault } from '../columns.ts';

/** Internal tables of workers. */
export type WorkerTables = {
  /** Holders of leases. */
  lease: { name: string; holder: string; term: number; endsAt: Date };
  /** Hosts with pending events, and the time up to which their events are complete. */
  journalHost: { host: string; completeAt: Date; seenAt: Date };
  trafficCurve: TrafficCurveTable;
  /** Requests of each hour (UTC) of a day, in days since the epoch; null: no data. */
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
