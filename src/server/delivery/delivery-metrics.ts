import { Counter, Gauge, Registry } from 'prom-client';

export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>;

/** What one delivery process counts about itself; nothing here bills anybody. */
export function createDeliveryMetrics(processId: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processId });
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[] = []) =>
    new Counter<Label>({ name, help, labelNames, registers });
  return {
    registry,
    adRequests: counter('placard_ad_requests_total', 'Ad requests that were read and decided'),
    slots: counter('placard_slots_total', 'Requested slots by outcome', ['outcome']),
    unfitAds: counter('placard_unfit_ads_total', 'Ads that no client could use, once per snapshot'),
    failedDecisions: counter('placard_failed_decisions_total', 'Decisions that failed and were answered with no ad'),
    events: counter('placard_events_total', 'Events by kind and outcome', ['kind', 'outcome']),
    journalFailures: counter('placard_journal_failures_total', 'Batches of events that could not be written'),
    refusedSnapshots: counter('placard_refused_snapshots_total', 'Snapshots that were not swapped in'),
    revision: new Gauge({ name: 'placard_revision', help: 'Revision that is served', registers }),
  };
}
