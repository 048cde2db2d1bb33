import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../../../core/time/durations.ts';
import { eventSet } from '../../../exchange/open-data/open-data-schema.ts';
import type { PositionZones } from '../position-zones.ts';
import { writePartitions } from '../write-partitions.ts';
import {
  advanceSegments,
  type EventExportState,
  readEventExport,
  type SegmentProgress,
  type SegmentRange,
  saveEventExport,
} from './event-export-state.ts';
import { type ExportContext, stemOf } from './export-context.ts';
import { findArchivedSegments, findLocalSegments, type HostSegment } from './find-host-segments.ts';
import { readEventRows } from './read-event-rows.ts';

/** Journal bytes per batch: about 100,000 events. */
const maxBatchBytes = 32 * 1024 * 1024;
/**
 * A segment is archived after a minute without writes. A segment that was read to its end more recently before it
 * disappeared is therefore complete.
 */
const restMs = 55_000;

/**
 * Exports all new events of a host. Each batch is first recorded with its ranges, then stored, then recorded as
 * stored. After a crash the recorded batch is stored again under the same names, so no row is lost or stored twice.
 * @param options.looksInArchive also exports archived segments that were never seen, for example those from before the
 * export was enabled
 * @returns number of stored rows
 */
export async function exportEvents(
  context: ExportContext & { readonly journalFolder: string | null; readonly zones: PositionZones },
  options: { readonly looksInArchive: boolean },
): Promise<number> {
  const { store, host, journalFolder, session } = context;
  const startedAtMs = Date.now();
  const local = journalFolder === null ? [] : await findLocalSegments(journalFolder);
  let state = await readEventExport(store, host);
  const isLost = state.segments.some((known) => isMissing(known, local, startedAtMs));
  const isPendingLost = state.pending?.parts.some((part) => !isThere(part, local)) ?? false;
  const archived =
    options.looksInArchive || isLost || isPendingLost
      ? ((await findArchivedSegments(context.archive, session.folder)).get(host) ?? [])
      : [];
  const segments = [...new Map([...local, ...archived].map((segment) => [segment.segmentId, segment])).values()];
  state = await finishPending(context, state, segments);
  state = { ...state, segments: withNew(state, segments) };
  let rows = 0;
  for (;;) {
    const batch = await readBatch(context, state, segments, startedAtMs);
    state = { ...state, segments: batch.segments };
    if (batch.rows > 0) {
      const pending = { stem: stemOf(host), parts: batch.parts };
      await saveEventExport(store, host, { ...state, pending });
      const rowsFile = join(session.folder, rowsName);
      await writePartitions({ session, store, set: eventSet, rowsFile, stem: pending.stem });
      rows += batch.rows;
    }
    state = { ...state, segments: advanceSegments(state.segments, batch.parts), pending: null };
    if (batch.isFull) continue;
    state = withoutFinished(state, segments, startedAtMs);
    // Not while nothing happens: each change is a call of the store.
    if (rows > 0 || batch.parts.length > 0 || startedAtMs - state.savedAtMs > restMs / 2) {
      await saveEventExport(store, host, state);
    }
    return rows;
  }
}

const rowsName = 'events.ndjson';

type Batch = {
  readonly parts: readonly SegmentRange[];
  readonly segments: readonly SegmentProgress[];
  readonly rows: number;
  /** More can be read. */
  readonly isFull: boolean;
};

/** Reads the next rows of all segments into the file of rows. */
async function readBatch(
  { session, zones }: ExportContext & { readonly zones: PositionZones },
  state: EventExportState,
  found: readonly HostSegment[],
  startedAtMs: number,
): Promise<Batch> {
  const parts: SegmentRange[] = [];
  const segments: SegmentProgress[] = [];
  let [rows, left] = [0, maxBatchBytes];
  const file = await open(join(session.folder, rowsName), 'w');
  try {
    for (const known of state.segments) {
      const { segmentId, offset: from } = known;
      const segment = found.find((one) => one.segmentId === segmentId);
      const isRead = known.readAtMs === startedAtMs;
      const reader = segment === undefined || left <= 0 || isRead ? null : await segment.open();
      if (reader === null) {
        segments.push(known);
        continue;
      }
      const range = { segmentId, from, to: null, maxBytes: left };
      const read = await readEventRows(reader, range, zones).finally(() => reader.close());
      await file.appendFile(read.lines.join(''));
      rows += read.lines.length;
      left -= read.to - from;
      if (read.to > from) parts.push({ segmentId, from, to: read.to });
      segments.push(read.isAtEnd ? { ...known, readAtMs: startedAtMs } : known);
    }
  } finally {
    await file.close();
  }
  return { parts, segments, rows, isFull: left <= 0 };
}

/** Removes segments that are exported completely. */
function withoutFinished(state: EventExportState, found: readonly HostSegment[], nowMs: number): EventExportState {
  const through = { ...state.through };
  const segments = state.segments.filter((known) => {
    const segment = found.find(({ segmentId }) => segmentId === known.segmentId);
    const isFinished =
      segment === undefined ? nowMs - known.readAtMs < restMs : !segment.isLive && known.readAtMs === nowMs;
    if (isFinished) through[known.processId] = Math.max(through[known.processId] ?? 0, known.number);
    return !isFinished;
  });
  return { ...state, segments, through };
}

function isThere({ segmentId }: Pick<SegmentRange, 'segmentId'>, local: readonly HostSegment[]): boolean {
  return local.some((segment) => segment.segmentId === segmentId);
}

/** A segment that has recently disappeared and is not known to be complete. Others are found by the next full search. */
function isMissing(known: SegmentProgress, local: readonly HostSegment[], nowMs: number): boolean {
  const agoMs = nowMs - known.readAtMs;
  return !isThere(known, local) && agoMs >= restMs && agoMs < hourMs;
}

/** Adds segments that were never seen. */
function withNew(known: EventExportState, found: readonly HostSegment[]): readonly SegmentProgress[] {
  const ids = new Set(known.segments.map(({ segmentId }) => segmentId));
  const added = found.filter(
    ({ segmentId, processId, number }) => !ids.has(segmentId) && number > (known.through[processId] ?? 0),
  );
  return [
    ...known.segments,
    ...added.map(({ processId, number, segmentId }) => ({ processId, number, segmentId, offset: 0, readAtMs: 0 })),
  ];
}

/** Stores the batch again that may have been interrupted. */
async function finishPending(
  context: ExportContext & { readonly zones: PositionZones },
  known: EventExportState,
  found: readonly HostSegment[],
): Promise<EventExportState> {
  const { session, store, host, zones } = context;
  const { pending } = known;
  if (pending === null) return known;
  const rowsFile = join(session.folder, rowsName);
  const file = await open(rowsFile, 'w');
  try {
    for (const part of pending.parts) {
      const reader = await found.find(({ segmentId }) => segmentId === part.segmentId)?.open();
      if (reader === undefined || reader === null) continue;
      const read = await readEventRows(reader, { ...part, maxBytes: 0 }, zones).finally(() => reader.close());
      await file.appendFile(read.lines.join(''));
    }
  } finally {
    await file.close();
  }
  await writePartitions({ session, store, set: eventSet, rowsFile, stem: pending.stem });
  const segments = advanceSegments(known.segments, pending.parts);
  return saveEventExport(store, host, { ...known, segments, pending: null });
}
