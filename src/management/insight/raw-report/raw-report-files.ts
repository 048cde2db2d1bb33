import type { CountedHour } from '../../../exchange/open-data/counted-hours.ts';
import { countedFileName, sumsFileName } from '../../../exchange/open-data/counted-schema.ts';
import type { CachedHours } from './cached-hours.ts';
import { type RawFiles, summedColumnOf } from './raw-report-sql.ts';
import type { RawReportTask } from './raw-report-task.ts';

/** Local files of a report: sums of the hours that have them, and all rows of the others. */
export type ReportedFiles = { readonly sums: readonly string[]; readonly files: readonly RawFiles[] };

/** @param onCopied called with the part of the files that are available, from 0 to 1 */
export async function findReportedFiles(
  cached: CachedHours,
  task: RawReportTask,
  {
    hours,
    ...options
  }: {
    readonly hours: readonly CountedHour[];
    readonly signal: AbortSignal;
    readonly onCopied: (part: number) => void;
  },
): Promise<ReportedFiles> {
  const column = summedColumnOf(task);
  const hasSums = ({ summed }: CountedHour) => column !== null && summed.includes(column);
  const sums = await cached.pathsOf(hours.filter(hasSums), sumsFileName, options);
  const others = hours.filter((hour) => !hasSums(hour));
  const all = await cached.pathsOf(others, countedFileName, options);
  const filesOf = (hasKeyColumn: boolean, hasViewers: boolean): RawFiles => ({
    hasKeyColumn,
    hasViewers,
    paths: [...all].flatMap(([hour, path]) => {
      const isOne = (task.key !== null && hour.keys.includes(task.key)) === hasKeyColumn;
      return isOne && hour.hasViewers === hasViewers ? [path] : [];
    }),
  });
  const both = [true, false] as const;
  const files = both.flatMap((hasKeyColumn) => both.map((hasViewers) => filesOf(hasKeyColumn, hasViewers)));
  return { sums: [...sums.values()], files };
}
