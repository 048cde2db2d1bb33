import { isMainThread } from 'node:worker_threads';
import { Counter, Gauge, Registry } from 'prom-client';
import { type EventKind, eventKinds } from '../core/vocabulary/ad-events.ts';
import type { FilterReason } from '../core/vocabulary/reasons.ts';
import type { RollUpReason } from '../exchange/journal/delivery-event.ts';
import type { ProcessCounts } from '../exchange/snapshot/acknowledgements.ts';
import { measureProcess } from '../platform/metrics/process-metrics.ts';

/** Outcome of an event: journalled to be counted, journalled separately with its filter reason, or refused. */
export type EventOutcome = 'journalled' | 'refused' | Exclude<FilterReason, RollUpReason>;

/** Counters of the ad path: plain numbers, which are converted to metrics when they are collected. */
export type RequestCounts = {
  adRequests: number;
  filledSlots: number;
  emptySlots: number;
  readonly events: { readonly [Kind in EventKind]: Partial<Record<EventOutcome, number>> };
};

/** Outcome of an operation on the video cache. */
export type CacheOutcome = 'stored' | 'taken' | 'refused' | 'there' | 'expired' | 'unknown' | 'unavailable';

export type DeliveryMetrics = ReturnType<typeof createDeliveryMetrics>;

/** Creates the metrics of one delivery process. They are not used for billing. */
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
    help: 'Decided ad requests',
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
    help: 'Operations on documents of the video cache by outcome',
    labelNames: ['outcome'],
    registers,
  });
  return {
    registry,
    counts,
    countCache: (outcome: CacheOutcome) => cache.inc({ outcome }),
    unfitAds: counter('placard_unfit_ads_total', 'Ads that no client could use, once per version of the ad'),
    failedDecisions: counter('placard_failed_decisions_total', 'Decisions that failed and were answered without an ad'),
    journalFailures: counter('placard_journal_failures_total', 'Event batches that could not be written'),
    refusedSnapshots: counter('placard_refused_snapshots_total', 'Snapshots that could not be used'),
    engineUp: new Gauge({
      name: 'placard_engine_up',
      help: 'Whether the engine is reachable from this host. While it is not, the host continues with local data',
      labelNames: ['engine'],
      registers,
    }),
    refusedSegments: counter('placard_refused_segments_total', 'Audience segment files that could not be used'),
    segmentMemberships: gauge('placard_segment_memberships', 'Audience segment memberships in use'),
    segmentBytes: gauge('placard_segment_bytes', 'Memory of audience segment memberships in this process in bytes'),
    revision: new Gauge({ name: 'placard_revision', help: 'Revision that is served', registers }),
  };
}

/** Returns a summary of the metrics for people. */
export function processCounts({ counts }: DeliveryMetrics): ProcessCounts {
  let [events, refusedEvents] = [0, 0];
  for (const kind of eventKinds) {
    for (const [outcome, count] of Object.entries(counts.events[kind])) {
      if (outcome === 'refused') refusedEvents += count;
      else events += count;
    }
  }
  const { adRequests, filledSlots, emptySlots } = counts;
  const memoryBytes = ownMemoryBytes();
  return { startedAtMs, adRequests, filledSlots, emptySlots, events, refusedEvents, memoryBytes };
}

/** Resident memory of this process. In a thread: its heap and its buffers, without memory shared with other threads. */
function ownMemoryBytes(): number {
  if (isMainThread) return process.memoryUsage.rss();
  const { heapTotal, external } = process.memoryUsage();
  return heapTotal + external;
}

/**
 * Start of the process in epoch milliseconds, from the monotonic clock, so that it precedes all counts. Threads have the
 * time origin of their process, so the start of a thread is the time at which it loads this module.
 */
const startedAtMs = isMainThread ? Math.round(performance.timeOrigin) : Date.now();

export function countEvent(counts: RequestCounts, kind: EventKind, outcome: EventOutcome): void {
  const ofKind = counts.events[kind];
  ofKind[outcome] = (ofKind[outcome] ?? 0) + 1;
}
