import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import type { ParquetSession } from '../../../exchange/open-data/parquet-session.ts';
import type { PlainStore } from '../../../platform/files/plain-store.ts';

/** What an export of a host needs. */
export type ExportContext = {
  readonly host: string;
  readonly store: OpenDataStore;
  /** Archive of the journals of all hosts. */
  readonly archive: PlainStore;
  readonly session: ParquetSession;
};

let lastMs = 0;

/** Returns a new part of file names, in order of time. */
export function stemOf(host: string): string {
  lastMs = Math.max(Date.now(), lastMs + 1);
  return `${lastMs}-${host}`;
}
