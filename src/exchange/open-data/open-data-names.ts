import { hourMs } from '../../core/time/durations.ts';
import type { OpenDataSet } from './open-data-schema.ts';

/** End of the names of files with keys of shoppers or viewers, so that an erasure reads only those. */
const shoppersMark = '.shoppers';
const partitionPattern =
  /^(events|requests|decisions|counted|_sums)\/day=(\d{4}-\d{2}-\d{2})\/hour=(\d{2})\/[^/]+\.parquet$/;

/** Name of the folder of an hour. @param startMs epoch ms of the start of the hour (UTC) */
export function partitionOf({ folder }: Pick<OpenDataSet, 'folder'>, startMs: number): string {
  const time = new Date(startMs).toISOString();
  return `${folder}/day=${time.slice(0, 10)}/hour=${time.slice(11, 13)}`;
}

/** Name of a file in a partition. @param hasKeys true: it contains keys of shoppers or viewers */
export function openDataFileName(partition: string, stem: string, hasKeys: boolean): string {
  return `${partition}/${stem}${hasKeys ? shoppersMark : ''}.parquet`;
}

export function hasPersonKeys(name: string): boolean {
  return name.endsWith(`${shoppersMark}.parquet`);
}

/** Returns the set and the hour of a file; null: not a file of a partition. */
export function parseOpenDataFileName(name: string): {
  readonly folder: OpenDataSet['folder'] | 'counted' | '_sums';
  readonly partition: string;
  readonly startMs: number;
} | null {
  const [, folder, day, hour] = partitionPattern.exec(name) ?? [];
  if (folder === undefined) return null;
  const startMs = Date.parse(`${day}T${hour}:00:00Z`);
  return Number.isNaN(startMs) || startMs % hourMs !== 0
    ? null
    : {
        folder: folder as OpenDataSet['folder'] | 'counted' | '_sums',
        partition: name.slice(0, name.lastIndexOf('/')),
        startMs,
      };
}
