import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { hourMs } from '../../../core/time/durations.ts';
import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';
import { countedFileName, viewerColumn } from '../../../exchange/open-data/counted-schema.ts';
import type { OpenDataStore } from '../../../exchange/open-data/open-data-files.ts';
import { partitionOf } from '../../../exchange/open-data/open-data-names.ts';
import { eventSet, requestSet } from '../../../exchange/open-data/open-data-schema.ts';
import { hasColumn, type ParquetSession, sqlText } from '../../../exchange/open-data/parquet-session.ts';
import { withoutKeysSql } from '../erase-keys.ts';
import { parquetOptions } from '../write-partitions.ts';
import {
  commonKeysSql,
  countedRowsSql,
  decidedHoursSql,
  firstReportsSql,
  hourRowsSql,
  repeatedFactsSql,
  repeatedSql,
} from './counted-sql.ts';
import { type LocalFiles, MissingFileError } from './local-files.ts';
import { sumHour } from './sum-hour.ts';

type Tools = {
  readonly session: ParquetSession;
  readonly store: OpenDataStore;
  readonly files: LocalFiles;
  /** Keys of erased viewers, which the file does not contain. */
  readonly erased: readonly string[];
};
type Content = Pick<CountedHour, 'earliestMs' | 'keys' | 'summed' | 'hasViewers'>;

/**
 * Makes and stores the file of `counted` of an hour. An event counts once, at its earliest report: repetitions in the
 * hour, and reports with an earlier one in a previous hour, are omitted. Facts are those of the request, whose hour may
 * be earlier. Source: docs/decisions/0201-counted-hours.md.
 * @param hours all hours with files
 * @returns what the file contains; null: a file has disappeared, because another worker has merged it
 */
export async function countHour(
  { session, store, files, erased }: Tools,
  { startMs }: Pick<CountedHour, 'startMs'>,
  hours: readonly CountedHour[],
): Promise<Content | null> {
  const target = join(session.folder, 'counted.parquet');
  /** Returns a table expression; null: there are no such files. */
  const tableOf = async (set: typeof eventSet | typeof requestSet, isNeeded: (startMs: number) => boolean) => {
    const needed = hours.filter((hour) => isNeeded(hour.startMs));
    const names = needed.flatMap((hour) => hour[set.folder].map((name) => `${partitionOf(set, hour.startMs)}/${name}`));
    const paths = await files.pathsOf(names);
    return paths.length === 0 ? null : `read_parquet([${paths.map(sqlText).join(', ')}], union_by_name = true)`;
  };
  try {
    const own = await tableOf(eventSet, (hour) => hour === startMs);
    if (own === null) return null;
    await session.run(firstReportsSql(own));
    const decided = new Set((await session.rows(decidedHoursSql(own))).map(({ start }) => Number(start)));
    const earliestMs = Math.min(startMs, ...decided);
    // Clocks of hosts differ, so a report can precede its decision.
    const fromMs = Math.min(earliestMs, startMs - hourMs);
    await session.run(repeatedSql(await tableOf(eventSet, (hour) => hour >= fromMs && hour < startMs), startMs));
    await session.run(hourRowsSql(own));
    const requests = await tableOf(requestSet, (hour) => decided.has(hour));
    const keys = requests === null ? [] : await readKeys(session, requests);
    const facts = requests === null ? null : await uniqueFacts(session, requests);
    const hasKeys = requests !== null && (await hasColumn(session, requests, viewerColumn));
    const viewer = hasKeys ? withoutKeysSql(`facts.${viewerColumn}`, erased) : 'null';
    await session.run(
      `copy (${countedRowsSql(startMs, facts, { keys, viewer })}) to ${sqlText(target)} (${parquetOptions})`,
    );
    const summed = await sumHour({ session, store }, { startMs, path: target, keys });
    await store.put(countedFileName(startMs), target);
    return { earliestMs, keys, summed, hasViewers: hasKeys && (await hasValues(session, target)) };
  } catch (error) {
    if (error instanceof MissingFileError) return null;
    throw error;
  } finally {
    for (const table of ['first_report', 'repeated', 'hour_row']) await session.run(`drop table if exists ${table}`);
    await rm(target, { force: true });
    await files.trim();
  }
}

/** Keys that differ only in case would be one column. */
async function readKeys(session: ParquetSession, requests: string): Promise<readonly string[]> {
  const keys = (await session.rows(commonKeysSql(requests))).map(({ key }) => String(key));
  const firsts = new Map(keys.toReversed().map((key) => [key.toLowerCase(), key]));
  return keys.filter((key) => firsts.get(key.toLowerCase()) === key);
}

async function hasValues(session: ParquetSession, path: string): Promise<boolean> {
  const [found] = await session.rows(`select count(${viewerColumn}) as n from ${sqlText(path)}`);
  return Number(found?.['n']) > 0;
}

async function uniqueFacts(session: ParquetSession, requests: string): Promise<string> {
  const [repeated] = await session.rows(repeatedFactsSql(requests));
  return Number(repeated?.['n']) === 0 ? requests : `(select distinct on (decision_id, slot) * from ${requests})`;
}
