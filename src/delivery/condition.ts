import type { Snapshot } from '../core/snapshot/snapshot.ts';
import { type ComponentState, failingComponents } from '../exchange/hosts/host-components.ts';
import type { DeliveryMetrics } from './delivery-metrics.ts';

/** By name of an engine, `ok` or `away`. */
export type EngineReport = Readonly<Record<string, string>>;

/** Whether this start creates the demo account: not known yet, being done, or done (or not due). */
export type Preparation = 'preparing' | 'seeding' | 'prepared';

/** What a delivery process says of itself when it is asked after its health. */
export type Condition = {
  /** It is to end: whoever distributes the load shall send no more. */
  isDraining(): boolean;
  drain(): void;
  /** As its host finds them; empty where everything is on one machine. While one is away, the local view goes on. */
  engines(): EngineReport;
  noteEngines(report: EngineReport): void;
  /** Every component of this host; empty until the supervisor has reported. */
  components(): readonly ComponentState[];
  noteComponents(report: readonly ComponentState[]): void;
  /** The answer to a question for its health, while it holds this snapshot. */
  judge(snapshot: Snapshot): Judgement;
};

export type Judgement = {
  readonly status: 'ok' | 'degraded' | 'starting' | 'draining';
  /** Whether requests can be sent here. */
  readonly ready: boolean;
  readonly reasons: readonly string[];
};

export function createCondition(
  metrics: DeliveryMetrics,
  preparation: () => Preparation = () => 'prepared',
  problems: () => readonly string[] = () => [],
): Condition {
  let draining = false;
  let components: readonly ComponentState[] = [];
  let engines: EngineReport = {};
  return {
    isDraining: () => draining,
    drain: () => {
      draining = true;
    },
    engines: () => engines,
    components: () => components,
    noteComponents: (report) => {
      components = report;
    },
    judge(snapshot) {
      if (draining) return { status: 'draining', ready: false, reasons: ['this process is about to end'] };
      if (!hasContent(snapshot, preparation())) {
        return { status: 'starting', ready: false, reasons: ['the demo account is not complete yet'] };
      }
      const reasons = [
        ...Object.entries(engines).flatMap(([engine, state]) =>
          state === 'away' ? [`${engine} does not answer`] : [],
        ),
        ...failingComponents(components),
        ...problems(),
      ];
      return { status: reasons.length === 0 ? 'ok' : 'degraded', ready: true, reasons };
    },
    noteEngines: (report) => {
      engines = report;
      for (const [engine, state] of Object.entries(report)) metrics.engineUp.set({ engine }, state === 'away' ? 0 : 1);
    },
  };
}

/** On a first start a snapshot is empty until the demo account is created. */
function hasContent(snapshot: Snapshot, preparation: Preparation): boolean {
  return preparation === 'prepared' || (preparation === 'preparing' && snapshot.positionById.size > 0);
}
