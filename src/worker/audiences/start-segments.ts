/*
 * Background work of audiences, under the lease `segments`.
 *
 * - `start-segments.ts`, `segment-work.ts`: the loop. `import-deliveries.ts`: new deliveries of data platforms.
 *   `import/`: reading them.
 * - `merge-attributes.ts`: attributes of back ends. `process-erasures.ts`: erasures.
 * - `publish-segments.ts`: replaces the pointer after everything is written.
 *
 * See docs/internals/audiences.md.
 */

import { fold } from '../../core/targeting/fold.ts';
import { readOwnDomains, readSegmentRows, withRows } from '../../management/resources/segment/segment-rows.ts';
import { runRetryLoop } from '../../platform/process/retry-loop.ts';
import { importDeliveries, sourceOf } from './import-deliveries.ts';
import { mergeAttributes } from './merge-attributes.ts';
import { processErasures } from './process-erasures.ts';
import { openSegmentContext, type SegmentContext, type SegmentWorkOptions } from './segment-work.ts';

const pauseMs = 2_000;
/** Polling interval of connections. */
const lookMs = 20_000;

export type SegmentWork = {
  /** Does all pending work if this worker holds the lease. @param looks false: does not poll connections */
  pass(options?: { readonly looks: boolean }): Promise<void>;
  close(): void;
};

/**
 * Creates the work on segments, run on demand. One worker does it at a time. Source:
 * docs/decisions/0110-audience-segments.md.
 */
export function createSegmentWork(options: SegmentWorkOptions): SegmentWork {
  const end = new AbortController();
  const bench = openSegmentContext(options, end.signal);
  let known = '';
  return {
    async pass({ looks } = { looks: true }) {
      if (!(await options.lease.take())) return;
      await processErasures(bench);
      if (looks) await importDeliveries(bench);
      while (!end.signal.aborted && (await mergeAttributes(bench)));
      known = await followRows(bench, known);
    },
    close: () => end.abort(),
  };
}

/** Starts a loop that does the work until closed. */
export function startSegments(options: SegmentWorkOptions): { close(): Promise<void> } {
  const end = new AbortController();
  const work = createSegmentWork(options);
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const running = runRetryLoop({
    async task() {
      const looks = performance.now() - lookedAtMs > lookMs;
      if (looks) lookedAtMs = performance.now();
      await work.pass({ looks });
    },
    pauseMs,
    failureMessage: 'Work on audience segments failed; the segments in force remain active',
    log: options.log,
    signal: end.signal,
  });
  return {
    async close() {
      end.abort();
      work.close();
      await running;
    },
  };
}

/** Applies user changes: membership durations, archived segments, own domains. */
async function followRows(bench: SegmentContext, knownMark: string): Promise<string> {
  const { database, publisher } = bench;
  const rows = await readSegmentRows(database);
  const ownDomains = await readOwnDomains(database);
  const connections = await database
    .selectFrom('destinationConnection')
    .select('destinationConnection.id')
    .where('destinationConnection.archivedAt', 'is not', null)
    .execute();
  const gone = new Set(connections.map(({ id }) => sourceOf(id)));
  const mark = JSON.stringify([rows.map(({ code, ttlHours }) => [fold(code), ttlHours]), ownDomains, [...gone]]);
  if (mark === knownMark) return mark;
  const { layers, ownDomains: known } = await publisher.current();
  const next = withRows({ layers: layers.filter(({ source }) => !gone.has(source)), ownDomains }, rows);
  if (JSON.stringify(next) !== JSON.stringify({ layers, ownDomains: known })) await publisher.publish(next);
  return mark;
}
