import type { Kysely } from 'kysely';
import type { Database } from '../db/schema.ts';
import type { SnapshotFolder } from '../snapshot-file/snapshot-folder.ts';

export type RevisionStatus = {
  readonly revision: number;
  readonly createdAt: string;
  readonly actor: string;
  readonly summary: string;
  /** On how many delivery processes it serves, of how many that show life. */
  readonly live: { readonly on: number; readonly of: number };
  readonly processes: readonly { readonly id: string; readonly revision: number; readonly at: string }[];
};

/** Who made a revision, and which delivery processes serve it or a newer one; null when there is no such revision. */
export async function readRevisionStatus(
  services: { readonly database: Kysely<Database>; readonly snapshotFolder: SnapshotFolder },
  revision: number,
): Promise<RevisionStatus | null> {
  const row = await services.database
    .selectFrom('revision')
    .selectAll('revision')
    .where('revision.revision', '=', revision)
    .executeTakeFirst();
  if (row === undefined) return null;
  const acknowledgements = await services.snapshotFolder.acknowledgements();
  return {
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    actor: row.actor,
    summary: row.summary,
    live: {
      on: acknowledgements.filter((entry) => entry.revision >= revision).length,
      of: acknowledgements.length,
    },
    processes: acknowledgements.map((entry) => ({
      id: entry.processId,
      revision: entry.revision,
      at: new Date(entry.at).toISOString(),
    })),
  };
}
