import { Gauge, Registry } from 'prom-client';
import { nameOfServes } from '../../platform/config/roles.ts';
import { measureProcess } from '../../platform/metrics/process-metrics.ts';
import { isReady, judgeHealth, type Looked } from './judge-health.ts';

const perSecond = 1000;

/** What a look at this host finds besides its health. */
export type HostObservations = Looked & {
  /** The newest revision; null: not known here. */
  readonly revision: number | null;
  /** What this host does that one worker does at a time. */
  readonly held: readonly string[];
};

export type HostMetrics = {
  readonly registry: Registry;
  /** Sets everything to what was found. */
  note(found: HostObservations): void;
};

/** Figures of a host as a whole; those of its processes stand beside them under the names of these. */
export function createHostMetrics(): HostMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: 'host' });
  measureProcess(registry);
  const gauge = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
  const info = gauge('placard_info', 'Version and roles of this host', 'version', 'roles');
  const ready = gauge('placard_ready', 'Whether this host can be sent what it serves');
  const degraded = gauge('placard_degraded', 'Whether it serves and somebody should look; /health says why');
  const engine = gauge(
    'placard_engine_up',
    'Whether this host reaches the engine; while it does not, it goes on by its local view',
    'engine',
  );
  const wanted = gauge('placard_delivery_processes_wanted', 'Delivery processes that are to run');
  const running = gauge('placard_delivery_processes', 'Delivery processes that serve a snapshot');
  const restarts = gauge('placard_delivery_restarts', 'How often a delivery process has ended and was started again');
  const componentUp = gauge(
    'placard_component_up',
    'Whether a component of this host runs without failing',
    'component',
  );
  const componentRestarts = gauge('placard_component_restarts', 'Restarts of a component after it ended', 'component');
  const journal = gauge('placard_journal_bytes', 'Bytes in the journal of this host');
  const damagedBytes = gauge(
    'placard_journal_damaged_bytes',
    'Unreadable bytes in the journal of this host; placard recover confirms them',
  );
  const damagedSegments = gauge('placard_journal_damaged_segments', 'Journal segments of this host with such bytes');
  const handedOver = gauge(
    'placard_journal_handed_over_timestamp_seconds',
    'Up to when everything in the journal of this host is handed over to workers',
  );
  const disk = gauge('placard_data_free_bytes', 'Bytes that are free on the disk of the data folder');
  const countedTo = gauge('placard_counted_to_timestamp_seconds', 'Up to when every event is in reports');
  const revision = gauge('placard_newest_revision', 'The newest revision, whoever serves it');
  const held = gauge('placard_work_held', 'What this host does of what one worker does at a time', 'work');

  return {
    registry,
    note(found) {
      const { state, database, countedToMs } = found;
      const health = judgeHealth(found);
      info.set({ version: state.version ?? '', roles: nameOfServes(state.serves) }, 1);
      ready.set(isReady(health) ? 1 : 0);
      degraded.set(health.status === 'degraded' ? 1 : 0);
      engine.reset();
      for (const [name, is] of Object.entries(state.engines)) {
        if (is !== 'unused') engine.set({ engine: name }, is === 'ok' ? 1 : 0);
      }
      if (database !== null) engine.set({ engine: 'postgresql' }, database ? 1 : 0);
      wanted.set(state.serves.delivery ? found.wanted : 0);
      running.set(state.processes.length);
      restarts.set(state.restarts ?? 0);
      componentUp.reset();
      componentRestarts.reset();
      for (const { name: component, state: is, restarts: count } of state.components ?? []) {
        componentUp.set({ component }, is === 'running' ? 1 : 0);
        componentRestarts.set({ component }, count);
      }
      journal.set(state.journal?.bytes ?? 0);
      damagedBytes.set(state.journal?.damage?.bytes ?? 0);
      damagedSegments.set(state.journal?.damage?.segments ?? 0);
      handedOver.remove();
      const throughMs = state.journal?.throughMs ?? null;
      if (throughMs !== null) handedOver.set(throughMs / perSecond);
      disk.set(found.freeBytes);
      if (countedToMs !== null) countedTo.set(countedToMs / perSecond);
      if (found.revision !== null) revision.set(found.revision);
      held.reset();
      for (const work of found.held) held.set({ work }, 1);
    },
  };
}
