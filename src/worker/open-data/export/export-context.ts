import type { PlainStore } from '../../../platform/files/plain-store.ts';
import type { OpenDataStore } from '../open-data-files.ts';
import type { ParquetSession } from '../parquet-session.ts';

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
