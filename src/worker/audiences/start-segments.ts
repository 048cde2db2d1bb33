/*
 * Background work of audiences, under the lease `segments`.
 *
 * - `start-segments.ts`, `segment-work.ts`: the loop. `take-deliveries.ts`: new deliveries of data platforms.
 *   `import/`: reading them.
 * - `merge-attributes.ts`: attributes of back ends. `work-off-erasures.ts`: erasures.
 * - `publish-segments.ts`: replaces the pointer when everything is written.
 *
 * See docs/internals/audiences.md.
 */

import { fold } from '../../core/targeting/fold.ts';
import { readOwnDomains, readSegmentRows, withRows } from '../../management/resources/segment/segment-rows.ts';
import { keepDoing } from '../../platform/process/keep-doing.ts';
import { mergeAttributes } from './merge-attributes.ts';
import { openSegmentBench, type SegmentBench, type SegmentWorkOptions } from './segment-work.ts';
import { sourceOf, takeDeliveries } from './take-deliveries.ts';
import { workOffErasures } from './work-off-erasures.ts';

const pauseMs = 2_000;
/** Connections are looked at so often. */
const lookMs = 20_000;

export type SegmentWork = {
  /** Does everything that waits, where the lease is ours. @param looks false: connections are not looked at this time */
  pass(options?: { readonly looks: boolean }): Promise<void>;
  close(): void;
};

/** The work on segments when it is asked to; one worker does it at a time. Source: docs/decisions/0110-audience-segments.md. */
export function createSegmentWork(options: SegmentWorkOptions): SegmentWork {
  const end = new AbortController();
  const bench = openSegmentBench(options, end.signal);
  let known = '';
  return {
    async pass({ looks } = { looks: true }) {
      if (!(await options.lease.take())) return;
      await workOffErasures(bench);
      if (looks) await takeDeliveries(bench);
      while (!end.signal.aborted && (await mergeAttributes(bench)));
      known = await followRows(bench, known);
    },
    close: () => end.abort(),
  };
}

/** The same by itself, until closed. */
export function startSegments(options: SegmentWorkOptions): { close(): Promise<void> } {
  const end = new AbortController();
  const work = createSegmentWork(options);
  let lookedAtMs = Number.NEGATIVE_INFINITY;
  const running = keepDoing({
    async task() {
      const looks = performance.now() - lookedAtMs > lookMs;
      if (looks) lookedAtMs = performance.now();
      await work.pass({ looks });
    },
    pauseMs,
    complaint: 'Audience segments cannot be worked on; those in force go on',
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

/** Puts in force what was changed by hand: how long memberships last, what was archived, which pages are ours. */
async function followRows(bench: SegmentBench, knownMark: string): Promise<string> {
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
