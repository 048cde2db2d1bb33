import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { type HostsView, hostsView } from '../../../contract/insight/hosts.ts';
import type { HostState } from '../../../exchange/hosts/host-state.ts';
import type { ManagementServices } from '../../api/management-services.ts';
import { operationSchema } from '../../api/resource/operation-schema.ts';
import { readWorkState } from './read-work-state.ts';

const scope = 'settings:read';

/** Registers `GET /hosts`: every host, process and engine with its state. */
export function registerHostsRoutes(app: FastifyInstance, services: ManagementServices): void {
  app.get('/hosts', {
    config: { scope },
    schema: operationSchema({
      tag: 'Access',
      operationId: 'getHosts',
      summary: 'Retrieve the state of all hosts, processes and engines',
      scope,
      answers: 'reading',
      view: hostsView,
    }),
    async handler(): Promise<HostsView> {
      const { database, hosts } = services;
      const work = await readWorkState(database);
      // While Redis is unreachable, the hosts are unknown. The response states this and is not an error.
      const states = await hosts.list().catch(() => []);
      return {
        revision: work.revision,
        countedTo: instantOrNull(work.countedToMs),
        engines: await readEngines(services),
        work: work.leases.map(({ name, holder, sinceMs }) => ({ name, host: holder, since: instant(sinceMs) })),
        hosts: states.map(viewOf),
      };
    },
  });
}

async function readEngines({ database, hosts }: ManagementServices): Promise<HostsView['engines']> {
  const { rows } = await sql<{ version: string; usedBytes: number }>`
    select current_setting('server_version') as version, pg_database_size(current_database()) as used_bytes`.execute(
    database,
  );
  const { redis: state, store } = hosts.engines();
  const redis = state === 'ok' ? await hosts.redis() : null;
  return [
    { name: 'postgresql', state: 'ok', version: rows[0]?.version ?? null, usedBytes: rows[0]?.usedBytes ?? null },
    { name: 'redis', state, version: redis?.version ?? null, usedBytes: redis?.usedBytes ?? null },
    { name: 'store', state: store, version: null, usedBytes: null },
  ];
}

function viewOf(state: HostState): HostsView['hosts'][number] {
  const { host, serves, journal } = state;
  return {
    name: host,
    roles: (['management', 'delivery', 'worker'] as const).filter((role) => serves[role]),
    version: state.version ?? null,
    pid: state.pid ?? null,
    startedAt: instant(state.startedAtMs),
    seenAt: instant(state.atMs),
    draining: state.draining,
    restarts: state.restarts ?? 0,
    memoryBytes: state.memoryBytes ?? null,
    engines: state.engines,
    journal:
      journal === undefined ? null : { bytes: journal.bytes, handedOverTo: instantOrNull(journal.throughMs || null) },
    processes: state.processes.map(({ processId, pid, revision, at, counts }) => ({
      id: processId,
      pid,
      revision,
      seenAt: instant(at),
      startedAt: instantOrNull(counts?.startedAtMs ?? null),
      adRequests: counts?.adRequests ?? 0,
      filledSlots: counts?.filledSlots ?? 0,
      emptySlots: counts?.emptySlots ?? 0,
      events: counts?.events ?? 0,
      refusedEvents: counts?.refusedEvents ?? 0,
      memoryBytes: counts?.memoryBytes ?? 0,
    })),
  };
}

function instant(atMs: number): string {
  return new Date(atMs).toISOString();
}

function instantOrNull(atMs: number | null): string | null {
  return atMs === null ? null : instant(atMs);
}
