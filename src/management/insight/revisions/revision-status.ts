import type { Kysely, Selectable } from 'kysely';
import type { HostDirectory, HostState } from '../../../exchange/hosts/host-state.ts';
import type { Database } from '../../../platform/db/schema.ts';

export type RevisionStatus = {
  readonly revision: number;
  readonly createdAt: string;
  readonly actor: string;
  readonly summary: string;
  /** Number of delivery processes that use the revision, of those with a heartbeat. */
  readonly live: { readonly on: number; readonly of: number };
  readonly processes: readonly {
    readonly id: string;
    readonly host: string;
    readonly revision: number;
    readonly at: string;
  }[];
};

type Sources = { readonly database: Kysely<Database>; readonly hosts: HostDirectory };

/**
 * Returns the author of a revision and the delivery processes that use it or a newer one. null if it does not exist.
 */
export async function readRevisionStatus(sources: Sources, revision: number): Promise<RevisionStatus | null> {
  const row = await sources.database
    .selectFrom('revision')
    .selectAll('revision')
    .where('revision.revision', '=', revision)
    .executeTakeFirst();
  return row === undefined ? null : statusOf(row, await hostsOrNone(sources));
}

/** Returns the same for several revisions, newest first. */
export async function readRevisionStatuses(
  sources: Sources,
  page: { readonly limit: number; readonly offset: number },
): Promise<RevisionStatus[]> {
  const rows = await sources.database
    .selectFrom('revision')
    .selectAll('revision')
    .orderBy('revision.revision', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  const hosts = await hostsOrNone(sources);
  return rows.map((row) => statusOf(row, hosts));
}

/** While Redis is unreachable, the hosts are unknown. The revision is returned without them. */
function hostsOrNone({ hosts }: Sources): Promise<readonly HostState[]> {
  return hosts.list().catch(() => []);
}

function statusOf(row: Selectable<Database['revision']>, hosts: readonly HostState[]): RevisionStatus {
  const acknowledgements = hosts.flatMap(({ host, processes }) => processes.map((entry) => ({ ...entry, host })));
  return {
    revision: row.revision,
    createdAt: row.createdAt.toISOString(),
    actor: row.actor,
    summary: row.summary,
    live: {
      on: acknowledgements.filter((entry) => entry.revision >= row.revision).length,
      of: acknowledgements.length,
    },
    processes: acknowledgements.map((entry) => ({
      id: entry.processId,
      host: entry.host,
      revision: entry.revision,
      at: new Date(entry.at).toISOString(),
    })),
  };
}
