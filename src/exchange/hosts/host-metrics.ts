import { Gauge, Registry } from 'prom-client';
import { nameOfServes } from '../../platform/config/roles.ts';
import { measureProcess } from '../../platform/metrics/process-metrics.ts';
import { isReady, judgeHealth, type Looked } from './judge-health.ts';

const perSecond = 1000;

/** State of this host in addition to its health. */
export type HostObservations = Looked & {
  /** The newest revision; null: unknown on this host. */
  readonly revision: number | null;
  /** Leases that this host holds. */
  readonly held: readonly string[];
};

export type HostMetrics = {
  readonly registry: Registry;
  /** Updates all metrics. */
  note(found: HostObservations): void;
};

/** Creates the metrics of a host as a whole. Metrics of its processes have separate names. */
export function createHostMetrics(): HostMetrics {
  const registry = new Registry();
  registry.setDefaultLabels({ process: 'host' });
  measureProcess(registry);
  const gauge = (name: string, help: string, ...labelNames: readonly string[]) =>
    new Gauge({ name, help, labelNames: [...labelNames], registers: [registry] });
  const info = gauge('placard_info', 'Version and roles of this host', 'version', 'roles');
  const ready = gauge('placard_ready', 'Whether this host can receive traffic');
  const degraded = gauge('placard_degraded', 'Whether this host serves but needs attention; see /health');
  const engine = gauge(
    'placard_engine_up',
    'Whether this host reaches the system; otherwise it continues with local data',
    'engine',
  );
  const wanted = gauge('placard_delivery_processes_wanted', 'Expected number of delivery processes');
  const running = gauge('placard_delivery_processes', 'Number of delivery processes that serve a snapshot');
  const restarts = gauge('placard_delivery_restarts', 'Restarts of delivery processes');
  const componentUp = gauge('placard_component_up', 'Whether a component of this host is not failing', 'component');
  const componentRestarts = gauge('placard_component_restarts', 'Restarts of a component after it ended', 'component');
  const journal = gauge('placard_journal_bytes', 'Bytes in the journal of this host');
  const damagedBytes = gauge(
    'placard_journal_damaged_bytes',
    'Unreadable bytes in the journal of this host; confirm them with placard recover',
  );
  const damagedSegments = gauge(
    'placard_journal_damaged_segments',
    'Journal segments of this host with unreadable bytes',
  );
  const handedOver = gauge(
    'placard_journal_handed_over_timestamp_seconds',
    'Time up to which all journal events of this host were handed over to workers',
  );
  const disk = gauge('placard_data_free_bytes', 'Free bytes on the disk of the data folder');
  const countedTo = gauge('placard_counted_to_timestamp_seconds', 'Time up to which all events are in reports');
  const revision = gauge('placard_newest_revision', 'The newest revision, served or not');
  const held = gauge('placard_work_held', 'Leases that this host holds', 'work');

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
