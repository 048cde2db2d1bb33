import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** Returns the newest revision at a time (epoch ms); null: no longer known, or none. */
export async function revisionAt(database: Kysely<Database>, atMs: number): Promise<number | null> {
  const { rows } = await sql<{ revision: number | null }>`
    select max(revision.revision) as revision from revision where revision.created_at <= ${new Date(atMs)}
  `.execute(database);
  return rows[0]?.revision ?? null;
}
