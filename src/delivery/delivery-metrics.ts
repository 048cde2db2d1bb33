import { Counter, Gauge, Registry } from 'prom-client';
import { type EventKind, eventKinds } from '../core/vocabulary/ad-events.ts';
import type { FilterReason } from '../core/vocabulary/reasons.ts';
import type { RollUpReason } from '../exchange/journal/delivery-event.ts';
import type { ProcessCounts } from '../exchange/snapshot/acknowledgements.ts';
import { measureProcess } from '../platform/metrics/process-metrics.ts';

/** What became of an event: journalled to be counted, journalled apart with its reason, or not kept. */
export type EventOutcome = 'journalled' | 'refused' | Exclude<FilterReason, RollUpReason>;

/** What is counted on the ad path itself: plain numbers, which a collector's visit turns into metrics. */
export type RequestCounts = {
  adRequests: number;
  filledSlots: number;
  emptySlots: number;
  readonly events: { readonly [Kind in EventKind]: Partial<Record<EventOutcome, number>> };
};

/** What became of a document of the video cache: put, refused, found or not. */
export type CacheOutcome = 'stored' | 'taken' | 'refused' | 'there' | 'expired' | 'unknown' | 'unavailable';

export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>;

/** What one delivery process counts about itself; nothing here bills anybody. */
export function createDeliveryMetrics(processId: string) {
  const registry = new Registry();
  registry.setDefaultLabels({ process: processId });
  const registers = [registry];
  measureProcess(registry);
  const counts: RequestCounts = {
    adRequests: 0,
    filledSlots: 0,
    emptySlots: 0,
    events: Object.fromEntries(eventKinds.map((kind) => [kind, {}])) as RequestCounts['events'],
  };
  const counter = (name: string, help: string) => new Counter({ name, help, registers });
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers });
  new Counter({
    name: 'placard_ad_requests_total',
    help: 'Ad requests that were read and decided',
    registers,
    collect() {
      this.reset();
      this.inc(counts.adRequests);
    },
  });
  new Counter({
    name: 'placard_slots_total',
    help: 'Requested slots by outcome',
    labelNames: ['outcome'],
    registers,
    collect() {
      this.reset();
      this.inc({ outcome: 'ad' }, counts.filledSlots);
      this.inc({ outcome: 'no_ad' }, counts.emptySlots);
    },
  });
  new Counter({
    name: 'placard_events_total',
    help: 'Events by kind and outcome',
    labelNames: ['kind', 'outcome'],
    registers,
    collect() {
      this.reset();
      for (const kind of eventKinds) {
        for (const [outcome, count] of Object.entries(counts.events[kind])) this.inc({ kind, outcome }, count);
      }
    },
  });
  const cache = new Counter({
    name: 'placard_video_cache_total',
    help: 'Documents of the video cache by what became of a call',
    labelNames: ['outcome'],
    registers,
  });
  return {
    registry,
    counts,
    countCache: (outcome: CacheOutcome) => cache.inc({ outcome }),
    unfitAds: counter('placard_unfit_ads_total', 'Ads that no client could use, once per version of the ad'),
    failedDecisions: counter('placard_failed_decisions_total', 'Decisions that failed and were answered with no ad'),
    journalFailures: counter('placard_journal_failures_total', 'Batches of events that could not be written'),
    refusedSnapshots: counter('placard_refused_snapshots_total', 'Snapshots that were not swapped in'),
    engineUp: new Gauge({
      name: 'placard_engine_up',
      help: 'Whether this host reaches the engine; while it does not, it goes on by its local view',
      labelNames: ['engine'],
      registers,
    }),
    refusedSegments: counter('placard_refused_segments_total', 'Files of audience segments that were not swapped in'),
    segmentMemberships: gauge('placard_segment_memberships', 'Memberships of audience segments that are looked up'),
    segmentBytes: gauge('placard_segment_bytes', 'Bytes that they take in this process'),
    revision: new Gauge({ name: 'placard_revision', help: 'Revision that is served', registers }),
  };
}

/** The same in short, for people who look on. */
export function processCounts({ counts }: DeliveryMetrics): ProcessCounts {
  let [events, refusedEvents] = [0, 0];
  for (const kind of eventKinds) {
    for (const [outcome, count] of Object.entries(counts.events[kind])) {
      if (outcome === 'refused') refusedEvents += count;
      else events += count;
    }
  }
  const { adRequests, filledSlots, emptySlots } = counts;
  const memoryBytes = process.memoryUsage.rss();
  return { startedAtMs, adRequests, filledSlots, emptySlots, events, refusedEvents, memoryBytes };
}

/** Epoch ms; by the clock that only goes forward, a moment before anything was counted. */
const startedAtMs = Math.round(performance.timeOrigin);

export function countEvent(counts: RequestCounts, kind: EventKind, outcome: EventOutcome): void {
  const ofKind = counts.events[kind];
  ofKind[outcome] = (ofKind[outcome] ?? 0) + 1;
}
