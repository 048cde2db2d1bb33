import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { minuteMs } from '../../../src/core/time/durations.ts';
import type { DeliveryEvent } from '../../../src/exchange/journal/delivery-event.ts';
import { openJournal } from '../../../src/exchange/journal/journal-writer.ts';
import type { OpenDataStore } from '../../../src/exchange/open-data/open-data-files.ts';
import { openOpenDataStore } from '../../../src/exchange/open-data/open-data-store.ts';
import { openParquetSession, type ParquetSession, sqlText } from '../../../src/exchange/open-data/parquet-session.ts';
import type { StoreLocation } from '../../../src/platform/files/store-location.ts';
import { type OpenDataExport, openOpenDataExport } from '../../../src/worker/open-data/export/export-pass.ts';

export type OpenDataRow = Readonly<Record<string, unknown>>;

/** A host with a journal, and what it stores as open data. */
export type OpenDataWorld = {
  readonly dataFolder: string;
  readonly journalFolder: string;
  readonly location: StoreLocation;
  readonly store: OpenDataStore;
  readonly session: ParquetSession;
  /** Appends events to the journal of a process. Each call starts a new segment. */
  journal(processId: string, events: readonly DeliveryEvent[]): Promise<void>;
  /** Stores the time zones of positions as a worker does. */
  zones(zones: Readonly<Record<string, readonly number[]>>, readAtMs?: number): Promise<void>;
  /** Opens an export as after a start of the host. */
  open(host?: string): Promise<OpenDataExport>;
  /** Starts an export, exports everything and ends. */
  export(host?: string): Promise<number>;
  /** Names of the files of a set. */
  names(set?: 'events' | 'requests' | 'decisions'): Promise<readonly string[]>;
  /** Runs a query of the views `events`, `requests` and `decisions`, which read all files. */
  query(query: string): Promise<readonly OpenDataRow[]>;
  close(): Promise<void>;
};

/** @param location of the file store; default: a folder */
export async function createOpenDataWorld(location?: StoreLocation): Promise<OpenDataWorld> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'placard-open-data-'));
  const chosen = location ?? { kind: 'folder', folder: join(dataFolder, 'store') };
  const store = openOpenDataStore({ store: chosen, dataFolder });
  const session = await openParquetSession(join(dataFolder, 'test-drafts'));
  const journalFolder = join(dataFolder, 'journal');
  const open = (host = 'host-1') => openOpenDataExport({ host, dataFolder, store: chosen });
  return {
    dataFolder,
    journalFolder,
    location: chosen,
    store,
    session,
    async journal(processId, events) {
      const writer = openJournal({ folder: join(journalFolder, processId) });
      await Promise.all(events.map((one) => writer.append(one)));
      await writer.close();
    },
    zones: (zones, readAtMs = Date.now()) => store.putText('_state/zones.json', JSON.stringify({ readAtMs, zones })),
    open,
    async export(host) {
      const exporting = await open(host);
      return exporting.pass().finally(exporting.close);
    },
    names: async (set = 'events') => (await store.list(set)).map(({ name }) => name),
    query: (query) => queryOpenData({ store, session }, query),
    async close() {
      await session.close();
      await store.close();
      await rm(dataFolder, { recursive: true, force: true });
    },
  };
}

/** 13:00 on an ordinary day. */
export const openDataHour = Date.parse('2026-11-21T13:00:00Z');

/** Returns an impression of a new decision, a minute after the full hour. */
export function openDataEvent(change: Partial<DeliveryEvent> = {}): DeliveryEvent {
  const kind = change.kind ?? 'impression';
  return {
    eventId: `${randomBytes(16).toString('hex')}.0.${change.name ?? kind}`,
    kind,
    filtered: null,
    atMs: openDataHour + minuteMs,
    decidedAtMs: openDataHour,
    adId: 1,
    bookingId: 2,
    creativeId: 3,
    positionId: 4,
    ...change,
  };
}

/** Runs a query of the views `events`, `counted_events`, `requests` and `decisions` over copies of all stored files. */
export async function queryOpenData(
  { store, session }: { readonly store: OpenDataStore; readonly session: ParquetSession },
  query: string,
): Promise<readonly OpenDataRow[]> {
  for (const set of ['events', 'requests', 'decisions']) {
    const paths: string[] = [];
    for (const { name } of await store.list(set)) {
      const path = join(session.folder, `${set}-${paths.length}.parquet`);
      if (await store.fetch(name, path)) paths.push(sqlText(path));
    }
    await session.run(
      paths.length === 0
        ? `create or replace view ${set} as select null as nothing where false`
        : `create or replace view ${set} as select * from read_parquet([${paths.join(', ')}], union_by_name = true)`,
    );
    if (set === 'events' && paths.length > 0) await session.run(countedEvents);
  }
  return session.rows(query);
}

/** The view of the guide. */
const countedEvents = `create or replace view counted_events as select * from events where filter_reason is null
  qualify row_number() over (
    partition by decision_id, slot, event order by happened_at, journal_segment, journal_offset) = 1`;
