import { type Kysely, sql } from 'kysely';
import type { Database } from '../../platform/db/schema.ts';

/** The revision that was the newest at a moment, epoch ms; null: nobody knows any more, or there was none. */
export async function revisionAt(database: Kysely<Database>, atMs: number): Promise<number | null> {
  const { rows } = await sql<{ revision: number | null }>`
    select max(revision.revision) as revision from revision where revision.created_at <= ${new Date(atMs)}
  `.execute(database);
  return rows[0]?.revision ?? null;
}
