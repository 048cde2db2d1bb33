import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';

const folder = '_state/events';

/** Progress of the export of the events of a host. */
export type EventExportState = {
  /** Epoch ms of the last change. */
  readonly savedAtMs: number;
  /** Number of the segment by process up to which all segments are exported, except those in `segments`. */
  readonly through: Readonly<Record<string, number>>;
  /** Segments of which a part is exported. */
  readonly segments: readonly SegmentProgress[];
  /** A batch whose files may or may not be stored. It is stored again, under the same names. */
  readonly pending: { readonly stem: string; readonly parts: readonly SegmentRange[] } | null;
};

export type SegmentProgress = {
  readonly processId: string;
  readonly number: number;
  readonly segmentId: string;
  /** Offset up to which it is exported. */
  readonly offset: number;
  /** Epoch ms before it was last read to its end; 0: not yet. */
  readonly readAtMs: number;
};

/** A range of a segment, by byte offsets: `from` inclusive, `to` exclusive. */
export type SegmentRange = {
  readonly segmentId: string;
  readonly from: number;
  readonly to: number;
};

const emptyState: EventExportState = { savedAtMs: 0, through: {}, segments: [], pending: null };

export async function readEventExport(store: OpenDataStore, host: string): Promise<EventExportState> {
  const text = await store.getText(`${folder}/${host}.json`);
  return text === null ? emptyState : (JSON.parse(text) as EventExportState);
}

export async function saveEventExport(
  store: OpenDataStore,
  host: string,
  state: Omit<EventExportState, 'savedAtMs'>,
): Promise<EventExportState> {
  const saved = { ...state, savedAtMs: Date.now() };
  await store.putText(`${folder}/${host}.json`, JSON.stringify(saved));
  return saved;
}

/** Returns the states of all hosts. */
export async function readEventExports(store: OpenDataStore): Promise<ReadonlyMap<string, EventExportState>> {
  const states = new Map<string, EventExportState>();
  for (const { name } of await store.list(folder)) {
    const host = /\/([^/]+)\.json$/.exec(name)?.[1];
    if (host !== undefined) states.set(host, await readEventExport(store, host));
  }
  return states;
}

/** Returns the progress after a batch. */
export function advanceSegments(
  segments: readonly SegmentProgress[],
  parts: readonly SegmentRange[],
): readonly SegmentProgress[] {
  return segments.map((segment) => {
    const part = parts.find(({ segmentId }) => segmentId === segment.segmentId);
    return part === undefined ? segment : { ...segment, offset: Math.max(segment.offset, part.to) };
  });
}
